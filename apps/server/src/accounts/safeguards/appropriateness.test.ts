import { HOUR_MS, plusMs, unixMs } from '@candor/kernel';
import { type AppropriatenessAnswers, RISK_VERSION } from '@candor/protocol';
import { describe, expect, test } from 'vitest';
import { type Attempt, appropriatenessOf, decideAnswer, isEnough } from './appropriateness.ts';

const NOW = unixMs(1_795_245_600_000);
const riskVersion = RISK_VERSION;

/** A user who traded before and knows all answers. */
const KNOWS: AppropriatenessAnswers = {
  country: 'DE',
  experience: 'some',
  background: 'no',
  margin: 'tenth',
  leverage: 'tenfold',
  closeOut: 'closed',
  gap: 'nextPrice',
  ownership: 'notOwned',
  riskAccepted: true,
};

describe('enough knowledge', () => {
  test.each<[string, Partial<AppropriatenessAnswers>, boolean]>([
    ['all answers right, traded before', {}, true],
    ['one wrong, traded before', { gap: 'atStop' }, true],
    ['two wrong, traded before', { gap: 'atStop', ownership: 'owned' }, false],
    ['all right, never traded', { experience: 'none' }, true],
    ['one wrong, never traded', { experience: 'none', gap: 'atStop' }, false],
    [
      'one wrong, never traded, works with it',
      { experience: 'none', background: 'yes', gap: 'stays' },
      true,
    ],
    [
      'nothing right, traded a lot',
      {
        experience: 'much',
        margin: 'whole',
        leverage: 'same',
        closeOut: 'asked',
        gap: 'stays',
        ownership: 'owned',
      },
      false,
    ],
  ])('%s: %s', (_, answers, expected) => {
    expect(isEnough({ ...KNOWS, ...answers })).toBe(expected);
  });
});

describe('the wait', () => {
  const decide = (attempts: readonly Attempt[], answers: Partial<AppropriatenessAnswers> = {}) => {
    const asked = { answers: { ...KNOWS, ...answers }, riskVersion };
    const decided = decideAnswer(asked, { attempts, now: NOW });
    return decided.ok ? decided.value.realFrom : decided.failure.name;
  };

  test('is 24 hours from the first acknowledgement', () => {
    expect(decide([])).toBe(plusMs(NOW, 24 * HOUR_MS));
  });

  test('does not begin with answers that end in the warning', () => {
    expect(decide([], { gap: 'atStop', ownership: 'owned' })).toBeNull();
    expect(decide([{ riskVersion, realFrom: null }])).toBe(plusMs(NOW, 24 * HOUR_MS));
  });

  test('runs for those too who read the warning and go on', () => {
    const unsure = { gap: 'atStop', ownership: 'owned', warningAccepted: true } as const;
    expect(decide([], unsure)).toBe(plusMs(NOW, 24 * HOUR_MS));
  });

  test('does not begin anew by answering again, nor by a new risk text', () => {
    const running = plusMs(NOW, HOUR_MS);
    expect(decide([{ riskVersion, realFrom: running }])).toBe(running);
    expect(decide([{ riskVersion: riskVersion - 1, realFrom: running }])).toBe(running);
    expect(decide([{ riskVersion, realFrom: plusMs(NOW, -HOUR_MS) }])).toBe(NOW);
  });

  test('needs the risk text that is in force', () => {
    const asked = { answers: KNOWS, riskVersion: riskVersion + 1 };
    expect(decideAnswer(asked, { attempts: [], now: NOW })).toEqual({
      ok: false,
      failure: { name: 'incomplete', field: 'riskVersion' },
    });
  });
});

describe('where somebody stands', () => {
  const status = (...attempts: Attempt[]) => appropriatenessOf(attempts, NOW).status;

  test('follows from everything that was answered', () => {
    const later = plusMs(NOW, 1);
    expect(status()).toBe('none');
    expect(status({ riskVersion, realFrom: null })).toBe('warned');
    expect(status({ riskVersion, realFrom: later })).toBe('coolingOff');
    expect(status({ riskVersion, realFrom: NOW })).toBe('open');
    // Answering again, and worse, takes nothing back.
    expect(status({ riskVersion, realFrom: NOW }, { riskVersion, realFrom: null })).toBe('open');
    // A new risk text has to be acknowledged before the next real order.
    expect(status({ riskVersion: riskVersion - 1, realFrom: NOW })).toBe('none');
  });
});

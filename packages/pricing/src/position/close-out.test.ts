import { money, rate, type Rate } from '@candor/kernel';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOTICE_LEVELS, NOTICE_RECOVERY, marginNotice, worstLoser } from './close-out.ts';

const at = (text: string | null): Rate | null => (text === null ? null : rate(text));

describe('which margin level a trader is told of', () => {
  it.each<[string | null, string | null, string | null, string | null]>([
    // level now, told before, told after, announced
    ['1.2', null, null, null],
    ['1', null, null, null],
    ['0.999', null, '1', '1'],
    ['0.999', '1', '1', null],
    ['1.04', '1', '1', null],
    ['1.05', '1', null, null],
    ['0.74', '1', '0.75', '0.75'],
    ['0.55', null, '0.6', '0.6'],
    ['0.49', '0.6', '0.5', '0.5'],
    ['0.5', '0.6', '0.6', null],
    ['-0.2', null, '0.5', '0.5'],
    ['0.54', '0.5', '0.5', null],
    ['0.56', '0.5', '0.6', null],
    ['0.7', '0.5', '0.75', null],
    ['3', '0.5', null, null],
    [null, '0.5', null, null],
  ])('at %s, told of %s: told of %s, says %s', (level, told, after, announced) => {
    expect(marginNotice({ level: at(level), told: at(told) })).toEqual({
      told: at(after),
      announce: at(announced),
    });
  });

  it('is said once on the way down, and again only after a recovery', () => {
    const anyLevel = fc.bigInt({ min: -rate('0.5'), max: rate('1.6') }).map((one) => one as Rate);
    fc.assert(
      fc.property(fc.array(anyLevel, { maxLength: 60 }), (levels) => {
        let told: Rate | null = null;
        const since = new Map<Rate, Rate>();
        for (const level of levels) {
          for (const [one, best] of since) if (level > best) since.set(one, level);
          const notice = marginNotice({ level, told });
          ({ told } = notice);
          if (notice.announce === null) continue;
          const best = since.get(notice.announce);
          if (best !== undefined) expect(best >= notice.announce + NOTICE_RECOVERY).toBe(true);
          expect(level < notice.announce).toBe(true);
          since.set(notice.announce, level);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('knows four levels, the close-out level last', () => {
    expect(NOTICE_LEVELS).toEqual(['1', '0.75', '0.6', '0.5'].map(rate));
  });
});

describe('which contract is closed first', () => {
  const one = (id: string, units: bigint) => ({ id, pnl: money('USDT', units) });

  it('is the one that lost most, in money', () => {
    expect(worstLoser([one('a', -5n), one('b', -70n), one('c', 100n)])?.id).toBe('b');
  });

  it('of two equal ones is the older, whatever their order', () => {
    expect(worstLoser([one('b', -7n), one('a', -7n)])?.id).toBe('a');
    expect(worstLoser([one('a', -7n), one('b', -7n)])?.id).toBe('a');
  });

  it('is none when there is none', () => {
    expect(worstLoser([])).toBeNull();
  });
});

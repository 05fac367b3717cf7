import { LOCALES, activateLocale, loadAllTexts, t } from '@candor/locales';
import { beforeAll, expect, it } from 'vitest';
import { failureText } from './failure-text.ts';

beforeAll(async () => {
  await activateLocale(LOCALES[0] as (typeof LOCALES)[number]);
  await loadAllTexts();
});

it('puts a refusal’s figures into its sentence, as the reader writes them', () => {
  const facts = { need: '1337.06', have: '120.4' };
  expect(failureText({ name: 'free-margin-short', facts }, t)).toBe(
    'Not enough free margin. You need 1,337.06 USDT and have 120.40. Trade fewer lots or close a position.',
  );
});

it('says why a market cannot be traded, and something also for a reason it does not know', () => {
  const because = (why: string): string =>
    failureText({ name: 'not-tradable-now', facts: { why } }, t);
  expect(because('noSource')).toBe(
    'We do not show a price without a named source. Trading here is paused.',
  );
  expect(because('moonPhase')).toBe('This market cannot be traded right now. Try again later.');
});

it('says when a price was reached, to the second, and by which tick', () => {
  const facts = {
    why: 'reached',
    reachedAt: String(Date.parse('2026-11-22T12:00:07Z')),
    tickId: '2026-11-22/18',
  };
  expect(failureText({ name: 'already-closed', facts }, t)).toMatch(
    /^This price was reached at 2[123] Nov 2026, \d\d:\d\d:07 by tick 2026-11-22\/18, /,
  );
  expect(failureText({ name: 'already-closed' }, t)).toContain('already closed');
});

it('names limits a refusal does not carry', () => {
  expect(failureText({ name: 'password-weak' }, t)).toContain('at least 10 characters');
});

it('says that something unknown went wrong, and what a lost connection is', () => {
  const unknown =
    'Something unexpected went wrong. Try again, and write to support if it happens again.';
  expect(failureText({ name: 'unknown' }, t)).toBe(unknown);
  expect(failureText({ name: 'made-up' as 'unknown' }, t)).toBe(unknown);
  expect(failureText({ name: 'network' }, t)).toContain('could not reach the server');
  expect(failureText({ name: 'timeout' }, t)).toContain('did not answer in time');
});

it('says until when, as a moment and not as a figure', () => {
  const until = String(Date.parse('2026-11-22T12:00:00Z'));
  const paused = failureText({ name: 'user-status-forbids', facts: { why: 'timeout', until } }, t);
  expect(paused).toMatch(/^You are on a break: no new trades until 2[123] Nov 2026, /);
  const frozen = { why: 'freeze', until: 'none' };
  expect(failureText({ name: 'user-status-forbids', facts: frozen }, t)).toContain('security page');
  const facts = { what: 'loss', period: 'day', max: '1250.5', until };
  expect(failureText({ name: 'limit-reached', facts }, t)).toMatch(
    /^This would exceed your own loss limit of 1,250\.5 USDT\. It resets 2[123] Nov 2026, /,
  );
  expect(failureText({ name: 'cooling-off', facts: { until: 'none' } }, t)).toContain('questions');
});

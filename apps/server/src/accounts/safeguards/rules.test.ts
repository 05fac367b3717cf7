import { DAY_MS, HOUR_MS, type Money, type UnixMs, money } from '@candor/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type OwnPause,
  type Pause,
  type SelfLimit,
  amountAt,
  changedLimit,
  decideLimits,
  decidePause,
  decidePaused,
  lossOf,
  periodEnd,
  periodStart,
} from './rules.ts';

const at = (iso: string): UnixMs => Date.parse(iso) as UnixMs;
const usdt = (units: bigint): Money => money('USDT', units);
const NOW = at('2026-11-21T13:00:00Z');
const later = (ms: number): UnixMs => (NOW + ms) as UnixMs;

describe('periods are of the UTC calendar', () => {
  test.each([
    ['day', '2026-11-21T00:00:00Z', '2026-11-22T00:00:00Z'],
    // A Saturday; weeks begin on Mondays.
    ['week', '2026-11-16T00:00:00Z', '2026-11-23T00:00:00Z'],
    ['month', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'],
  ] as const)('%s', (period, start, end) => {
    expect([periodStart(period, NOW), periodEnd(period, NOW)]).toEqual([at(start), at(end)]);
  });

  test('the end of one is the start of the next, whatever the month', () => {
    const times = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z') });
    const periods = fc.constantFrom('day', 'week', 'month');
    fc.assert(
      fc.property(times, periods, (time, period) => {
        const now = time as UnixMs;
        const end = periodEnd(period, now);
        expect(periodStart(period, now)).toBeLessThanOrEqual(now);
        expect(end).toBeGreaterThan(now);
        expect(periodStart(period, end)).toBe(end);
        expect(periodStart(period, (end - 1) as UnixMs)).toBe(periodStart(period, now));
      }),
    );
  });
});

const limit = (units: bigint | null, next: SelfLimit['next'] = null): SelfLimit => ({
  kind: 'loss',
  period: 'day',
  amount: units === null ? null : usdt(units),
  next,
});

describe('a limit', () => {
  test.each([
    // held, asked, at once
    [null, 100n, true],
    [100n, 99n, true],
    [100n, 100n, true],
    [null, null, true],
    [100n, 101n, false],
    [100n, null, false],
  ] as const)('of %s set to %s holds at once: %s', (held, params, isAtOnce) => {
    const wanted = params === null ? null : usdt(params);
    const { limit: after, effectiveAt } = changedLimit(limit(held), wanted, NOW);
    expect(effectiveAt).toBe(isAtOnce ? NOW : later(DAY_MS));
    const before = held === null ? null : usdt(held);
    expect(amountAt(after, (effectiveAt - 1) as UnixMs)).toEqual(isAtOnce ? wanted : before);
    expect(amountAt(after, effectiveAt)).toEqual(wanted);
  });

  test('tightened meanwhile takes back what was going to loosen', () => {
    const { limit: loosening } = changedLimit(limit(100n), usdt(500n), NOW);
    const { limit: after } = changedLimit(loosening, usdt(100n), later(HOUR_MS));
    expect(after.next).toBeNull();
    expect(amountAt(after, later(10 * DAY_MS))).toEqual(usdt(100n));
  });

  test('asked to loosen twice waits from the second time on', () => {
    const { limit: first } = changedLimit(limit(100n), usdt(500n), NOW);
    const { limit: second, effectiveAt } = changedLimit(first, usdt(300n), later(HOUR_MS));
    expect(effectiveAt).toBe(later(HOUR_MS + DAY_MS));
    expect(amountAt(second, later(DAY_MS))).toEqual(usdt(100n));
    expect(amountAt(second, effectiveAt)).toEqual(usdt(300n));
  });

  test('never loosens within a day, whatever is asked in between', () => {
    const steps = fc.array(
      fc.record({
        after: fc.integer({ min: 0, max: 2 * DAY_MS }),
        units: fc.option(fc.bigInt({ min: 1n, max: 100n })),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(steps, (params) => {
        let held = limit(50n);
        let now: number = NOW;
        const said: { at: number; units: bigint | null }[] = [];
        const unitsAt = (time: number): bigint =>
          amountAt(held, time as UnixMs)?.units ?? 1_000_000n;
        for (const { after, units } of params) {
          now += after;
          const before = unitsAt(now);
          held = changedLimit(held, units === null ? null : usdt(units), now as UnixMs).limit;
          said.push({ at: now, units });
          expect(unitsAt(now)).toBeLessThanOrEqual(before);
          expect(unitsAt(now + DAY_MS - 1)).toBeLessThanOrEqual(before);
        }
      }),
    );
  });
});

describe('what an act would make of the running periods', () => {
  const all = (units: bigint) => ({ day: usdt(units), week: usdt(units), month: usdt(units) });

  test('is refused one unit above a limit and taken at it', () => {
    const held = [limit(100n)];
    expect(decideLimits(held, { loss: all(100n) }, NOW).ok).toBe(true);
    expect(decideLimits(held, { loss: all(101n) }, NOW)).toEqual({
      ok: false,
      failure: {
        name: 'limit-reached',
        facts: {
          what: 'loss',
          period: 'day',
          max: '0.0001',
          until: String(at('2026-11-22T00:00:00Z')),
        },
      },
    });
  });

  test('names the limit that ends last, and none that is not asked about', () => {
    const held: SelfLimit[] = [
      limit(1n),
      { kind: 'turnover', period: 'month', amount: usdt(1n), next: null },
      { kind: 'turnover', period: 'week', amount: usdt(1n), next: null },
    ];
    const refused = decideLimits(held, { loss: all(5n), turnover: all(5n) }, NOW);
    expect(refused).toMatchObject({ failure: { facts: { what: 'turnover', period: 'month' } } });
    expect(decideLimits(held, {}, NOW).ok).toBe(true);
  });

  test('counts what open contracts stand at a loss, and no gain that is not realised', () => {
    const brought = { day: usdt(-30n), week: usdt(10n), month: usdt(40n) };
    expect(lossOf(brought, usdt(-20n))).toEqual({
      day: usdt(50n),
      week: usdt(10n),
      month: usdt(0n),
    });
    expect(lossOf(brought, usdt(100n)).day).toEqual(usdt(30n));
  });
});

describe('a pause', () => {
  const pause = (kind: Pause['kind'], until: UnixMs | null): Pause => ({
    kind,
    since: NOW,
    until,
  });

  test('holds until its last moment; the one that ends last is named', () => {
    const pauses = [pause('timeout', later(HOUR_MS)), pause('exclusion', later(DAY_MS))];
    expect(decidePaused(pauses, NOW)).toEqual({
      ok: false,
      failure: {
        name: 'user-status-forbids',
        facts: { why: 'exclusion', until: String(later(DAY_MS)) },
      },
    });
    expect(decidePaused(pauses, later(DAY_MS - 1)).ok).toBe(false);
    expect(decidePaused(pauses, later(DAY_MS)).ok).toBe(true);
    expect(decidePaused([...pauses, pause('freeze', null)], later(DAY_MS))).toMatchObject({
      failure: { facts: { why: 'freeze', until: 'none' } },
    });
  });

  const decide = (kind: OwnPause['kind'], until: UnixMs, pauses: readonly Pause[] = []) =>
    decidePause(kind, until, { pauses, now: NOW });

  test.each([
    ['timeout', 0, false],
    ['timeout', -1, false],
    ['timeout', 1, true],
    ['timeout', 42 * DAY_MS, true],
    ['timeout', 42 * DAY_MS + 1, false],
    ['exclusion', 180 * DAY_MS - 1, false],
    ['exclusion', 180 * DAY_MS, true],
    ['exclusion', 1_827 * DAY_MS, true],
    ['exclusion', 1_827 * DAY_MS + 1, false],
  ] as const)('%s of %i ms: %s', (kind, ms, isTaken) => {
    expect(decide(kind, later(ms)).ok).toBe(isTaken);
  });

  test('is prolonged at once, by however little', () => {
    const running = pause('exclusion', later(10 * DAY_MS));
    const longer = decide('exclusion', later(10 * DAY_MS + 1), [running]);
    expect(longer).toMatchObject({ value: { since: NOW, until: later(10 * DAY_MS + 1) } });
  });

  test('is shortened to a day from now at the soonest, and never prolonged by that', () => {
    const long = [pause('exclusion', later(200 * DAY_MS))];
    expect(decide('exclusion', NOW, long)).toMatchObject({ value: { until: later(DAY_MS) } });
    const wish = later(3 * DAY_MS);
    expect(decide('exclusion', wish, long)).toMatchObject({ value: { until: wish } });
    const short = [pause('timeout', later(HOUR_MS))];
    expect(decide('timeout', later(1), short)).toMatchObject({ value: { until: later(HOUR_MS) } });
  });

  test('of another kind is none of its business', () => {
    expect(decide('timeout', NOW, [pause('exclusion', later(DAY_MS))]).ok).toBe(false);
  });
});

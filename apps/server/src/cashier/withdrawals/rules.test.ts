// Promise: a withdrawal goes by its edges alone, none of them asks for a payment in, and no deadline that
// passes takes the money from its owner. (PRODUCT H6; WIRE 7)
import { DAY_MS, HOUR_MS, SECOND_MS, type UnixMs, money, plusMs, unixMs } from '@candor/kernel';
import { WITHDRAWAL_ENDS, WITHDRAWAL_STATES, type WithdrawalState } from '@candor/protocol';
import { describe, expect, test } from 'vitest';
import { EDGES, checkPaid, edgeOf, reviewCauses, decideHold } from './rules.ts';

const NOW = unixMs(1_800_000_000_000);
const usdt = (whole: bigint) => money('USDT', whole * 1_000_000n);

describe('the edges', () => {
  test('lead from the request to every state, and from every state to an end', () => {
    const walk = (from: WithdrawalState | null, seen: Set<WithdrawalState>): void => {
      for (const { to } of EDGES.filter((edge) => edge.from === from)) {
        if (seen.has(to)) continue;
        seen.add(to);
        walk(to, seen);
      }
    };
    const reached = new Set<WithdrawalState>();
    walk(null, reached);
    expect([...reached].toSorted()).toEqual([...WITHDRAWAL_STATES].toSorted());
    for (const state of WITHDRAWAL_STATES) {
      const ends = new Set<WithdrawalState>([state]);
      walk(state, ends);
      expect(WITHDRAWAL_ENDS.some((end) => ends.has(end))).toBe(true);
      if (!(WITHDRAWAL_ENDS as readonly string[]).includes(state)) continue;
      // The chain alone takes back what it said.
      const after = EDGES.filter(({ from }) => from === state).map(({ to, by }) => [to, by]);
      expect(after).toEqual(state === 'confirmed' ? [['broadcast', 'chain']] : []);
    }
  });

  test('ask for nothing but the amount itself, once, at the request', () => {
    for (const { from, books } of EDGES) {
      expect(books === 'withdrawal-request').toBe(from === null);
      expect([
        'withdrawal-request',
        'withdrawal-done',
        'withdrawal-done reversed',
        'withdrawal-return',
        null,
      ]).toContain(books);
    }
  });

  test('that a deadline sets off go on towards the money, never to an end', () => {
    const byTime = EDGES.filter(({ triggers }) => triggers.includes('deadline'));
    expect(byTime.map(({ to }) => to).toSorted()).toEqual(['approved', 'held']);
  });

  test('to every end but the chain’s give the whole amount back', () => {
    const ends = EDGES.filter(({ to }) => (WITHDRAWAL_ENDS as readonly string[]).includes(to));
    for (const { to, books } of ends) {
      expect(books).toBe(to === 'confirmed' ? 'withdrawal-done' : 'withdrawal-return');
    }
  });

  test('leave nothing to take back once it is broadcast', () => {
    expect(edgeOf('broadcast', 'cancelled')).toBeNull();
    expect(edgeOf('confirmed', 'cancelled')).toBeNull();
    expect(edgeOf('approved', 'cancelled')).not.toBeNull();
  });
});

describe('what staff look at', () => {
  const facts = { value: usdt(900n), dayValue: usdt(0n), limit: usdt(1_000n), isReversed: false };
  test.each([
    ['below the limit', {}, []],
    ['at the limit', { value: usdt(1_000n) }, []],
    ['a unit above it', { value: money('USDT', 1_000_000_001n) }, ['limit']],
    ['parts that are above it together', { dayValue: usdt(101n) }, ['velocity']],
    ['parts that are the limit together', { dayValue: usdt(100n) }, []],
    ['no price', { value: null }, ['unvalued']],
    ['no price of an earlier one', { dayValue: null }, ['unvalued']],
    ['a deposit taken back', { isReversed: true }, ['reversed']],
  ])('%s', (_, change, causes) => {
    expect(reviewCauses({ ...facts, ...change })).toEqual(causes);
  });
});

describe('where it stands', () => {
  const free = {
    now: NOW,
    screening: 'none',
    causes: [],
    isApproved: false,
    reviewSince: null,
    holds: [],
    freeze: null,
    askedAgainAt: null,
  } as const;
  const at = (ms: number): UnixMs => plusMs(NOW, ms);

  test('free to go when nothing holds it', () => {
    expect(decideHold(free)).toEqual({ state: 'approved' });
  });

  test('a hold ends exact to the millisecond, the longest one counts', () => {
    const holds = [at(DAY_MS), at(HOUR_MS)];
    expect(decideHold({ ...free, holds })).toEqual({
      state: 'held',
      reason: 'credentials',
      holder: 'time',
      deadline: at(DAY_MS),
    });
    expect(decideHold({ ...free, holds, now: at(DAY_MS - 1) })).toMatchObject({ state: 'held' });
    expect(decideHold({ ...free, holds, now: at(DAY_MS) })).toEqual({ state: 'approved' });
  });

  test('a review waits for staff, however late they are', () => {
    const facts = { ...free, causes: ['limit'], reviewSince: NOW };
    const held = { state: 'held', reason: 'review', holder: 'operator', deadline: at(DAY_MS) };
    expect(decideHold(facts)).toEqual(held);
    expect(decideHold({ ...facts, now: at(30 * DAY_MS) })).toEqual(held);
    expect(decideHold({ ...facts, isApproved: true })).toEqual({ state: 'approved' });
  });

  test('an own freeze holds it until its owner ends it', () => {
    const asked = decideHold({ ...free, freeze: { until: null } });
    expect(asked).toEqual({
      state: 'held',
      reason: 'frozen',
      holder: 'owner',
      deadline: at(DAY_MS),
    });
    const again = { ...free, freeze: { until: null }, askedAgainAt: at(DAY_MS) };
    expect(decideHold({ ...again, now: at(SECOND_MS) })).toEqual(asked);
    expect(decideHold({ ...again, now: at(DAY_MS) })).toMatchObject({ deadline: at(2 * DAY_MS) });
    const ending = decideHold({ ...free, freeze: { until: at(HOUR_MS) } });
    expect(ending).toMatchObject({ reason: 'frozen', deadline: at(HOUR_MS) });
  });

  test('waits for screening before anything else is said', () => {
    expect(decideHold({ ...free, screening: 'waiting' })).toEqual({ state: 'requested' });
    expect(decideHold({ ...free, screening: 'clear' })).toEqual({ state: 'approved' });
    const silent = { ...free, screening: 'silent', causes: ['screening'] } as const;
    expect(decideHold(silent)).toMatchObject({ reason: 'review' });
  });
});

describe('what a transaction paid', () => {
  const one = { asset: 'BTC', to: 'bc1a', units: 5n };
  test('is right when everyone got theirs, change beside them', () => {
    expect(checkPaid([one], [{ ...one, to: 'bc1change', units: 9n }, one])).toBe('right');
    expect(checkPaid([one, one], [one, one])).toBe('right');
  });
  test.each([
    ['another recipient', [{ ...one, to: 'bc1b' }]],
    ['another sum', [{ ...one, units: 4n }]],
    ['another asset', [{ ...one, asset: 'ETH' }]],
    ['nothing', []],
  ])('is wrong with %s', (_, paid) => {
    expect(checkPaid([one], paid)).toBe('wrong');
  });
  test('is wrong when two are owed and one was paid', () => {
    expect(checkPaid([one, one], [one])).toBe('wrong');
  });
});

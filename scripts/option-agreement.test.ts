// Promise: what the page says of an option before it is bought is what the server charges and pays
// for it, to the unit, and it refuses the stakes the server refuses. The two know of one another
// what the wire says, as text.
import { type Money, formatDecimal, formatMoney, money, parseMoney, rate } from '@candor/kernel';
import type { Instrument } from '@candor/pricing';
import { TEST_START, anyInstrument, anyQuote } from '@candor/testkit';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideBuy } from '../apps/server/src/options/option/rules.ts';
import { previewOf, stakeRefusal } from '../apps/web/src/features/options/stake.ts';

const SEED = 20_261_123;
const PURCHASES = 3_000;
const SECONDS = 60;

const usdt = (units: bigint): Money => money('USDT', units);
const cents = (count: number): bigint => BigInt(count) * 10_000n;

const anyPurchase = fc.record({
  market: anyInstrument().chain((instrument) =>
    anyQuote(instrument).map((quote) => ({ instrument, quote })),
  ),
  min: fc.integer({ min: 1, max: 1_000 }).map(cents),
  span: fc.integer({ min: 0, max: 100_000 }).map(cents),
  /** Where the stake stands: around a bound or what is free, a unit to either side of it. */
  near: fc.constantFrom('min', 'max', 'free', 'between'),
  off: fc.constantFrom(-1n, 0n, 1n),
  free: fc.integer({ min: 0, max: 120_000 }).map(cents),
  rate: fc.integer({ min: 1_000, max: 9_999 }).map((part) => rate(`0.${part}`)),
});

test(`the server and the page agree about ${PURCHASES} options`, () => {
  const ends = { bought: 0, range: 0, short: 0 };
  const property = fc.property(anyPurchase, (one) => {
    const { min, span, free, near, off } = one;
    const max = min + span;
    const units = { min, max, free, between: min + span / 2n }[near] + off;
    fc.pre(units > 0n);
    const amount = formatMoney(usdt(units));
    const instrument: Instrument = { ...one.market.instrument, class: 'crypto' };
    const quote = { ...one.market.quote, mayTrigger: true };
    const offer = {
      seconds: SECONDS,
      rate: formatDecimal(one.rate),
      min: formatMoney(usdt(min)),
      max: formatMoney(usdt(max)),
    };
    const marginState = {
      cash: usdt(free),
      margin: usdt(0n),
      deficit: usdt(0n),
      reversed: usdt(0n),
      floatingPnl: usdt(0n),
    };
    const decided = decideBuy({
      body: { direction: 'up', period: SECONDS, amount },
      mode: 'demo',
      real: null,
      now: TEST_START,
      instrument,
      quote,
      status: 'open',
      isOpenAtEnd: true,
      offers: [{ seconds: SECONDS, rate: one.rate, rateVersion: 1 }],
      stakes: { min: usdt(min), max: usdt(max) },
      margin: { isJudged: true, marginState },
      promised: undefined,
    });
    const stake = parseMoney(amount, 'USDT');
    const refused = stakeRefusal(stake, { offer, free: usdt(free) });
    if (!decided.ok) {
      const { name, facts } = decided.failure;
      const kind = name === 'free-margin-short' ? 'short' : 'range';
      expect(refused).toEqual({ kind, ...facts });
      ends[kind] += 1;
      return;
    }
    expect(refused).toBeNull();
    expect(previewOf(stake, offer).payout).toBe(formatMoney(decided.value.payout));
    ends.bought += 1;
  });
  fc.assert(property, { seed: SEED, numRuns: PURCHASES, endOnFailure: true });
  expect(Math.min(...Object.values(ends))).toBeGreaterThan(PURCHASES / 50);
});

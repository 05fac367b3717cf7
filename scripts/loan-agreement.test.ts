// Promise: what the page says of a loan before it is asked for is what the server offers, to the unit:
// cost, schedule, yearly rate, collateral and the prices of its lines; and what it refuses.
import {
  ASSETS,
  ASSET_SCALE,
  type Money,
  type Price,
  type Rate,
  formatDecimal,
  formatMoney,
  money,
  unixMs,
  utcDayOf,
} from '@candor/kernel';
import { type Bids, LOAN_DAYS, LOAN_LINES, collateralValue, isWithin } from '@candor/pricing';
import type { LoanTerms } from '@candor/protocol/light';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { costTexts } from '../apps/server/src/loans/loan/agreement.ts';
import { collateralTexts as serverFigures } from '../apps/server/src/loans/loan/pricing.ts';
import {
  SALE_AFTER_DAYS as SERVER_SALE_AFTER_DAYS,
  decideLending,
  decidePledge,
  ownMax,
} from '../apps/server/src/loans/loan/rules.ts';
import {
  type LoanFields,
  bidsOf,
  costOf,
  fieldsProblem,
  leastCollateral,
  pledgedOf,
  principalOf,
  ltvFiguresOf,
} from '../apps/web/src/features/loans/preview.ts';
import { SALE_AFTER_DAYS } from '../apps/web/src/features/loans/published.ts';

const CASES = 3_000;
const NOW = unixMs(Date.parse('2026-11-26T20:00:00Z'));
const RUNS = { numRuns: CASES, seed: 20_261_126 };

const units = (asset: 'USDT' | 'BTC' | 'ETH', most: number) =>
  fc
    .bigInt({ min: 0n, max: BigInt(most) * 10n ** BigInt(ASSET_SCALE[asset]) })
    .map((value) => money(asset, value));
/** Nothing in a third of the cases, so that one, two and three assets are pledged. */
const sometimes = <Value>(arbitrary: fc.Arbitrary<Value>, none: Value) =>
  fc.oneof({ weight: 2, arbitrary }, { weight: 1, arbitrary: fc.constant(none) });
const anyPrice = (most: number) =>
  fc.bigInt({ min: 1n, max: BigInt(most) * 1_000n }).map((value) => (value * 10n ** 15n) as Price);
const anyRate = (most: bigint) =>
  fc.bigInt({ min: 1n, max: most }).map((value) => (value * 10n ** 12n) as Rate);

const anyScene = fc.record({
  principal: units('USDT', 60_000),
  days: fc.constantFrom(...LOAN_DAYS),
  freeDays: fc.nat({ max: 10 }),
  rateDaily: anyRate(2_000n),
  line: anyRate(650_000n),
  usdt: sometimes(units('USDT', 50_000), money('USDT', 0n)),
  btc: sometimes(units('BTC', 3), money('BTC', 0n)),
  eth: sometimes(units('ETH', 60), money('ETH', 0n)),
  btcBid: sometimes<Price | null>(anyPrice(90_000), null),
  ethBid: anyPrice(4_000),
  netAssets: fc.oneof(
    fc.constant(null),
    fc.bigInt({ min: -(10n ** 9n), max: 2n * 10n ** 11n }).map((value) => money('USDT', value)),
  ),
  owed: sometimes(units('USDT', 12_000), money('USDT', 0n)),
  /** What is there beside what is pledged; a negative share is missing. */
  spare: fc.integer({ min: -1, max: 3 }),
});
type Scene = typeof anyScene extends fc.Arbitrary<infer Value> ? Value : never;

const bidsIn = ({ btcBid, ethBid }: Scene): Bids =>
  btcBid === null ? { ETH: ethBid } : { BTC: btcBid, ETH: ethBid };
const pledgedIn = ({ usdt, btc, eth }: Scene): readonly Money[] =>
  [usdt, btc, eth].filter(({ units: held }) => held > 0n);
const availableIn = (scene: Scene, asset: 'USDT' | 'BTC' | 'ETH'): bigint => {
  const held = { USDT: scene.usdt, BTC: scene.btc, ETH: scene.eth }[asset].units;
  return scene.spare < 0 ? held / 2n : held + BigInt(scene.spare);
};

/** What the server says to the page of such an account. */
function termsOf(scene: Scene): LoanTerms {
  const { freeDays, rateDaily, line, netAssets, owed } = scene;
  const bids = bidsIn(scene);
  return {
    days: [...LOAN_DAYS],
    freeDays,
    rateDaily: formatDecimal(rateDaily),
    ltvMax: formatDecimal(line),
    notices: LOAN_LINES.notices.map((one) => formatDecimal(one)),
    saleLine: formatDecimal(LOAN_LINES.sale),
    spreadRate: '0.002',
    offerDays: 7,
    reviewHours: 48,
    amountMin: '100',
    limits: [
      { level: 1, amount: '10000' },
      { level: 2, amount: '50000' },
    ],
    level: 2,
    identity: 'verified',
    owed: formatMoney(owed),
    ownMax: netAssets === null ? null : formatMoney(ownMax({ netAssets, line })),
    collateral: ASSETS.map((asset) => ({
      asset,
      available: formatMoney(money(asset, availableIn(scene, asset))),
      bid: asset === 'USDT' || bids[asset] === undefined ? null : formatDecimal(bids[asset]),
    })),
  };
}

/** The form of a scene, as it is typed. */
const fieldsOf = ({ principal, days, usdt, btc, eth }: Scene): LoanFields => {
  const typed = (amount: Money): string => (amount.units === 0n ? '' : formatMoney(amount));
  return {
    amount: typed(principal),
    days,
    collateral: { USDT: typed(usdt), BTC: typed(btc), ETH: typed(eth) },
  };
};

describe('a loan of the page and of the server', () => {
  test('costs and stands the same to the unit', () => {
    fc.assert(
      fc.property(anyScene, (scene) => {
        const fields = fieldsOf(scene);
        const terms = termsOf(scene);
        const principal = principalOf(fields.amount);
        if (principal === null) return;
        const price = { freeDays: scene.freeDays, rateDaily: scene.rateDaily } as const;
        const server = costTexts({
          principal: scene.principal,
          days: scene.days,
          price,
          drawnOn: utcDayOf(NOW),
        });
        const page = costOf({ principal, days: fields.days, terms, now: NOW });
        // As text: a schedule has ninety rows.
        expect(JSON.stringify(page)).toBe(JSON.stringify(server));
        const collateral = pledgedOf(fields.collateral);
        expect(collateral).toEqual(pledgedIn(scene));
        const stands = ltvFiguresOf({
          debt: principal,
          collateral,
          bids: bidsOf(terms.collateral),
        });
        const facts = { debt: principal, collateral: pledgedIn(scene), bids: bidsIn(scene) };
        expect(stands).toEqual(serverFigures(facts));
      }),
      RUNS,
    );
  });

  test('is refused by both or by neither', () => {
    const seen = { taken: 0, refused: 0 };
    fc.assert(
      fc.property(anyScene, (scene) => {
        const collateral = pledgedIn(scene);
        const lent = decideLending({
          principal: scene.principal,
          days: scene.days,
          collateral,
          bids: bidsIn(scene),
          line: scene.line,
          amountMin: money('USDT', 100n * 10n ** BigInt(ASSET_SCALE.USDT)),
          levelMax: money('USDT', 50_000n * 10n ** BigInt(ASSET_SCALE.USDT)),
          owed: scene.owed,
          netAssets: scene.netAssets,
          isDrawn: false,
        });
        const zero = money('USDT', 0n);
        const pledged = decidePledge(collateral, {
          margin: {
            isJudged: true,
            marginState: {
              cash: money('USDT', availableIn(scene, 'USDT')),
              margin: zero,
              floatingPnl: zero,
              deficit: zero,
              reversed: zero,
            },
          },
          cash: (asset) => availableIn(scene, asset),
        });
        const isTaken = lent.ok && pledged.ok;
        seen[isTaken ? 'taken' : 'refused'] += 1;
        expect(fieldsProblem(fieldsOf(scene), termsOf(scene)) === null).toBe(isTaken);
      }),
      RUNS,
    );
    // Cases of one kind alone would prove nothing.
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(CASES / 50);
  });

  test('needs the least collateral the page names, and no unit less', () => {
    fc.assert(
      fc.property(anyScene, fc.constantFrom(...ASSETS), (scene, asset) => {
        const bids = bidsIn(scene);
        const { principal, line } = scene;
        const others = pledgedIn(scene).filter((one) => one.asset !== asset);
        const least = leastCollateral({ principal, others, asset, bids, line });
        if (least === null) return;
        const isEnough = (amount: bigint): boolean => {
          const value = collateralValue([...others, money(asset, amount)], bids);
          return value !== null && isWithin(principal, value, line);
        };
        expect([isEnough(least.units), isEnough(least.units - 1n)]).toEqual([true, false]);
      }),
      RUNS,
    );
  });

  test('is sold after its due date on the day the page names', () => {
    expect(SALE_AFTER_DAYS).toBe(SERVER_SALE_AFTER_DAYS);
  });
});

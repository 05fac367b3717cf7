import { performance } from 'node:perf_hooks';
import {
  type InstrumentCode,
  type Money,
  type TickId,
  type UserId,
  decimal,
  money,
  price,
  rate,
  unixMs,
} from '@candor/kernel';
import { type Bids, type Quote, collateralValue } from '@candor/pricing';
import { createLoanWatch } from '../src/engine/loans/loan-watch.ts';
import { type WatchedLoan, noticesReached } from '../src/loans/index.ts';
import { systemClock } from '../src/platform/process/clock.ts';

const LOANS = 100_000;
const TICKS = 200;
/** In cents of a USDT. */
const BTC = 6_000_000n;
const ETH = 3_000;

/** What the watch of collateral costs. */
type LoanWatchFigures = {
  readonly loans: number;
  readonly ticks: number;
  readonly medianMs: number;
  readonly worstMs: number;
  /** Loans whose line was reached in all, and by the tick that reached most. */
  readonly reached: number;
  readonly mostAtOnce: number;
  readonly loadMs: number;
};

/** A loan on one coin, the other or both, drawn at 45 to 64.9 % of what they are worth. */
function loanAt(place: number): WatchedLoan {
  const kinds: readonly (readonly Money[])[] = [
    [money('BTC', 10n ** 7n)],
    [money('BTC', 10n ** 7n)],
    [money('ETH', 2n * 10n ** 18n)],
    [money('BTC', 5n * 10n ** 6n), money('ETH', 10n ** 18n)],
  ];
  const share = 450n + BigInt(place % 200);
  return {
    userId: `user-${place}` as UserId,
    id: `loan-${place}`,
    ordinal: BigInt(place + 1),
    // Each of them is worth 6,000 USDT.
    debt: money('USDT', 6_000_000n * share),
    collateral: kinds[place % kinds.length] ?? [],
    ltvMax: rate('0.65'),
    notices: 0,
  };
}

/** Bitcoin falls by 0.05 % a tick, while a hundred thousand loans are watched. */
export async function benchLoanWatch(): Promise<LoanWatchFigures> {
  const loans = new Map(
    Array.from({ length: LOANS }, (_, place) => [`loan-${place}`, loanAt(place)]),
  );
  const all = [...loans.values()];
  let bid = BTC;
  let tick = 1;
  const quoteOf = (code: InstrumentCode): Quote => {
    const text =
      code === 'BTC/USDT' ? `${bid / 100n}.${String(bid % 100n).padStart(2, '0')}` : String(ETH);
    const tickId = `2026-11-26/${code === 'BTC/USDT' ? tick : 1}` as TickId;
    return {
      code,
      bid: price(text),
      ask: price(text),
      volume: decimal('1'),
      tickId,
      receivedAt: unixMs(0),
    } as unknown as Quote;
  };
  let reached = 0;
  const watch = createLoanWatch({
    clock: systemClock,
    log: { warn: () => undefined, info: () => undefined, error: () => undefined } as never,
    market: { acting: quoteOf, status: () => 'open' },
    loans: {
      list: async ({ after, most }) => all.slice(Number.parseInt(String(after), 10)).slice(0, most),
      find: async (ids) => ids.flatMap((id) => loans.get(id) ?? []),
      // Told of its line; nothing is written.
      async see({ id }) {
        const loan = loans.get(id);
        if (loan === undefined) return 'judged';
        reached += 1;
        const bids: Bids = {
          BTC: quoteOf('BTC/USDT' as InstrumentCode).bid,
          ETH: price(String(ETH)),
        };
        const value = collateralValue(loan.collateral, bids) ?? loan.debt;
        loans.set(id, { ...loan, notices: noticesReached(loan.debt, value) });
        return 'judged';
      },
    },
  });
  const began = performance.now();
  await watch.load();
  const loadMs = performance.now() - began;
  const times: number[] = [];
  let mostAtOnce = 0;
  for (let count = 0; count < TICKS; count += 1) {
    bid = (bid * 9_995n) / 10_000n;
    tick += 1;
    const before = reached;
    const started = performance.now();
    await watch.turn();
    times.push(performance.now() - started);
    await watch.idle();
    mostAtOnce = Math.max(mostAtOnce, reached - before);
  }
  times.sort((a, b) => a - b);
  const medianMs = times[Math.floor(times.length / 2)] ?? 0;
  const worstMs = times.at(-1) ?? 0;
  return { loans: LOANS, ticks: TICKS, medianMs, worstMs, reached, mostAtOnce, loadMs };
}

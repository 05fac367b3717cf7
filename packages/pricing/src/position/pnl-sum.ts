import { type Money, type Price, money, subMoney } from '@candor/kernel';
import type { OpenTrade } from './pnl.ts';
import type { BidAsk } from '../price/quote.ts';
import { productInUsdt } from './usdt.ts';

/** What open contracts of one instrument hold on one side: 36 and 54 places, exact. */
type SideSum = { readonly size: bigint; readonly cost: bigint };

/**
 * Open contracts of one instrument, added up so that their result at any price takes as long
 * however many they are.
 */
export type PnlSum = { readonly count: bigint; readonly long: SideSum; readonly short: SideSum };

const NOTHING: SideSum = { size: 0n, cost: 0n };

/** The sum of no contracts. */
export const NO_PNL: PnlSum = { count: 0n, long: NOTHING, short: NOTHING };

/**
 * Adds a contract to a sum, or takes it out of it again (`times` −1).
 *
 * @units sizes: lots × contract size; costs: size × open price; exact
 */
export function addToPnlSum(
  sum: PnlSum,
  trade: Pick<OpenTrade, 'side' | 'lots' | 'contractSize' | 'openPrice'>,
  times: 1n | -1n,
): PnlSum {
  const { side, lots, contractSize, openPrice } = trade;
  const size = lots * contractSize * times;
  const { size: sizes, cost } = sum[side];
  const moved = { size: sizes + size, cost: cost + size * openPrice };
  return { ...sum, count: sum.count + times, [side]: moved };
}

/**
 * The least that the contracts of a sum can have won or lost together when each result is rounded
 * by itself: never more than the sum of `unrealizedPnl`, and at most two units a contract less.
 *
 * @shape     (size × mark − cost of longs) + (cost − size × mark of shorts), × link, − 1 unit each
 * @units     USDT units, signed
 * @rounding  floor, once; each contract's own result is rounded toward zero, less than one unit down
 * @invariant Σ unrealizedPnl − 2 × count ≤ result ≤ Σ unrealizedPnl
 */
export function leastPnl(sum: PnlSum, at: BidAsk & { readonly link: Price }): Money {
  const { count, long, short } = sum;
  const won = long.size * at.bid - long.cost + short.cost - short.size * at.ask;
  const exact = productInUsdt(won * at.link, { factors: 4, rounding: 'floor' });
  return subMoney(exact, money('USDT', count));
}

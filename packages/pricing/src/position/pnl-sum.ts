import { type Money, type Price, abs, money, subMoney } from '@candor/kernel';
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

/** What the contracts of a sum have won at a price, before the link: 54 places, exact. */
const wonAt = ({ long, short }: PnlSum, { bid, ask }: BidAsk): bigint =>
  long.size * bid - long.cost + short.cost - short.size * ask;

/** Both sums together. @units exact */
export function addPnlSums(a: PnlSum, b: PnlSum): PnlSum {
  const side = (one: SideSum, other: SideSum): SideSum => ({
    size: one.size + other.size,
    cost: one.cost + other.cost,
  });
  return {
    count: a.count + b.count,
    long: side(a.long, b.long),
    short: side(a.short, b.short),
  };
}

/**
 * What the contracts of a sum are about and have won or lost together, for showing.
 *
 * @shape     size × |mark| × link by side; (size × mark − cost of longs) + (cost − size × mark of shorts), × link
 * @units     USDT units
 * @rounding  halfEven, once for all of them, while each contract's own result is rounded toward zero
 * @invariant within one unit a contract of the sum of what each says by itself
 */
export function exposureOfSum(
  sum: PnlSum,
  at: BidAsk & { readonly link: Price },
): { readonly long: Money; readonly short: Money; readonly pnl: Money } {
  const usdt = (product: bigint): Money =>
    productInUsdt(product * at.link, { factors: 4, rounding: 'halfEven' });
  return {
    long: usdt(sum.long.size * abs(at.bid)),
    short: usdt(sum.short.size * abs(at.ask)),
    pnl: usdt(wonAt(sum, at)),
  };
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
  const exact = productInUsdt(wonAt(sum, at) * at.link, { factors: 4, rounding: 'floor' });
  return subMoney(exact, money('USDT', sum.count));
}

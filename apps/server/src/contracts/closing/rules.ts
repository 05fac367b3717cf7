import {
  type Price,
  type Quantity,
  type Result,
  type UnixMs,
  formatDecimal,
  ok,
  parseDecimal,
  zero,
} from '@candor/kernel';
import {
  type Instrument,
  type Quote,
  closingCost,
  closingPrice,
  closingProfit,
  closingShares,
  crossed,
  partProblem,
} from '@candor/pricing';
import type { Failure } from '@candor/protocol';
import type { AnyOrder, Closing, Contract } from '../order/contract.ts';
import { isContract } from '../order/contract.ts';
import type { ConversionRate } from '../order/market-view.ts';
import { LIMITS } from '../order/limits.ts';
import { refuse, tooMany } from '../order/refusal.ts';

/** The stop a closing is measured against; null when none set it off. */
function askedOf(contract: Contract, reason: Closing['reason']): Price | null {
  if (reason === 'stopLoss') return contract.stopLoss;
  return reason === 'takeProfit' ? contract.takeProfit : null;
}

/**
 * What closing lots of a running contract at a quote gives; all that are open when none are named.
 *
 * @units    realized: USDT units toward zero · fee: at the rate its order was accepted with, up
 * @invariant profit = realized − fee − the shares of opening fee and financing; over all closings
 *           of a contract margins, opening fees and financing sum to what was held and charged
 */
export function closingOf(
  contract: Contract,
  at: {
    quote: Pick<Quote, 'bid' | 'ask' | 'tickId'>;
    link: ConversionRate;
    reason: Closing['reason'];
    now: UnixMs;
    lots?: Quantity;
    /** The level a trailing stop had reached. */
    asked?: Price | undefined;
  },
): Closing {
  const { side, contractSize, open, feeRate } = contract;
  const price = closingPrice(side, at.quote);
  const shares = closingShares(contract, at.lots ?? contract.lots);
  const { rate: link, tickId: linkTickId } = at.link;
  const { lots } = shares;
  const cost = closingCost(
    { side, lots, contractSize, link, openPrice: open.price, feeRate },
    price,
  );
  return {
    ...shares,
    reason: at.reason,
    asked: at.asked ?? askedOf(contract, at.reason),
    fill: { price, tickId: at.quote.tickId, link, linkTickId, at: at.now },
    fee: cost.fee,
    realized: cost.realized,
    profit: closingProfit(cost, shares),
    at: at.now,
  };
}

/** What is open ended at cost, because there was no price: margin back, fee and financing stay. */
export function voidingOf(contract: Contract, now: UnixMs): Closing {
  const shares = closingShares(contract, contract.lots);
  const nothing = { fee: zero('USDT'), realized: zero('USDT') };
  return {
    ...shares,
    ...nothing,
    reason: 'void',
    asked: null,
    fill: null,
    profit: closingProfit(nothing, shares),
    at: now,
  };
}

/** What decides whether lots may be closed. */
type CloseFacts = {
  /** Left out: all that are open. */
  readonly lots: string | undefined;
  readonly instrument: Instrument | null;
  readonly tradable: Result<{ quote: Quote; link: ConversionRate }, Failure>;
};

/**
 * Whether a contract, or some of its lots, may be closed now.
 *
 * @failure not-found — no such contract of this user and mode
 * @failure already-closed — it is not running any more, or never was
 * @failure quantity-refused — more lots than are open, off the step, or a rest below the minimum
 * @failure limit-reached — a part, when only the closing of all that is left may follow
 * @failure not-tradable-now — no fresh price
 */
export function decideClose(
  order: AnyOrder | null,
  facts: CloseFacts,
): Result<{ contract: Contract; quote: Quote; link: ConversionRate; lots: Quantity }, Failure> {
  if (order === null) return refuse('not-found', undefined);
  if (!isContract(order) || order.status !== 'running') return refuse('already-closed', undefined);
  const lots =
    facts.lots === undefined ? order.lots : (parseDecimal(facts.lots) as Quantity | null);
  if (!isPartAllowed(order, lots, facts.instrument)) {
    const { instrument } = facts;
    return refuse('quantity-refused', 'lots', {
      max: formatDecimal(order.lots),
      ...(instrument === null
        ? {}
        : { step: formatDecimal(instrument.lotStep), min: formatDecimal(instrument.lotsMin) }),
    });
  }
  // The last closing has to be of all that is left, so that what is open can always be ended.
  const isPart = lots !== order.lots;
  if (isPart && order.receipts.length >= LIMITS.closings - 1) return tooMany('closings', 'lots');
  if (!facts.tradable.ok) return facts.tradable;
  return ok({ contract: order, lots, ...facts.tradable.value });
}

/** Whether these lots may be closed: without its instrument all that are open, and no part. */
function isPartAllowed(
  contract: Contract,
  lots: Quantity | null,
  instrument: Instrument | null,
): lots is Quantity {
  if (instrument === null) return lots === contract.lots;
  return partProblem(lots, contract.lots, instrument) === null;
}

/**
 * Whether the stop a tick set off still stands: it may have been moved since the tick was seen.
 * A close-out and the end of a trailing stop are decided by the engine alone.
 */
export function stillStands(
  contract: Contract,
  trigger: { reason: Closing['reason']; quote: Pick<Quote, 'bid' | 'ask'> },
): boolean {
  const { reason, quote } = trigger;
  if (reason === 'trailing') return contract.trailingDistance !== null;
  if (reason !== 'stopLoss' && reason !== 'takeProfit') return true;
  return crossed(contract, quote) === reason;
}

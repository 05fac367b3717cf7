import { type Result, type TickId, fail, ok } from '@candor/kernel';
import { type Quote, isFresh } from '@candor/pricing';
import { ERRORS, type Failure, type Order } from '@candor/protocol';
import type { CancelCommand, FillCommand } from '../batch/command-types.ts';
import { type AnyOrder, type PendingOrder, isContract, newContract } from '../order/contract.ts';
import { accountFacts, freshRateFor, ownOrder, realOpeningFacts } from '../batch/facts.ts';
import { decideNewRisk } from '../risk/new-risk.ts';
import { isDue, reached } from '../order/waiting-prices.ts';
import { decideJudged } from '../order/refusal.ts';
import type { ConversionRate } from '../order/market-view.ts';
import { type FindReached, decideEndable } from '../order/reached.ts';
import { type FillDecision, decideFill } from '../opening/rules.ts';
import { orderOf } from '../order/view.ts';
import { type PassedSpan, passedReason } from '../order/passed-rules.ts';
import { changeOrder, endUnfilled, fillOrder, notePassed } from '../batch/batch-changes.ts';
import { type BatchTransaction, accountOf } from '../batch/batch-transaction.ts';

/** Cancels an order that waits. */
export function cancel(batch: BatchTransaction, command: CancelCommand): Result<Order, Failure> {
  const order = ownOrder(batch, command);
  if (order === null) return fail({ name: 'not-found' });
  if (isContract(order) || order.status !== 'pending') return fail({ name: 'already-closed' });
  const endable = decideEndable(reachedOfWaiting(batch), order);
  if (!endable.ok) return endable;
  const over = endUnfilled(batch, order, { reason: 'cancelled', code: null, at: batch.now });
  return ok(orderOf(over, { market: batch.deps.market, valued: null }));
}

function arm(batch: BatchTransaction, order: PendingOrder, command: FillCommand): PendingOrder {
  const { tickId } = command.quote;
  const armed = { ...order, armedBy: tickId, since: tickId };
  const price = order.stopPrice ?? undefined;
  return changeOrder(batch, armed, { kind: 'armed', by: 'market', tickId, price });
}

const notNow = (why: string): { ok: false; failure: Failure } =>
  fail({ name: 'not-tradable-now', facts: { why } });

/** Whether a tick is young enough to open anything at. */
function isRecent(batch: BatchTransaction, quote: Quote): boolean {
  const instrument = batch.deps.market.instrument(quote.code);
  if (instrument === null) return false;
  return isFresh(quote, { now: batch.now, freshForMs: instrument.freshForMs });
}

/** An order a tick set off, as the account allows it and as its owner does. */
function decideAllowed(
  batch: BatchTransaction,
  order: PendingOrder,
  facts: Parameters<typeof decideFill>[1],
): Result<FillDecision, Failure> {
  const decided = decideFill(order, facts);
  if (!decided.ok) return decided;
  const { fill: filled, before, after } = decided.value;
  const { lots, contractSize } = order;
  const trade = { lots, contractSize, price: filled.price, link: filled.link };
  const { risk } = accountOf(batch, order);
  const allowed = decideNewRisk(risk, { before, after, trade }, batch.now);
  return allowed.ok ? decided : allowed;
}

/** What an order that may be filled now is filled with. */
type Fillable = {
  readonly latest: Quote;
  readonly link: ConversionRate;
  readonly account: ReturnType<typeof accountFacts>;
};

/** Whether an order may be filled at a tick now, or rejected; it goes on waiting where it may not. */
function decideFillable(
  batch: BatchTransaction,
  order: PendingOrder,
  quote: Quote,
): Result<Fillable, Failure> {
  const { market } = batch.deps;
  const latest = market.latest(order.code);
  const conversionRate = freshRateFor(batch, order.code);
  const status = market.status(order.code, batch.now);
  if (latest === null) return notNow('noSource');
  // New exposure is never taken on at an old price, as when a tick waited for the process to start.
  // First, so that what a receipt states besides is of the moments after the tick.
  if (!isRecent(batch, quote)) return notNow('stale');
  if (status === 'suspended' || status === 'closeOnly') return notNow(status);
  if (conversionRate === null) return notNow('noLink');
  const account = accountFacts(batch, order);
  // While a price is missing the margin cannot be checked: it is neither filled nor rejected.
  const judged = decideJudged(account.margin);
  return judged.ok ? ok({ latest, link: conversionRate, account }) : judged;
}

/**
 * What ticks have reached of an order that waits, as far as anything is done at it now: the price
 * of an order that may not be filled now was come to for nothing, and is its owner's to change.
 */
export function reachedOfWaiting(batch: BatchTransaction): FindReached {
  return (order) => {
    const found = batch.deps.reached(order);
    if (found === null || found === 'behind' || isContract(order)) return found;
    const { quote } = found;
    // What a tick does besides filling an order, it does whatever the market is like.
    const isDone = reached(order, quote) !== 'fill' || decideFillable(batch, order, quote).ok;
    return isDone ? found : null;
  };
}

/** At which ticks an order that waits is passed over by an amendment: its old price was reached. */
export function passedByAmending(
  batch: BatchTransaction,
  order: AnyOrder,
  to: TickId,
): readonly PassedSpan[] {
  if (isContract(order)) return [];
  const found = batch.deps.reached(order);
  if (found === null || found === 'behind') return [];
  const { quote } = found;
  if (reached(order, quote) !== 'fill') return [];
  const fillable = decideFillable(batch, order, quote);
  if (fillable.ok) return [];
  return [{ from: quote.tickId, to, reason: passedReason(fillable.failure.facts?.why) }];
}

/** Fills an order at a tick; without the margin for it, or against a limit, it ends as rejected. */
function fillNow(
  batch: BatchTransaction,
  order: PendingOrder,
  command: FillCommand,
): Result<AnyOrder, Failure> {
  const fillable = decideFillable(batch, order, command.quote);
  if (!fillable.ok) return fillable;
  const { latest, link: conversionRate, account } = fillable.value;
  const { deps, now } = batch;
  const { quote } = command;
  const decided = decideAllowed(batch, order, {
    ...account,
    ...realOpeningFacts(batch, order.mode),
    quote,
    market: latest,
    link: conversionRate,
    now,
  });
  if (!decided.ok) {
    const { code } = ERRORS[decided.failure.name];
    return ok(endUnfilled(batch, order, { reason: 'rejected', code, at: now }));
  }
  const { margin, fee, fill: filled } = decided.value;
  const { armedBy: _, ended: __, ...terms } = order;
  const contract = newContract({
    ...terms,
    since: quote.tickId,
    open: filled,
    margin,
    openFee: fee,
  });
  const spans = deps.passed(order, quote.tickId);
  notePassed(batch, { order, receiptNo: null, spans });
  fillOrder(batch, contract, { requestId: `${order.id}:fill`, part: 0, cause: 'tick' });
  return ok(contract);
}

/**
 * What a tick does to an order that waits. A command with a tick the order does not act on any more
 * (its price was changed, it ended) is told so, and nothing happens.
 */
export function fill(batch: BatchTransaction, command: FillCommand): Result<AnyOrder, Failure> {
  const order = ownOrder(batch, command);
  if (order === null) return fail({ name: 'not-found' });
  if (isContract(order) || order.status !== 'pending') return fail({ name: 'already-closed' });
  if (order.feed !== batch.deps.market.feed().key) return notNow('noSource');
  if (!isDue(order, command.quote)) return fail({ name: 'quote-expired', facts: { why: 'moved' } });
  if (reached(order, command.quote) === 'arm') return ok(arm(batch, order, command));
  return fillNow(batch, order, command);
}

import { type Result, ok } from '@candor/kernel';
import type { Failure, Order } from '@candor/protocol';
import type { AmendCommand } from '../batch/command-types.ts';
import { addsRisk } from '../risk/added-risk.ts';
import { type AmendFacts, decideAmend } from './amend-rules.ts';
import { type AnyOrder, isContract } from '../order/contract.ts';
import { exposuresOf, ownOrder } from '../batch/facts.ts';
import { decideMoreRisk } from '../risk/new-risk.ts';
import { passedByAmending, reachedOfWaiting } from './pending.ts';
import { decideJudged } from '../order/refusal.ts';
import { decideChangeable } from '../order/reached.ts';
import { closeOutPriceOf, valueContract } from '../order/valuation.ts';
import { orderOf } from '../order/view.ts';
import { changeOrder, notePassed } from '../batch/batch-changes.ts';
import { type BatchTransaction, accountOf } from '../batch/batch-transaction.ts';

/** What an amendment is measured against; null while the order's prices are not running. */
function amendFacts(batch: BatchTransaction, order: AnyOrder): AmendFacts | null {
  const { market } = batch.deps;
  const instrument = market.instrument(order.code);
  const quote = market.latest(order.code);
  if (instrument === null || quote === null || order.feed !== market.feed().key) return null;
  const conversionRate = market.lastConversionRate(instrument.quoteCurrency);
  if (conversionRate === null) return null;
  const margin = accountOf(batch, order).marginJudgement();
  const closeOutPrice =
    isContract(order) && margin.isJudged
      ? closeOutPriceOf({
          marginState: margin.marginState,
          contracts: exposuresOf(batch, order),
          code: order.code,
          market,
        })
      : null;
  const changeable = decideChangeable(reachedOfWaiting(batch), order);
  return { instrument, quote, link: conversionRate, closeOutPrice, changeable };
}

/** Whether a trading account lets what is open be made riskier. */
function decideAmended(batch: BatchTransaction, command: AmendCommand): Result<null, Failure> {
  const state = accountOf(batch, command);
  const judged = decideJudged(state.marginJudgement());
  return judged.ok ? decideMoreRisk(state.risk, judged.value, batch.now) : judged;
}

/** Changes the stops of a contract, or the prices of an order that waits, and keeps its history. */
export function amend(batch: BatchTransaction, command: AmendCommand): Result<Order, Failure> {
  const before = ownOrder(batch, command);
  const facts = before === null ? null : amendFacts(batch, before);
  const decided = decideAmend(before, command.body, facts);
  if (!decided.ok) return decided;
  const { order: now, changes } = decided.value;
  const allowed =
    before === null || !addsRisk(before, now) ? ok(null) : decideAmended(batch, command);
  if (!allowed.ok) return allowed;
  const { requestId } = command.request;
  const tickId = now.since;
  const note = { kind: 'amended', by: 'user', changes, requestId, tickId } as const;
  if (changes.length > 0) {
    const spans = before === null ? [] : passedByAmending(batch, before, tickId);
    notePassed(batch, { order: now, receiptNo: null, spans });
  }
  const order = changes.length === 0 ? now : changeOrder(batch, now, note);
  const { market } = batch.deps;
  const valued = isContract(order) ? valueContract(order, market) : null;
  return ok(orderOf(order, { market, valued }));
}

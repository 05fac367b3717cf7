import { type Result, ok } from '@candor/kernel';
import type { Failure, Order } from '@candor/protocol';
import type { AmendCommand } from './acts.ts';
import { addsRisk } from './added-risk.ts';
import { type AmendFacts, decideAmend } from './amend-rules.ts';
import { type AnyOrder, isContract } from './contract.ts';
import { exposuresOf, ownOrder } from './facts.ts';
import { decideMoreRisk } from './new-risk.ts';
import { passedByAmending, reachedOfWaiting } from './pending.ts';
import { decideJudged } from './refusal.ts';
import { decideChangeable } from './reached.ts';
import { closeOutPriceOf, valueContract } from './valuation.ts';
import { orderOf } from './view.ts';
import { type Work, bookOf, changeOrder, notePassed } from './work.ts';

/** What an amendment is measured against; null while the order's prices are not running. */
function amendFacts(work: Work, order: AnyOrder): AmendFacts | null {
  const { market } = work.deps;
  const instrument = market.instrument(order.code);
  const quote = market.latest(order.code);
  if (instrument === null || quote === null || order.feed !== market.feed().key) return null;
  const link = market.lastLink(instrument.quoteCurrency);
  if (link === null) return null;
  const margin = bookOf(work, order).marginState();
  const closeOutPrice =
    isContract(order) && margin.isJudged
      ? closeOutPriceOf({
          standing: margin.standing,
          contracts: exposuresOf(work, order),
          code: order.code,
          market,
        })
      : null;
  const changeable = decideChangeable(reachedOfWaiting(work), order);
  return { instrument, quote, link, closeOutPrice, changeable };
}

/** Whether a trading account lets what is open be made riskier. */
function decideAmended(work: Work, command: AmendCommand): Result<null, Failure> {
  const state = bookOf(work, command);
  const judged = decideJudged(state.marginState());
  return judged.ok ? decideMoreRisk(state.risk, judged.value, work.now) : judged;
}

/** Changes the stops of a contract, or the prices of an order that waits, and keeps its history. */
export function amend(work: Work, command: AmendCommand): Result<Order, Failure> {
  const before = ownOrder(work, command);
  const facts = before === null ? null : amendFacts(work, before);
  const decided = decideAmend(before, command.body, facts);
  if (!decided.ok) return decided;
  const { order: now, changes } = decided.value;
  const allowed =
    before === null || !addsRisk(before, now) ? ok(null) : decideAmended(work, command);
  if (!allowed.ok) return allowed;
  const { requestId } = command.request;
  const tickId = now.since;
  const note = { kind: 'amended', by: 'user', changes, requestId, tickId } as const;
  if (changes.length > 0) {
    const spans = before === null ? [] : passedByAmending(work, before, tickId);
    notePassed(work, { order: now, receiptNo: null, spans });
  }
  const order = changes.length === 0 ? now : changeOrder(work, now, note);
  const { market } = work.deps;
  const valued = isContract(order) ? valueContract(order, market) : null;
  return ok(orderOf(order, { market, valued }));
}

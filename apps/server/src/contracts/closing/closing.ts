import {
  type Result,
  ensure,
  fail,
  formatDecimal,
  formatMoney,
  isLaterTick,
  ok,
} from '@candor/kernel';
import { ERRORS, type Failure, type Order } from '@candor/protocol';
import type { TradingAccount } from '../../ledger/index.ts';
import type {
  CloseAllCommand,
  CloseCommand,
  ReverseCommand,
  TriggerCommand,
} from '../batch/command-types.ts';
import { type Contract, isContract } from '../order/contract.ts';
import { decideClosable, freshRateFor, ownOrder } from '../batch/facts.ts';
import { type Opening, beginDecided, decideOpening, openFacts } from '../opening/opening.ts';
import { decideJudged } from '../order/refusal.ts';
import { decideEndable } from '../order/reached.ts';
import { factsAfterClosing } from '../opening/reversal.ts';
import { closingOf, decideClose, stillStands, voidingOf } from './rules.ts';
import { decideOpen } from '../opening/rules.ts';
import { valueContract } from '../order/valuation.ts';
import { orderOf } from '../order/view.ts';
import { endContract } from '../batch/batch-changes.ts';
import { type BatchTransaction, accountOf } from '../batch/batch-transaction.ts';

/** A closing as its owner is answered. */
export type Closed = { order: Order; price: string; profit: string };

function orderNow(batch: BatchTransaction, contract: Contract): Order {
  const { market } = batch.deps;
  const valued = contract.status === 'running' ? valueContract(contract, market) : null;
  return orderOf(contract, { market, valued });
}

/** Closes a contract, or some of its lots; a stop that was reached before comes first. */
export function close(batch: BatchTransaction, command: CloseCommand): Result<Closed, Failure> {
  const order = ownOrder(batch, command);
  const decided = decideClose(order, {
    lots: command.lots,
    instrument: order === null ? null : batch.deps.market.instrument(order.code),
    tradable:
      order !== null && isContract(order)
        ? decideClosable(batch, order)
        : fail({ name: 'not-found' }),
  });
  if (!decided.ok) return decided;
  const { contract, quote, link: conversionRate, lots } = decided.value;
  const endable = decideEndable(batch.deps.reached, contract);
  if (!endable.ok) return endable;
  const closing = closingOf(contract, {
    quote,
    link: conversionRate,
    lots,
    reason: 'user',
    now: batch.now,
  });
  const { requestId } = command.request;
  const now = endContract(batch, contract, { closing, requestId, part: 0, cause: 'request' });
  const { price } = ensure(closing.fill, 'a closing at a quote has a price');
  return ok({
    order: orderNow(batch, now),
    price: formatDecimal(price),
    profit: formatMoney(closing.profit),
  });
}

/** Each closing takes two parts of its request: one for itself, one for protection. */
const PARTS = 2;

/** Closes what can be closed; the rest stays as it is, and each is named with the reason. */
export function closeAll(
  batch: BatchTransaction,
  command: CloseAllCommand,
): Result<{ closed: Order[]; failed: { id: string; code: string }[] }, Failure> {
  const { request, code } = command;
  const closed: Order[] = [];
  const failed: { id: string; code: string }[] = [];
  for (const contract of accountOf(batch, command).running()) {
    if (code !== undefined && contract.code !== code) continue;
    const endable = decideEndable(batch.deps.reached, contract);
    const tradable = endable.ok ? decideClosable(batch, contract) : endable;
    if (!tradable.ok) {
      failed.push({ id: contract.id, code: ERRORS[tradable.failure.name].code });
      continue;
    }
    const closing = closingOf(contract, { ...tradable.value, reason: 'user', now: batch.now });
    const part = closed.length * PARTS;
    const posted = { requestId: request.requestId, part, cause: 'request' as const };
    closed.push(orderNow(batch, endContract(batch, contract, { ...posted, closing })));
  }
  return ok({ closed, failed });
}

/** Closes a contract and opens one of the same size the other way: both, or neither. */
export function reverse(
  batch: BatchTransaction,
  command: ReverseCommand,
): Result<{ closed: Order; opened: Order }, Failure> {
  const order = ownOrder(batch, command);
  const decided = decideClose(order, {
    lots: undefined,
    instrument: null,
    tradable:
      order !== null && isContract(order)
        ? decideClosable(batch, order)
        : fail({ name: 'not-found' }),
  });
  if (!decided.ok) return decided;
  const { contract, link: conversionRate } = decided.value;
  const endable = decideEndable(batch.deps.reached, contract);
  if (!endable.ok) return endable;
  const { requestId } = command.request;
  const opening: Opening = {
    userId: command.userId,
    mode: command.mode,
    body: {
      code: contract.code,
      direction: contract.side === 'long' ? 'sell' : 'buy',
      orderType: 'market',
      lots: formatDecimal(contract.lots),
      leverage: contract.leverage,
      ...(command.quoteId === undefined ? {} : { quoteId: command.quoteId }),
      requestId,
    },
  };
  const facts = openFacts(batch, opening);
  // Nobody may close at a price that was there before what is closed: its outcome was known.
  const { frozen } = facts;
  if (frozen && isLaterTick(contract.since, frozen.tickId)) {
    return fail({ name: 'quote-expired', facts: { why: 'moved' } });
  }
  // A frozen price of the other direction is the price this one closes at too.
  const quote = facts.frozen ?? decided.value.quote;
  const closing = closingOf(contract, {
    quote,
    link: conversionRate,
    reason: 'user',
    now: batch.now,
  });
  const state = accountOf(batch, contract);
  const judged = decideJudged(facts.margin);
  if (!judged.ok) return judged;
  const { market } = batch.deps;
  const isLast = state.running().length === 1;
  const ended = { contract, closing, holdings: state.holdings(), isLast, market };
  const other = decideOpen({ ...factsAfterClosing(facts, judged.value, ended), legs: 2 });
  if (!other.ok) return other;
  const allowed = decideOpening(batch, opening, { ...other.value, before: judged.value });
  if (!allowed.ok) return allowed;
  const posted = { requestId, cause: 'request' as const };
  const closed = endContract(batch, contract, { ...posted, part: 0, closing });
  const opened = beginDecided(batch, opening, {
    decided: other.value,
    posted: { ...posted, part: PARTS },
  });
  return ok({ closed: orderNow(batch, closed), opened });
}

/** Closes a contract whose stop a tick set off, at that tick. */
export function trigger(
  batch: BatchTransaction,
  command: TriggerCommand,
): Result<Contract, Failure> {
  const order = ownOrder(batch, command);
  if (order === null) return fail({ name: 'not-found' });
  if (!isContract(order) || order.status !== 'running') return fail({ name: 'already-closed' });
  const { quote, reason, asked, askedBy } = command;
  const isLate = isStop(reason) && !isLaterTick(quote.tickId, order.since);
  if (isLate || !stillStands(order, { reason, quote })) {
    return fail({ name: 'quote-expired', facts: { why: 'moved' } });
  }
  const conversionRate = freshRateFor(batch, order.code);
  if (conversionRate === null) return fail({ name: 'not-tradable-now', facts: { why: 'noLink' } });
  const closing = closingOf(order, { quote, link: conversionRate, reason, now: batch.now, asked });
  if (reason === 'trailing' && asked !== undefined) {
    const tickId = askedBy ?? undefined;
    batch.notes.push({ order, kind: 'trailed', by: 'market', price: asked, tickId, at: batch.now });
  }
  const requestId = `${order.id}:${reason}`;
  return ok(endContract(batch, order, { closing, requestId, part: 0, cause: 'tick' }));
}

const isStop = (reason: TriggerCommand['reason']): boolean =>
  reason === 'stopLoss' || reason === 'takeProfit' || reason === 'trailing';

/**
 * Ends every running contract of a loaded trading account at current marks, at cost where there is
 * none.
 */
export function endRunning(
  batch: BatchTransaction,
  params: TradingAccount & { readonly requestId: string; readonly partFrom: number },
): number {
  let part = params.partFrom;
  for (const contract of accountOf(batch, params).running()) {
    const tradable = decideClosable(batch, contract);
    const closing = tradable.ok
      ? closingOf(contract, { ...tradable.value, reason: 'user', now: batch.now })
      : voidingOf(contract, batch.now);
    endContract(batch, contract, { closing, requestId: params.requestId, part, cause: 'request' });
    part += PARTS;
  }
  return part;
}

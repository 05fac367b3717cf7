import { type EntryId, SECOND_MS, assert, isLaterTick, newUuid } from '@candor/kernel';
import {
  type TradingAccount,
  type Cause,
  type Entry,
  type EntryKind,
  type Posting,
  accountKey,
} from '../../ledger/index.ts';
import {
  type AnyOrder,
  type Change,
  type Closing,
  type Contract,
  type PendingOrder,
  afterClosing,
  canMove,
} from '../order/contract.ts';
import type { OrderEventNote } from '../store/order-store.ts';
import { closePostings, openPostings } from './postings.ts';
import type { PassedNote } from '../store/passed-store.ts';
import { type PassedSpan, addPassed } from '../order/passed-rules.ts';
import { newReceiptNumber } from '../order/receipt-number.ts';
import { type BatchTransaction, accountOf } from './batch-transaction.ts';

const movesCash = ({ postings }: Pick<Entry, 'postings'>): boolean =>
  postings.some(({ from, to }) => from === 'user:cash' || to === 'user:cash');

/** Takes an entry down for writing and moves the loaded trading account with it. */
export function post(
  batch: BatchTransaction,
  account: TradingAccount,
  entry: {
    kind: EntryKind;
    requestId: string;
    part: number;
    cause: Cause;
    subject: string;
    postings: readonly Posting[];
  },
): void {
  if (entry.postings.length === 0) return;
  const { userId, mode } = account;
  const id = newUuid(batch.now) as EntryId;
  batch.entries.push({ ...entry, userId, mode, id, reverses: null, at: batch.now });
  accountOf(batch, account).apply(entry.postings);
  if (!movesCash(entry)) batch.touched.set(accountKey(account), account);
}

/** Under which an entry is posted. */
export type Posted = {
  readonly requestId: string;
  readonly part: number;
  readonly cause: Cause;
};

function postOpening(batch: BatchTransaction, contract: Contract, posted: Posted): void {
  const state = accountOf(batch, contract);
  const decision = { margin: contract.margin, fee: contract.openFee };
  const postings = openPostings(decision, state.holdings());
  post(batch, contract, { ...posted, kind: 'contract-open', subject: contract.id, postings });
  state.add(contract);
}

/** Takes a new contract down: its entry and its row. */
export function beginContract(batch: BatchTransaction, contract: Contract, posted: Posted): void {
  postOpening(batch, contract, posted);
  batch.opened.push(contract);
  batch.after.set(contract.id, contract);
}

/** Takes a new order down that waits; nothing is posted for it. */
export function placeOrder(batch: BatchTransaction, order: PendingOrder): void {
  batch.placed.push(order);
  batch.after.set(order.id, order);
  countWaiting(batch, order, 1);
}

/** Counts what waits; no payment shows it, so the trading account is touched. */
function countWaiting(
  batch: BatchTransaction,
  order: PendingOrder | Contract,
  change: 1 | -1,
): void {
  accountOf(batch, order).waits(change);
  batch.touched.set(accountKey(order), order);
}

/** Takes down that an order which waited was filled: its entry and its row. */
export function fillOrder(batch: BatchTransaction, contract: Contract, posted: Posted): void {
  postOpening(batch, contract, posted);
  batch.filled.push(contract);
  batch.after.set(contract.id, contract);
  countWaiting(batch, contract, -1);
}

/** Takes down at which ticks an order was passed over, with what is written of it now. */
export function notePassed(batch: BatchTransaction, note: PassedNote): void {
  if (note.spans.length > 0) batch.passed.push(note);
}

/** Takes down that an order ended without having been filled. */
export function endUnfilled(
  batch: BatchTransaction,
  order: PendingOrder,
  ended: NonNullable<PendingOrder['ended']>,
): PendingOrder {
  assert(canMove(order.status, 'closed'), 'only what waits can be cancelled');
  const over: PendingOrder = { ...order, status: 'closed', ended };
  batch.unfilled.push(over);
  batch.after.set(over.id, over);
  countWaiting(batch, order, -1);
  return over;
}

/**
 * Takes down new terms of an open order, and what its history says of them. Answers the order as it
 * is now.
 */
export function changeOrder<Order extends AnyOrder>(
  batch: BatchTransaction,
  changed: Order,
  note: Omit<OrderEventNote, 'order' | 'at'> & { readonly changes?: readonly Change[] },
): Order {
  const order = { ...changed, changes: changed.changes + 1 };
  assert(order.status !== 'closed', 'only what is open is changed');
  if (order.open !== null) {
    const state = accountOf(batch, order);
    state.remove(order);
    state.add(order);
    batch.touched.set(accountKey(order), order);
  }
  batch.changed.push(order);
  batch.after.set(order.id, order);
  batch.notes.push({ ...note, order, at: batch.now });
  return order;
}

/** A level that is reached and not done is said where a contract ends otherwise so long after it. */
const LATE_MS = SECOND_MS;

/** At which ticks a level was reached of a contract that ends otherwise. */
function levelPassed(
  batch: BatchTransaction,
  contract: Contract,
  closing: Closing,
): readonly PassedSpan[] {
  const { reason, fill } = closing;
  if (fill === null) return [];
  const known = batch.deps.passed(contract, fill.tickId);
  if (reason !== 'user' && reason !== 'closeOut') return known;
  const found = batch.deps.reached(contract);
  if (found === null || found === 'behind') return known;
  const { tickId: from, receivedAt } = found.quote;
  if (!found.hasFailed && batch.now - receivedAt <= LATE_MS) return known;
  const to = isLaterTick(from, fill.tickId) ? from : fill.tickId;
  return addPassed(known, { from, to, reason: found.hasFailed ? 'failed' : 'late' });
}

/**
 * Ends a running contract, or a part of it: its entries, its row and what its receipt is written
 * from. Answers the contract as it is now.
 */
export function endContract(
  batch: BatchTransaction,
  contract: Contract,
  options: Posted & { closing: Closing },
): Contract {
  assert(canMove(contract.status, 'closed'), 'only what is open can be closed');
  const { closing, requestId, part, cause } = options;
  const state = accountOf(batch, contract);
  const after: Contract = afterClosing(contract, closing);
  const receiptNo = newReceiptNumber();
  const spans = levelPassed(batch, contract, closing);
  notePassed(batch, { order: contract, receiptNo, spans });
  state.remove(contract);
  const isLast = closing.isLast && state.running().length === 0;
  const paid = closePostings(closing, { holdings: state.holdings(), isLast });
  const entry = { requestId, cause, subject: contract.id };
  post(batch, contract, { ...entry, part, kind: paid.kind, postings: paid.close });
  post(batch, contract, {
    ...entry,
    part: part + 1,
    kind: 'protection',
    postings: paid.protection,
  });
  const numbered = { ...after, receipts: [...contract.receipts, receiptNo] };
  if (!closing.isLast) {
    state.add(numbered);
    batch.touched.set(accountKey(contract), contract);
  }
  batch.after.set(numbered.id, numbered);
  batch.closed.push({ contract, closing, receiptNo, requestId, part });
  return numbered;
}

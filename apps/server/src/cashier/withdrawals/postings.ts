import { type EntryId, type UnixMs, newUuid } from '@candor/kernel';
import {
  type Cause,
  type Entry,
  type EntryKind,
  type Posting,
  accountKey,
  draft,
  findHoldings,
} from '../../ledger/index.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import type { Withdrawal } from './withdrawal.ts';

type Moved = Pick<
  Withdrawal,
  'userId' | 'id' | 'asset' | 'network' | 'amount' | 'fee' | 'networkFee' | 'receive'
>;

function entryOf(
  one: Moved,
  entry: {
    readonly kind: EntryKind;
    readonly cause: Cause;
    readonly postings: readonly Posting[];
    readonly at: UnixMs;
    /** How often the same was taken back before. */
    readonly rounds?: number;
  },
): Entry {
  const { userId, id } = one;
  const { rounds = 0, ...said } = entry;
  // One entry of each kind for a withdrawal, however often it is tried.
  const requestId = rounds === 0 ? `${said.kind}:${id}` : `${said.kind}:${id}:${rounds}`;
  const own = { userId, mode: 'real', subject: id, reverses: null, part: 0 } as const;
  return { id: newUuid(said.at) as EntryId, ...own, requestId, ...said };
}

/** The whole amount leaves free cash. @source LEDGER part 2 "withdrawal request" */
export function requestEntry(one: Moved, at: UnixMs): Entry {
  const { asset, amount: units } = one;
  const postings = [{ from: 'user:cash', to: 'user:leaving', asset, units } as const];
  return entryOf(one, { kind: 'withdrawal-request', cause: 'request', postings, at });
}

/**
 * What arrived has left, and the fees are earned; `rounds` says how often its block left the chain before.
 *
 * @source LEDGER part 2 "broadcast confirmed"
 */
export function doneEntry(
  one: Moved,
  { at, rounds }: { readonly at: UnixMs; readonly rounds: number },
): Entry {
  const { asset, network, receive, fee, networkFee } = one;
  const from = 'user:leaving' as const;
  const fees = fee + networkFee;
  const postings: Posting[] = [{ from, to: `world:${network}`, asset, units: receive }];
  if (fees > 0n) postings.push({ from, to: 'house:fees', asset, units: fees });
  return entryOf(one, { kind: 'withdrawal-done', cause: 'timer', postings, at, rounds });
}

/**
 * The whole amount comes back, fees and all; an open deficit or a reversed deposit is covered first.
 *
 * @source LEDGER part 2 "cancel / failed"
 */
export async function returnEntry(
  tx: Tx,
  one: Moved,
  { cause, at }: { readonly cause: Cause; readonly at: UnixMs },
): Promise<Entry> {
  const { userId, asset, amount } = one;
  const account = { userId, mode: 'real' } as const;
  const held = (await findHoldings(tx, [account])).get(accountKey(account))?.[asset] ?? {};
  const payments = draft(asset, held);
  payments.pay('user:leaving', 'user:cash', amount);
  payments.cover();
  const postings = payments.postings();
  return entryOf(one, { kind: 'withdrawal-return', cause, postings, at });
}

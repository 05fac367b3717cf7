import { type EntryId, type Money, type UnixMs, type UserId, newUuid } from '@candor/kernel';
import type { SessionUser } from '@candor/protocol';
import { commitEntries, draft } from '../../ledger/index.ts';
import type { Parameters } from '../../parameters/index.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { appendFacts } from '../../platform/commit/outbox.ts';
import { newSecret } from '../../platform/secrets/session.ts';
import { USER_REGISTERED, type UserRegistered } from './events.ts';
import { type AccountRow, findByName, insertAccount } from './account-store.ts';

async function openDemoAccount(
  tx: Tx,
  opening: { userId: UserId; balance: Money; at: UnixMs },
): Promise<void> {
  const { userId, balance, at } = opening;
  const postings = draft(balance.asset, {});
  postings.pay('house:demo-grant', 'user:cash', balance.units);
  // An operator may let demo accounts begin empty; an entry without postings moves nothing.
  if (postings.postings().length === 0) return;
  const entry = {
    id: newUuid(at) as EntryId,
    userId,
    mode: 'demo',
    kind: 'demo-opening',
    requestId: 'demo-opening',
    part: 0,
    cause: 'request',
    subject: null,
    reverses: null,
    at,
    postings: postings.postings(),
  } as const;
  await commitEntries(tx, [entry], at);
}

/** What an account begins with. */
export type Opening = {
  /** Already folded, see `foldUsername`. */
  readonly username: string;
  /** Null when it was opened by a wallet or another service. */
  readonly passwordHash: string | null;
  /** Wire value of the language mails are written in. */
  readonly language: string;
  readonly at: UnixMs;
};

/**
 * Opens an account with its demo account and announces it, in the caller's transaction; null when
 * another user has the name.
 */
export async function openAccount(
  tx: Tx,
  deps: { readonly parameters: Parameters },
  opening: Opening,
): Promise<AccountRow | null> {
  const { at } = opening;
  const userId = newUuid(at) as UserId;
  const account = await insertAccount(tx, { ...opening, userId });
  if (account === null) return null;
  await openDemoAccount(tx, { userId, balance: deps.parameters.usdt('demo.balance'), at });
  const registered: UserRegistered = { userId };
  await appendFacts(tx, [{ topic: USER_REGISTERED, payload: registered }], at);
  return account;
}

/** A user name nobody has, for an account that was opened without one: "eth-7f3k9q2m". */
export async function freeUsername(tx: Tx, prefix: string): Promise<string> {
  for (;;) {
    const ending = newSecret()
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')
      .slice(0, 8);
    const username = `${prefix}-${ending}`;
    if ((await findByName(tx, username)) === null) return username;
  }
}

/** An account as its session shows it. */
export function sessionUserOf(account: AccountRow): SessionUser {
  return {
    id: account.user_id,
    username: account.username,
    demoDisabled: account.demo_disabled,
  };
}

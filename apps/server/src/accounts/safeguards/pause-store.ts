import type { UnixMs, UserId } from '@candor/kernel';
import { lockAccounts, touchStatements } from '../../ledger/index.ts';
import { type Row, type Sql, type Tx, sendAll } from '../../platform/postgres/db.ts';
import type { OwnPause, Pause } from './rules.ts';

type PauseRow = Row & {
  user_id: string;
  kind: Pause['kind'];
  since: UnixMs;
  until: UnixMs | null;
};

const FIND = `
  select user_id, kind, since, until from accounts.pause where user_id = any ($1::uuid[])
  union all
  select user_id, 'freeze', since, until from accounts.freeze where user_id = any ($1::uuid[])
  union all
  select user_id, 'staff', since, until from accounts.staff_freeze where user_id = any ($1::uuid[])
  union all
  select user_id, 'demo', created_at, null from accounts.account
  where user_id = any ($1::uuid[]) and demo_disabled
  union all
  select user_id, 'account', created_at, null from accounts.account
  where user_id = any ($1::uuid[]) and status <> 'active'`;

/**
 * The newest word on every kind of pause of these users, over or not: their own, their freeze, that
 * of staff, and what was switched off or closed.
 */
export async function findPauses(
  sql: Sql,
  users: readonly UserId[],
): Promise<ReadonlyMap<UserId, readonly Pause[]>> {
  const rows = await sql.query<PauseRow>(FIND, [users]);
  const pauses = rows.map(({ user_id: userId, kind, since, until }) => ({
    userId: userId as UserId,
    pause: { kind, since, until },
  }));
  const byUser = Map.groupBy(pauses, ({ userId }) => userId);
  return new Map([...byUser].map(([userId, found]) => [userId, found.map(({ pause }) => pause)]));
}

const PUT = `
  insert into accounts.pause (user_id, kind, since, until)
  values ($1, $2, platform.from_ms($3), platform.from_ms($4))
  on conflict (user_id, kind) do update set since = excluded.since, until = excluded.until`;

/** Says from when until when an account takes no new risk; under `holdRisk`. */
export async function putPause(tx: Tx, userId: UserId, pause: OwnPause): Promise<void> {
  await tx.query(PUT, [userId, pause.kind, pause.since, pause.until]);
}

const LOCK = 'select 1 as one from accounts.account where user_id = $1 for update';

/**
 * Makes commands on both trading accounts of a user wait until the transaction ends, and then read
 * them afresh: for the command that changes what may be begun on them, before it is changed.
 */
export async function holdRisk(tx: Tx, userId: UserId): Promise<void> {
  const books = [
    { userId, mode: 'demo' },
    { userId, mode: 'real' },
  ] as const;
  await lockAccounts(tx, books);
  // Who never had money has no trading account to lock.
  await tx.query(LOCK, [userId]);
  await sendAll(tx, touchStatements(books));
}

import type { UnixMs, UserId } from '@candor/kernel';
import type { StaffFreezeReason } from '@candor/protocol';
import type { Tx } from '../../platform/postgres/db.ts';

const FREEZE = `
  insert into accounts.staff_freeze (user_id, since, until, reason, by)
  values ($1, platform.from_ms($2), platform.from_ms($3), $4, $5)
  on conflict (user_id) do update
  set since = excluded.since, until = excluded.until, reason = excluded.reason, by = excluded.by`;

/** Says until when staff stop new risk of an account; the newest word counts. */
export async function putStaffFreeze(
  tx: Tx,
  freeze: {
    readonly userId: UserId;
    readonly since: UnixMs;
    readonly until: UnixMs;
    readonly reason: StaffFreezeReason;
    readonly by: string;
  },
): Promise<void> {
  const { userId, since, until, reason, by } = freeze;
  await tx.query(FREEZE, [userId, since, until, reason, by]);
}

const THAW = `
  update accounts.staff_freeze set until = platform.from_ms($2)
  where user_id = $1 and until > platform.from_ms($2) returning user_id`;

/** Ends a freeze by staff now; false where none is in force. */
export async function endStaffFreeze(tx: Tx, userId: UserId, at: UnixMs): Promise<boolean> {
  return (await tx.query(THAW, [userId, at])).length === 1;
}

const NOTE = `
  insert into accounts.staff_note (user_id, id, at, by, text)
  values ($1, $2, platform.from_ms($3), $4, $5)`;

/** Adds a note; none is ever edited. */
export async function insertStaffNote(
  tx: Tx,
  note: { userId: UserId; id: string; at: UnixMs; by: string; text: string },
): Promise<void> {
  await tx.query(NOTE, [note.userId, note.id, note.at, note.by, note.text]);
}

const DISABLE = `
  insert into accounts.disabling (user_id, since, until, reason, case_number)
  values ($1, platform.from_ms($2), platform.from_ms($3), $4, $5)`;

/** Writes down why and until when an account is disabled. */
export async function insertDisabling(
  tx: Tx,
  disabling: {
    readonly userId: UserId;
    readonly since: UnixMs;
    readonly until: UnixMs;
    readonly reason: string;
    readonly caseNumber: string;
  },
): Promise<void> {
  const { userId, since, until, reason, caseNumber } = disabling;
  await tx.query(DISABLE, [userId, since, until, reason, caseNumber]);
}

/** Forgets why an account was disabled: it is enabled again. */
export async function dropDisabling(tx: Tx, userId: UserId): Promise<void> {
  await tx.query('delete from accounts.disabling where user_id = $1', [userId]);
}

const DROP_ENDED = `
  delete from accounts.disabling where user_id = $1 and until <= platform.from_ms($2)
  returning user_id`;

/** Forgets a time of being disabled that is over; false where none is. */
export async function dropEndedDisabling(tx: Tx, userId: UserId, at: UnixMs): Promise<boolean> {
  return (await tx.query(DROP_ENDED, [userId, at])).length === 1;
}

const ENDED = `
  select user_id from accounts.disabling where until <= platform.from_ms($1)
  order by until limit 500`;

/** Accounts whose time of being disabled is over. */
export async function listEndedDisablings(tx: Tx, at: UnixMs): Promise<UserId[]> {
  return (await tx.query<{ user_id: string }>(ENDED, [at])).map((row) => row.user_id as UserId);
}

import type { SessionId, UnixMs, UserId } from '@candor/kernel';
import { columnsOf } from '../../platform/postgres/columns.ts';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { DeviceFacts } from './rules.ts';
import type { LoginRow } from './schema.ts';

const KNOWN = `
  select exists(select from accounts.session where user_id = $1 and id <> $2) as has_entered,
         exists(select from accounts.session
                where user_id = $1 and id <> $2 and device = $3 and address = $4) as is_known`;

/** Whether an account was entered before a session, and from such a place. */
export async function findDeviceFacts(
  tx: Tx,
  params: {
    readonly userId: UserId;
    readonly sessionId: SessionId;
    readonly device: string;
    readonly address: string;
  },
): Promise<DeviceFacts> {
  const values = [params.userId, params.sessionId, params.device, params.address];
  const [row] = await tx.query<{ has_entered: boolean; is_known: boolean }>(KNOWN, values);
  return { hasEntered: row?.has_entered === true, isKnown: row?.is_known === true };
}

const INSERT = `
  insert into accounts.login (user_id, id, at, outcome, way, device, address, is_new)
  values ($1, $2, platform.from_ms($3), 'in', $4, $5, $6, $7)`;

/** How and from where a user signed in, or tried to. */
export type LoginOrigin = {
  readonly id: string;
  readonly at: UnixMs;
  readonly way: LoginRow['way'];
  readonly device: string;
  readonly address: string;
};

/** Writes a log-in down. */
export async function insertLogin(
  tx: Tx,
  login: LoginOrigin & { readonly userId: UserId; readonly isNew: boolean },
): Promise<void> {
  const { userId, id, at, way, device, address, isNew } = login;
  await tx.query(INSERT, [userId, id, at, way, device, address, isNew]);
}

/** Tries of one hour at one account from one place. */
export type RefusedAttempts = LoginOrigin & {
  readonly userId: string;
  readonly hour: number;
  readonly tries: number;
};

const ATTEMPTS = columnsOf<RefusedAttempts>([
  ['user_id', 'uuid', ({ userId }) => userId],
  ['id', 'uuid', ({ id }) => id],
  ['at', 'bigint', ({ at }) => at],
  ['way', 'text', ({ way }) => way],
  ['device', 'text', ({ device }) => device],
  ['address', 'text', ({ address }) => address],
  ['hour', 'bigint', ({ hour }) => hour],
  ['tries', 'int', ({ tries }) => tries],
]);
// From the accounts, so that tries at an account that is none count for nobody.
const REFUSED = `
  insert into accounts.login (user_id, id, at, outcome, way, device, address, hour, tries)
  select a.user_id, r.id, platform.from_ms(r.at), 'refused', r.way, r.device, r.address, r.hour,
         r.tries
  from ${ATTEMPTS.rows('r')}
  join accounts.account a on a.user_id = r.user_id
  on conflict (user_id, hour, way, device, address) where outcome = 'refused'
  do update set tries = accounts.login.tries + excluded.tries, at = excluded.at`;

/** Adds refused tries to those of their hours and places, in one statement. */
export async function countRefused(sql: Sql, refused: readonly RefusedAttempts[]): Promise<void> {
  await sql.query(REFUSED, ATTEMPTS.values(refused));
}

const LIST = `
  select id, at, outcome, way, device, address, tries, is_new from accounts.login
  where user_id = $1 order by at desc, id desc limit $2 offset $3`;
const COUNT = 'select count(*)::int as total from accounts.login where user_id = $1';

/** A page of an account's log-ins, newest first. */
export async function listLogins(
  sql: Sql,
  params: { readonly userId: UserId; readonly page: number; readonly size: number },
): Promise<{ rows: LoginRow[]; total: number }> {
  const { userId, page, size } = params;
  const rows = await sql.query<Row & LoginRow>(LIST, [userId, size, (page - 1) * size]);
  const [count] = await sql.query<{ total: number }>(COUNT, [userId]);
  return { rows, total: count?.total ?? 0 };
}

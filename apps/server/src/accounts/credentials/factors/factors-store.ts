import { type UnixMs, type UserId, ensure } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../../platform/postgres/db.ts';
import type { MeansRow, PasskeyRow, TotpRow, TotpOfferRow } from './schema.ts';

export type { MeansRow, PasskeyRow } from './schema.ts';

const MEANS = `
  select a.user_id, exists (select from accounts.totp t where t.user_id = a.user_id) as has_totp,
    (select count(*)::int from accounts.passkey p where p.user_id = a.user_id) as passkeys,
    (select count(*)::int from accounts.recovery_code r
      where r.user_id = a.user_id and r.used_at is null) as recovery_left,
    a.password_hash is not null as has_password
  from accounts.account a where a.user_id = any ($1::uuid[])`;

/** How many factors these accounts have. */
export async function findMeansOf(
  sql: Sql,
  userIds: readonly UserId[],
): Promise<ReadonlyMap<UserId, MeansRow>> {
  const rows = await sql.query<Row & MeansRow & { user_id: string }>(MEANS, [userIds]);
  return new Map(rows.map((row) => [row.user_id as UserId, row]));
}

/** How many factors an account has. */
export async function findMeans(sql: Sql, userId: UserId): Promise<MeansRow | null> {
  return (await findMeansOf(sql, [userId])).get(userId) ?? null;
}

const OFFER = `
  insert into accounts.totp_offer (user_id, sealed, expires_at)
  values ($1, $2, platform.from_ms($3))
  on conflict (user_id) do update set sealed = excluded.sealed, expires_at = excluded.expires_at`;

/** Remembers a secret that was shown; an older one is forgotten. */
export async function offerTotp(
  tx: Tx,
  offer: { userId: UserId; sealed: string; until: UnixMs },
): Promise<void> {
  await tx.query(OFFER, [offer.userId, offer.sealed, offer.until]);
}

const FIND_OFFER = `
  select sealed from accounts.totp_offer
  where user_id = $1 and expires_at > platform.from_ms($2) for update`;

/** The secret that was shown and waits for a code; locked. */
export async function findTotpOffer(tx: Tx, userId: UserId, at: UnixMs): Promise<string | null> {
  return (await tx.query<Row & TotpOfferRow>(FIND_OFFER, [userId, at]))[0]?.sealed ?? null;
}

const ADD_TOTP = `
  insert into accounts.totp (user_id, sealed, created_at, last_step)
  values ($1, $2, platform.from_ms($3), $4)
  on conflict (user_id) do update
  set sealed = excluded.sealed, created_at = excluded.created_at, last_step = excluded.last_step`;
const DROP_OFFER = 'delete from accounts.totp_offer where user_id = $1';

/** Turns a code app on, in the place of another if there is one. */
export async function putTotp(
  tx: Tx,
  totp: { userId: UserId; sealed: string; at: UnixMs; step: number },
): Promise<void> {
  await tx.query(ADD_TOTP, [totp.userId, totp.sealed, totp.at, totp.step]);
  await tx.query(DROP_OFFER, [totp.userId]);
}

const FIND_TOTP = 'select sealed, last_step from accounts.totp where user_id = $1';

/** The code app of an account. */
export async function findTotp(
  sql: Sql,
  userId: UserId,
): Promise<{ sealed: string; lastStep: number } | null> {
  const [row] = await sql.query<Row & TotpRow>(FIND_TOTP, [userId]);
  return row === undefined
    ? null
    : { sealed: row.sealed, lastStep: Number.parseInt(row.last_step, 10) };
}

const USE_STEP = `
  update accounts.totp set last_step = $2 where user_id = $1 and last_step < $2 returning user_id`;

/** Takes a code's step; false when it or a later one was taken before. */
export async function useTotpStep(tx: Tx, userId: UserId, step: number): Promise<boolean> {
  return (await tx.query(USE_STEP, [userId, step])).length === 1;
}

const DROP_TOTP = 'delete from accounts.totp where user_id = $1 returning user_id';

/** Turns the code app off; false when there was none. */
export async function dropTotp(tx: Tx, userId: UserId): Promise<boolean> {
  return (await tx.query(DROP_TOTP, [userId])).length === 1;
}

const PASSKEYS = `
  select id, credential_id, public_key, counter, transports, name, is_synced, created_at,
    last_used_at
  from accounts.passkey where user_id = $1 order by created_at, id`;

/** The passkeys of an account, the oldest first. */
export function listPasskeys(sql: Sql, userId: UserId): Promise<PasskeyRow[]> {
  return sql.query<Row & PasskeyRow>(PASSKEYS, [userId]);
}

/** A passkey as it is written down. */
export type NewPasskey = {
  readonly userId: UserId;
  readonly id: string;
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly isSynced: boolean;
  readonly at: UnixMs;
};

const ADD_PASSKEY = `
  insert into accounts.passkey
    (user_id, id, credential_id, public_key, counter, transports, name, is_synced, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, platform.from_ms($9))
  on conflict (credential_id) do nothing returning id`;

/** Adds a passkey; false when it belongs to a user already. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  const { userId, id, credentialId, publicKey, counter, transports, name, isSynced, at } = passkey;
  const key = Buffer.from(publicKey);
  const values = [userId, id, credentialId, key, counter, transports, name, isSynced, at];
  return (await tx.query(ADD_PASSKEY, values)).length === 1;
}

// An authenticator that counts must count up; those that do not count stay at zero.
const USE_PASSKEY = `
  update accounts.passkey set counter = $3, last_used_at = platform.from_ms($4)
  where user_id = $1 and id = $2 and (counter < $3 or (counter = 0 and $3 = 0)) returning id`;

/** Notes that a passkey answered; false when its counter shows a copy of it. */
export async function usePasskey(
  tx: Tx,
  used: { userId: UserId; id: string; counter: number; at: UnixMs },
): Promise<boolean> {
  return (await tx.query(USE_PASSKEY, [used.userId, used.id, used.counter, used.at])).length === 1;
}

const DROP_PASSKEY = `
  delete from accounts.passkey where user_id = $1 and id = $2 returning name`;

/** Removes a passkey and answers its name; null when the account has no such one. */
export async function dropPasskey(tx: Tx, userId: UserId, id: string): Promise<string | null> {
  return (await tx.query<{ name: string }>(DROP_PASSKEY, [userId, id]))[0]?.name ?? null;
}

const DROP_CODES = 'delete from accounts.recovery_code where user_id = $1';
const ADD_CODES = `
  insert into accounts.recovery_code (user_id, hash) select $1, unnest($2::text[])`;

/** Puts new recovery codes in the place of all old ones. No codes: the account has none. */
export async function replaceRecoveryCodes(
  tx: Tx,
  userId: UserId,
  hashes: readonly string[],
): Promise<void> {
  await tx.query(DROP_CODES, [userId]);
  if (hashes.length > 0) await tx.query(ADD_CODES, [userId, hashes]);
}

const USE_CODE = `
  update accounts.recovery_code set used_at = platform.from_ms($3)
  where user_id = $1 and hash = $2 and used_at is null returning hash`;

/** Uses a recovery code up; false when the account has no such unused one. */
export async function useRecoveryCode(
  tx: Tx,
  code: { userId: UserId; hash: string; at: UnixMs },
): Promise<boolean> {
  return (await tx.query(USE_CODE, [code.userId, code.hash, code.at])).length === 1;
}

const COUNT_WRONG = `
  insert into accounts.wrong_codes as w (user_id, in_a_row) values ($1, 1)
  on conflict (user_id) do update set in_a_row = least(w.in_a_row + 1, 1000000)
  returning in_a_row`;

/** Counts a code before it is looked at; answers how many in a row it makes. */
export async function countCode(tx: Tx, userId: UserId): Promise<number> {
  const [row] = await tx.query<{ in_a_row: number }>(COUNT_WRONG, [userId]);
  return ensure(row, 'a count answers its count').in_a_row;
}

const WRONG_CODES = 'select in_a_row from accounts.wrong_codes where user_id = $1';

/** Codes of an account that were wrong since the last right factor. */
export async function countWrongCodes(sql: Sql, userId: UserId): Promise<number> {
  return (await sql.query<{ in_a_row: number }>(WRONG_CODES, [userId]))[0]?.in_a_row ?? 0;
}

const FORGET_WRONG = 'delete from accounts.wrong_codes where user_id = $1';

/** Begins to count wrong codes anew: the owner proved to be there. */
export async function forgetWrongCodes(tx: Tx, userId: UserId): Promise<void> {
  await tx.query(FORGET_WRONG, [userId]);
}

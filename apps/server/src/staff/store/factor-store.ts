import type { UnixMs } from '@candor/kernel';
import { createTryStore } from '../../platform/credentials/tries.ts';
import type { MadePasskey } from '../../platform/credentials/passkeys.ts';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { ChallengeRow, PasskeyRow, Purpose } from './schema.ts';

export type { ChallengeRow, PasskeyRow } from './schema.ts';

/** Refused sign-ins by mail address and network, refused codes and passwords by member. */
export const STAFF_TRIES = createTryStore('staff.refused_try');

const TOTP = `select sealed, last_step::text, since from staff.totp where member_id = $1`;

/** The code app of a member; null while none is on. */
export async function findTotp(
  sql: Sql,
  memberId: string,
): Promise<{ sealed: string; lastStep: number; since: number } | null> {
  type Found = { sealed: string; last_step: string; since: number };
  const [row] = await sql.query<Row & Found>(TOTP, [memberId]);
  if (row === undefined) return null;
  return { sealed: row.sealed, lastStep: Number.parseInt(row.last_step, 10), since: row.since };
}

const PUT_TOTP = `
  insert into staff.totp (member_id, sealed, last_step, since)
  values ($1, $2, $3, platform.from_ms($4))
  on conflict (member_id) do update
  set sealed = excluded.sealed, last_step = excluded.last_step, since = excluded.since`;

/** Turns a code app on, in the place of another one. */
export async function putTotp(
  tx: Tx,
  totp: { memberId: string; sealed: string; lastStep: number; at: UnixMs },
): Promise<void> {
  await tx.query(PUT_TOTP, [totp.memberId, totp.sealed, totp.lastStep, totp.at]);
}

const USE_STEP = `
  update staff.totp set last_step = $2 where member_id = $1 and last_step < $2 returning member_id`;

/** Uses a code up; false where it, or a later one, was used. */
export async function useTotpStep(tx: Tx, memberId: string, step: number): Promise<boolean> {
  return (await tx.query(USE_STEP, [memberId, step])).length === 1;
}

const PASSKEYS = `
  select id, credential_id, public_key, counter::text, transports, name, created_at, last_used_at
  from staff.passkey where member_id = $1 order by created_at, id limit 100`;

/** Passkeys of a member. */
export function listPasskeys(sql: Sql, memberId: string): Promise<PasskeyRow[]> {
  return sql.query<Row & PasskeyRow>(PASSKEYS, [memberId]);
}

const INSERT_PASSKEY = `
  insert into staff.passkey
    (id, member_id, credential_id, public_key, counter, transports, name, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, platform.from_ms($8)) on conflict do nothing returning id`;

/** Adds a passkey; false where a member has it already. */
export async function insertPasskey(
  tx: Tx,
  passkey: MadePasskey & { id: string; memberId: string; name: string; at: UnixMs },
): Promise<boolean> {
  const { id, memberId, credentialId, counter, transports, name, at } = passkey;
  const key = Buffer.from(passkey.publicKey);
  const values = [id, memberId, credentialId, key, counter, [...transports], name, at];
  return (await tx.query(INSERT_PASSKEY, values)).length === 1;
}

const USE_PASSKEY = `
  update staff.passkey set counter = $3, last_used_at = platform.from_ms($4)
  where member_id = $1 and id = $2 and (counter < $3 or (counter = 0 and $3 = 0)) returning id`;

/** Moves the counter of a passkey on; false where it went back: a copy of the key answered. */
export async function usePasskey(
  tx: Tx,
  used: { memberId: string; id: string; counter: number; at: UnixMs },
): Promise<boolean> {
  const { memberId, id, counter, at } = used;
  return (await tx.query(USE_PASSKEY, [memberId, id, counter, at])).length === 1;
}

const DROP_PASSKEY = 'delete from staff.passkey where member_id = $1 and id = $2 returning id';

/** Removes a passkey; false where the member has no such one. */
export async function dropPasskey(tx: Tx, memberId: string, id: string): Promise<boolean> {
  return (await tx.query(DROP_PASSKEY, [memberId, id])).length === 1;
}

/** Turns the code app of a member off. */
export async function dropTotp(tx: Tx, memberId: string): Promise<void> {
  await tx.query('delete from staff.totp where member_id = $1', [memberId]);
}

/** Removes all that proves a member beside the password. */
export async function dropFactors(tx: Tx, memberId: string): Promise<void> {
  await dropTotp(tx, memberId);
  await tx.query('delete from staff.passkey where member_id = $1', [memberId]);
}

const ASK = `
  insert into staff.challenge
    (hash, purpose, member_id, link_id, nonce, sealed, email, name, password_hash, created_at,
     expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, platform.from_ms($10), platform.from_ms($11))`;

/** A question as it is written down: of its secret only the hash. */
export type NewChallenge = {
  readonly hash: string;
  readonly purpose: Purpose;
  readonly memberId: string | null;
  readonly linkId?: string;
  readonly nonce: string;
  readonly sealed?: string;
  readonly email?: string;
  readonly name?: string;
  readonly passwordHash?: string;
  readonly at: UnixMs;
  readonly until: UnixMs;
};

/** Writes a question down. */
export async function insertChallenge(sql: Sql, asked: NewChallenge): Promise<void> {
  const { hash, purpose, memberId, linkId, nonce, sealed, email, name, passwordHash } = asked;
  const said = [linkId, nonce, sealed, email, name, passwordHash].map((one) => one ?? null);
  await sql.query(ASK, [hash, purpose, memberId, ...said, asked.at, asked.until]);
}

const COUNT_TRY = `
  update staff.challenge set tries = tries + 1
  where hash = $1 and purpose = $2 and answered_at is null and tries < $3
    and expires_at > platform.from_ms($4)
  returning member_id, link_id, nonce, sealed, email, name, password_hash, tries`;

/** Counts an answer before it is looked at; null for a question that takes none any more. */
export async function countTry(
  sql: Sql,
  asked: { hash: string; purpose: Purpose; max: number; at: UnixMs },
): Promise<ChallengeRow | null> {
  const { hash, purpose, max, at } = asked;
  return (await sql.query<Row & ChallengeRow>(COUNT_TRY, [hash, purpose, max, at]))[0] ?? null;
}

const CLOSE = `
  update staff.challenge set answered_at = platform.from_ms($2)
  where hash = $1 and answered_at is null and expires_at > platform.from_ms($2) returning hash`;

/** Closes a question with its right answer; false where it was closed before. */
export async function closeChallenge(tx: Tx, hash: string, at: UnixMs): Promise<boolean> {
  return (await tx.query(CLOSE, [hash, at])).length === 1;
}

const END_OF = `
  update staff.challenge set expires_at = least(expires_at, created_at)
  where member_id = $1 and answered_at is null`;

/** Ends every question of a member: what was begun before is not gone on with. */
export async function endChallengesOf(tx: Tx, memberId: string): Promise<void> {
  await tx.query(END_OF, [memberId]);
}

const SWEEP = 'delete from staff.challenge where expires_at <= platform.from_ms($1)';

/** Forgets questions that were over before a moment. */
export async function sweepChallenges(sql: Sql, at: UnixMs): Promise<void> {
  await sql.query(SWEEP, [at]);
}

import type { Asset, UnixMs, UserId } from '@candor/kernel';
import { type DepositClaim, type Network, claims } from '@candor/protocol';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { ClaimRow, ProofRow, SeenRow } from './schema.ts';

export type { ClaimRow } from './schema.ts';

/** A claim as it is written down. */
export type NewClaim = {
  readonly userId: UserId;
  readonly id: string;
  readonly asset: Asset;
  readonly network: Network;
  readonly units: bigint;
  readonly tail: string;
  readonly proofId: string;
  readonly caseId: string;
  readonly deadline: UnixMs;
  readonly at: UnixMs;
};

const INSERT = `
  insert into cashier.deposit_claim (user_id, id, asset, network, units, tx_hash_tail, proof_id,
    case_id, deadline, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, platform.from_ms($9), platform.from_ms($10))`;

/** Writes a claim down. */
export async function insertClaim(tx: Tx, claim: NewClaim): Promise<void> {
  const { userId, id, asset, network, units, tail, proofId, caseId, deadline, at } = claim;
  const values = [userId, id, asset, network, units.toString(), tail, proofId, caseId];
  await tx.query(INSERT, [...values, deadline, at]);
}

/** A hash is unique by far more characters: the few that end so are all of them. */
const SEEN_MAX = 5;
const SEEN = `
  select units, state, tx_hash from cashier.deposit
  where user_id = $1 and network = $2 and asset = $3 and right(lower(tx_hash), ${claims.HASH_TAIL_LENGTH}) = $4
  order by seen_at desc limit ${SEEN_MAX}`;

/** Payments to a user's addresses whose hash ends as a claim says. */
export function listSeen(
  sql: Sql,
  { userId, network, asset, tail }: Pick<NewClaim, 'userId' | 'network' | 'asset' | 'tail'>,
): Promise<SeenRow[]> {
  return sql.query<Row & SeenRow>(SEEN, [userId, network, asset, tail]);
}

const LOCK = `select pg_advisory_xact_lock(hashtextextended('cashier.claims ' || $1, 0))`;

/** Holds a user's claims until the transaction ends: who never had money has no balance to hold. */
export async function lockClaims(tx: Tx, userId: UserId): Promise<void> {
  await tx.query(LOCK, [userId]);
}

const WAITING = `
  select count(*)::int as waiting from cashier.deposit_claim
  where user_id = $1 and state = 'waiting'`;

/** How many claims of a user wait for a decision. */
export async function countWaiting(sql: Sql, userId: UserId): Promise<number> {
  const [row] = await sql.query<Row & { waiting: number }>(WAITING, [userId]);
  return row?.waiting ?? 0;
}

const OF_PROOFS = `
  select case_id, proof_id, user_id from cashier.deposit_claim where proof_id = any ($1::uuid[])
  order by array_position($1::uuid[], proof_id)`;

/** The claims that some pictures were brought for, in the order of the pictures. */
export function listOfProofs(sql: Sql, ids: readonly string[]): Promise<ProofRow[]> {
  return sql.query<Row & ProofRow>(OF_PROOFS, [ids]);
}

const FOUND = `
  update cashier.deposit_claim set is_found = true, deadline = platform.from_ms($3)
  where user_id = $1 and case_id = $2 and state = 'waiting' and not is_found`;

/** Says that staff found the payment of a case's claim: from now on it waits for the network. */
export async function markFound(
  tx: Tx,
  found: { readonly userId: UserId; readonly caseId: string; readonly deadline: UnixMs },
): Promise<void> {
  await tx.query(FOUND, [found.userId, found.caseId, found.deadline]);
}

const DECIDE = `
  update cashier.deposit_claim set state = $3, decided_at = platform.from_ms($4)
  where user_id = $1 and case_id = $2 and state = 'waiting'`;

/** Ends the claim of a case. */
export async function endClaim(
  tx: Tx,
  ended: { readonly userId: UserId; readonly caseId: string; readonly at: UnixMs },
  state: DepositClaim['state'],
): Promise<void> {
  await tx.query(DECIDE, [ended.userId, ended.caseId, state, ended.at]);
}

const OF_USER = `
  select id, asset, network, units, tx_hash_tail, state, is_found, deadline, created_at, decided_at
  from cashier.deposit_claim where user_id = $1
  order by created_at desc, id desc limit $2 offset $3`;
const COUNT = 'select count(*)::int as total from cashier.deposit_claim where user_id = $1';

/** A page of a user's claims, the newest first. */
export async function listClaims(
  sql: Sql,
  asked: { readonly userId: UserId; readonly page: number; readonly size: number },
): Promise<{ readonly rows: ClaimRow[]; readonly total: number }> {
  const { userId, page, size } = asked;
  const rows = await sql.query<Row & ClaimRow>(OF_USER, [userId, size, (page - 1) * size]);
  const [counted] = await sql.query<Row & { total: number }>(COUNT, [userId]);
  return { rows, total: counted?.total ?? 0 };
}

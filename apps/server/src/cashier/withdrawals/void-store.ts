import type { UnixMs } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { Member } from './batch-store.ts';

/** Decided cases that are carried out at once. */
const VOIDS_MAX = 20;

const DECIDED = `
  select id, facts ->> 'batchId' as batch_id, facts ->> 'hashes' as hashes
  from platform.approval where kind = 'payoutVoid' order by number limit ${VOIDS_MAX}`;

/** Batches two people decided to void, and by which transactions that is to be shown. */
export async function listDecidedVoids(
  sql: Sql,
): Promise<{ caseId: string; batchId: string; hashes: string[] }[]> {
  const rows = await sql.query<Row & Record<'id' | 'batch_id' | 'hashes', string>>(DECIDED);
  return rows.map(({ id: caseId, batch_id: batchId, hashes }) => {
    return { caseId, batchId, hashes: hashes.split(',').filter((hash) => hash !== '') };
  });
}

const PROOF = `
  insert into cashier.void_proof (case_id, batch_id, asked_at, dead, said)
  values ($1, $2, platform.from_ms($3), $4, $5)
  on conflict (case_id) do update
    set asked_at = excluded.asked_at, dead = excluded.dead, said = excluded.said`;

/** Keeps what the chain said of a void that was decided. */
export async function putProof(
  tx: Tx,
  proof: {
    readonly caseId: string;
    readonly batchId: string;
    readonly at: UnixMs;
    readonly dead: readonly string[];
    readonly said: string;
  },
): Promise<void> {
  await tx.query(PROOF, [proof.caseId, proof.batchId, proof.at, proof.dead, proof.said]);
}

const FOUND = `
  select asked_at, dead from cashier.void_proof
  where case_id = $1 and asked_at > platform.from_ms($2)`;

/** What the chain said of a void since a moment; null where it was not asked since. */
export async function findProof(
  sql: Sql,
  { caseId, since }: { readonly caseId: string; readonly since: UnixMs },
): Promise<{ askedAt: UnixMs; dead: ReadonlySet<string> } | null> {
  type Found = Row & { asked_at: number; dead: string[] };
  const [row] = await sql.query<Found>(FOUND, [caseId, since]);
  return row === undefined ? null : { askedAt: row.asked_at as UnixMs, dead: new Set(row.dead) };
}

const VOIDED = `
  insert into cashier.voided (user_id, withdrawal_id, batch_id, batch_place, tx_hash, problem, case_id, at)
  values ($1, $2, $3, $4, $5, $6, $7, platform.from_ms($8))`;

/** Writes down that a withdrawal leaves its batch; the database looks for the case and its proof. */
export async function insertVoided(
  tx: Tx,
  { userId, id, place, txHash, problem }: Member,
  by: { readonly batchId: string; readonly caseId: string; readonly at: UnixMs },
): Promise<void> {
  const { batchId, caseId, at } = by;
  await tx.query(VOIDED, [userId, id, batchId, place, txHash, problem, caseId, at]);
}

const UNPROVEN = `
  select count(*)::int as count from platform.approval c
  where c.kind = 'payoutVoid' and not exists (
    select from cashier.void_proof p where p.case_id = c.id and cardinality(p.dead) > 0)`;

/** Voids that were decided and that the chain does not show. */
export async function countUnproven(sql: Sql): Promise<number> {
  const [row] = await sql.query<Row & { count: number }>(UNPROVEN);
  return row?.count ?? 0;
}

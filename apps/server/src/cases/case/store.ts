import type { UnixMs, UserId } from '@candor/kernel';
import type { CaseStep } from '@candor/protocol';
import { canonicalJson } from '../../platform/formats/canonical-json.ts';
import type { Sql, Tx } from '../../platform/postgres/db.ts';
import type { Proposal } from './kind.ts';
import type { CaseChange } from './rules.ts';
import type { CaseRow, StepRow } from './schema.ts';

export type { CaseRow, StepRow } from './schema.ts';

/** Every column of a case. */
export const COLUMNS = `
  id, number, kind, state, verdict, user_id, subject, amount::text, asset, facts, evidence, row_hash,
  people, opened_by, opened_at, deadline, claimed_by, claimed_at, first_by, first_at, decided_by,
  decided_at, reason, message, applied_at, parts`;

const INSERT = `
  insert into cases.case (id, letter, kind, user_id, subject, amount, asset, facts, evidence, people,
    opened_by, opened_at, deadline)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, platform.from_ms($12),
    platform.from_ms($13)) returning ${COLUMNS}`;

/** Writes a new case down. */
export async function insertCase(
  tx: Tx,
  made: Proposal & {
    readonly id: string;
    readonly letter: string;
    readonly kind: string;
    readonly people: 1 | 2;
    readonly openedBy: string;
    readonly openedAt: UnixMs;
    readonly deadline: UnixMs;
  },
): Promise<CaseRow> {
  const [row] = await tx.query<CaseRow>(INSERT, [
    made.id,
    made.letter,
    made.kind,
    made.userId,
    made.subject,
    made.amount?.toString() ?? null,
    made.asset,
    canonicalJson(made.facts),
    made.evidence ?? [],
    made.people,
    made.openedBy,
    made.openedAt,
    made.deadline,
  ]);
  if (row === undefined) throw new Error('a case was not written');
  return row;
}

const FIND = `select ${COLUMNS} from cases.case where id = $1`;

/** One case; null when there is none. */
export async function findCase(sql: Sql, id: string): Promise<CaseRow | null> {
  return (await sql.query<CaseRow>(FIND, [id]))[0] ?? null;
}

const NAMED = `
  select ${COLUMNS}, exists (
    select from cases.step s where s.case_id = cases.case.id and s.kind = 'applied') as is_done
  from cases.case
  where kind = 'adjustment' and (id = any ($1::uuid[]) or number = $2)`;

/** An adjustment, and whether it was carried out. */
export type AdjustmentRow = CaseRow & { is_done: boolean };

/** Adjustments by their ids, or by a number; an approved one may have lapsed, so what is done is asked of its timeline. Held ones are until the transaction ends. */
export function listAdjustments(
  sql: Sql,
  asked: { readonly ids: readonly string[]; readonly number: string | null },
  { isHeld = false } = {},
): Promise<AdjustmentRow[]> {
  const text = isHeld ? `${NAMED} for update` : NAMED;
  return sql.query<AdjustmentRow>(text, [asked.ids, asked.number]);
}

/** One case, held until the transaction ends: decisions on it follow one another. */
export async function lockCase(tx: Tx, id: string): Promise<CaseRow | null> {
  return (await tx.query<CaseRow>(`${FIND} for update`, [id]))[0] ?? null;
}

const MOVE = `
  update cases.case set state = $2, claimed_by = $3, claimed_at = platform.from_ms($4), first_by = $5,
    first_at = platform.from_ms($6), verdict = $7, decided_by = $8, decided_at = platform.from_ms($9),
    reason = coalesce($10, reason), message = coalesce($11, message), parts = $12
  where id = $1`;

/** Writes down what a move changed. */
export async function moveCase(
  tx: Tx,
  id: string,
  change: CaseChange & { readonly message: string | null },
): Promise<void> {
  const isDecided = change.verdict !== null;
  await tx.query(MOVE, [
    id,
    change.state,
    change.claimedBy,
    change.claimedAt,
    change.firstBy,
    change.firstAt,
    change.verdict,
    change.decidedBy,
    change.decidedAt,
    isDecided ? change.reason : null,
    isDecided ? change.message : null,
    isDecided && change.parts !== null ? canonicalJson(change.parts) : null,
  ]);
}

const AMEND = `
  update cases.case set subject = $2, amount = $3, asset = $4, facts = $5, evidence = $6
  where id = $1 returning ${COLUMNS}`;

/** Changes what is decided on; the database takes a first yes back. */
export async function amendCase(tx: Tx, id: string, proposal: Proposal): Promise<CaseRow | null> {
  const { subject, amount, asset, facts, evidence = [] } = proposal;
  const values = [id, subject, amount?.toString() ?? null, asset, canonicalJson(facts), evidence];
  return (await tx.query<CaseRow>(AMEND, values))[0] ?? null;
}

const TAKE_BACK = 'select cases.take_back($1, $2, platform.from_ms($3)) as is_taken';

/** Ends a case its own user opened, or one of their withdrawal; false where it is decided, or another's. */
export async function takeCaseBack(
  tx: Tx,
  id: string,
  { userId, at }: { readonly userId: UserId; readonly at: UnixMs },
): Promise<boolean> {
  const [row] = await tx.query<{ is_taken: boolean }>(TAKE_BACK, [id, userId, at]);
  return row?.is_taken === true;
}

const STEP = `
  insert into cases.step (case_id, id, at, kind, by, text, reason, is_for_user)
  values ($1, $2, platform.from_ms($3), $4, $5, $6, $7, $8)`;

/** Adds a line to a timeline. */
export async function insertStep(
  tx: Tx,
  step: {
    readonly caseId: string;
    readonly id: string;
    readonly at: UnixMs;
    readonly kind: CaseStep;
    readonly by: string;
    readonly text?: string | null;
    readonly reason?: string | null;
    readonly isForUser: boolean;
  },
): Promise<void> {
  const { caseId, id, at, kind, by, text = null, reason = null, isForUser } = step;
  await tx.query(STEP, [caseId, id, at, kind, by, text, reason, isForUser]);
}

const STEPS_MAX = 500;
const STEPS = `
  select case_id, id, at, kind, by, text, reason, is_for_user from (
    select * from cases.step
    where case_id = any ($1::uuid[]) and (is_for_user or not $2) order by step.place desc
    limit ${STEPS_MAX}
  ) newest order by newest.place`;

/**
 * The timelines of some cases, oldest first; only what the user reads, where so asked. Where they are too
 * long the newest lines stay: they say how a case ended.
 */
export function listSteps(
  sql: Sql,
  params: { readonly ids: readonly string[]; readonly forUser: boolean },
): Promise<StepRow[]> {
  return sql.query<StepRow>(STEPS, [params.ids, params.forUser]);
}

const TO_DO = `
  select id from cases.case
  where state = 'decided' and applied_at is null
    and not exists (
      select from cases.failure f
      where f.case_id = "case".id and f.next_at > platform.from_ms($2))
    and ($1::uuid is null
      or (decided_at, id) > (select c.decided_at, c.id from cases.case c where c.id = $1))
  order by decided_at, id limit 100`;

/**
 * Some decided cases that were not carried out yet and are to be tried now, the oldest first: those behind
 * one of them.
 */
export async function listToDo(
  sql: Sql,
  asked: { readonly after: string | null; readonly now: UnixMs },
): Promise<string[]> {
  return (await sql.query<{ id: string }>(TO_DO, [asked.after, asked.now])).map(({ id }) => id);
}

const FUNDED = `
  select from cases.case c
  where c.kind = 'houseFunding' and c.id is distinct from $3::uuid
    and c.facts::jsonb ->> 'account' = $1 and lower(c.facts::jsonb ->> 'reference') = lower($2)
    and case when $3 is null then coalesce(c.verdict, 'approved') = 'approved'
             else c.verdict = 'approved' and c.applied_at is not null end
  limit 1`;

/**
 * Whether a transaction of a chain brought money in already: by a case that is carried out, but for the
 * named one; where none is named, also by one that waits.
 */
export async function isFunded(
  sql: Sql,
  by: { readonly account: string; readonly reference: string; readonly caseId: string | null },
): Promise<boolean> {
  return (await sql.query(FUNDED, [by.account, by.reference, by.caseId])).length > 0;
}

/** Says that a case was carried out. */
export async function markApplied(tx: Tx, id: string, at: UnixMs): Promise<void> {
  const text = 'update cases.case set applied_at = platform.from_ms($2) where id = $1';
  await tx.query(text, [id, at]);
}

const OVERDUE_MAX = 10_000;
// One whose deadline was moved since is told of again; all are told of in one go.
const OVERDUE = `
  with late as (
    update cases.case set alarmed_at = platform.from_ms($1)
    where id in (
      select id from cases.case
      where state <> 'decided' and deadline <= platform.from_ms($1)
        and (alarmed_at is null or alarmed_at < deadline)
      order by deadline limit ${OVERDUE_MAX} for update skip locked)
    returning ${COLUMNS}
  ), told as (
    insert into cases.step (case_id, id, at, kind, by, is_for_user)
    select id, gen_random_uuid(), platform.from_ms($1), 'overdue', 'system', false from late
  )
  select * from late order by late.deadline, late.id`;

/** Marks the cases whose deadline passed, each once for a deadline, and answers them, oldest first. */
export function claimOverdue(tx: Tx, now: UnixMs): Promise<CaseRow[]> {
  return tx.query<CaseRow>(OVERDUE, [now]);
}

const OF_USER = `
  select ${COLUMNS} from cases.case where user_id = $1
  order by "case".opened_at desc, id desc limit $2 offset $3`;

/** The user a case is about, by its number; null for no case, and for one about no user. */
export async function findUserOfCase(sql: Sql, number: string): Promise<UserId | null> {
  const [row] = await sql.query<{ user_id: string | null }>(
    'select user_id from cases.case where number = $1',
    [number],
  );
  return (row?.user_id ?? null) as UserId | null;
}

/** The numbers of some cases by their ids. */
export async function listNumbers(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql.query<{ id: string; number: string }>(
    'select id, number from cases.case where id = any ($1::uuid[])',
    [ids],
  );
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/** A page of the cases about a user, newest first. */
export async function listOfUser(
  sql: Sql,
  params: { readonly userId: UserId; readonly page: number; readonly size: number },
): Promise<{ rows: CaseRow[]; total: number }> {
  const { userId, page, size } = params;
  const rows = await sql.query<CaseRow>(OF_USER, [userId, size, (page - 1) * size]);
  const [count] = await sql.query<{ total: number }>(
    'select count(*)::int as total from cases.case where user_id = $1',
    [userId],
  );
  return { rows, total: count?.total ?? 0 };
}

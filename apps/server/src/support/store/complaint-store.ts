import type { UnixMs } from '@candor/kernel';
import type { ComplaintCategory, ComplaintOutcome } from '@candor/protocol';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import { beforePlace, behindPlace } from '../../platform/postgres/keyset.ts';
import type { ComplaintRow, ListedComplaintRow } from './schema.ts';

export type { ComplaintRow, ListedComplaintRow } from './schema.ts';

// What the desk's role may read.
const COLUMNS = `conversation_id, said_by, category, received_at, deadline, outcome, redress_case,
  answered_at`;
const FIND = `select ${COLUMNS} from support.complaint where conversation_id = $1`;

/** What the register says of a conversation; null where it is no complaint. */
export async function findComplaint(sql: Sql, id: string): Promise<ComplaintRow | null> {
  return (await sql.query<Row & ComplaintRow>(FIND, [id]))[0] ?? null;
}

const MARK = `
  insert into support.complaint (conversation_id, said_by, category, received_at, deadline)
  values ($1, $2, $3, platform.from_ms($4), platform.from_ms($5))
  on conflict (conversation_id) do update
  set category = excluded.category, received_at = excluded.received_at,
    deadline = excluded.deadline`;

/** Enters a conversation into the register, or changes what is said of it there. */
export async function keepComplaint(
  tx: Tx,
  kept: {
    readonly id: string;
    readonly saidBy: ComplaintRow['said_by'];
    readonly category: ComplaintCategory;
    readonly receivedAt: UnixMs;
    readonly deadline: UnixMs;
  },
): Promise<void> {
  await tx.query(MARK, [kept.id, kept.saidBy, kept.category, kept.receivedAt, kept.deadline]);
}

const ANSWER = `
  update support.complaint
  set outcome = $2, redress_case = $3, answered_at = platform.from_ms($4), answered_by = $5,
    answer_id = $6
  where conversation_id = $1`;

/** Writes down what came of a complaint. */
export async function answerInRegister(
  tx: Tx,
  said: {
    readonly id: string;
    readonly outcome: ComplaintOutcome;
    readonly redressCase: string | null;
    readonly at: UnixMs;
    readonly by: string;
    readonly messageId: string;
  },
): Promise<void> {
  const { id, outcome, redressCase, at, by, messageId } = said;
  await tx.query(ANSWER, [id, outcome, redressCase, at, by, messageId]);
}

const REDRESSES = `
  select exists (select from support.complaint where redress_case = $1) as found`;

/** Whether a case puts another complaint right already. */
export async function isRedress(sql: Sql, caseId: string): Promise<boolean> {
  return (await sql.query<{ found: boolean }>(REDRESSES, [caseId]))[0]?.found ?? false;
}

/** Which complaints are asked for. */
export type ComplaintFilter = {
  readonly state: 'waiting' | 'overdue' | 'answered' | 'all';
  readonly category: ComplaintCategory | null;
  readonly q: string | null;
  /** The user a search named whole; null for none. */
  readonly userId: string | null;
  /** Behind this place: the time and id of the last one before. */
  readonly after: { readonly at: UnixMs; readonly id: string } | null;
  readonly limit: number;
  readonly now: UnixMs;
};

const LISTED = `
  select c.conversation_id, c.said_by, c.category, c.received_at, c.deadline, c.outcome,
    c.redress_case, c.answered_at, s.number, s.subject, s.user_id
  from support.complaint c join support.conversation s on s.id = c.conversation_id`;
const FOUND = `
  ($1::text is null or s.number ilike '%' || $1 || '%' or s.subject ilike '%' || $1 || '%'
    or s.user_id = $2::uuid)
  and ($3::text is null or c.category = $3)`;
const WAITING = `${LISTED}
  where c.answered_at is null and ($7::bigint is null or c.deadline <= platform.from_ms($7))
    and ${FOUND}
    and (c.deadline, c.conversation_id) > ${behindPlace('$4', '$5')}
  order by c.deadline, c.conversation_id limit $6`;
const LATEST = `${LISTED}
  where (c.answered_at is not null or not $7::boolean) and ${FOUND}
    and (c.received_at, c.conversation_id) < ${beforePlace('$4', '$5')}
  order by c.received_at desc, c.conversation_id desc limit $6`;

/** Whether a list is ordered by deadlines. */
export const isByDeadline = (state: ComplaintFilter['state']): boolean =>
  state === 'waiting' || state === 'overdue';

/** A page of the register. */
export function listRegister(sql: Sql, filter: ComplaintFilter): Promise<ListedComplaintRow[]> {
  const { state, category, q, userId, after, limit, now } = filter;
  const said = q === null || q === '' ? null : q.replaceAll(/[\\%_]/g, '\\$&');
  const narrowed = [said, userId, category, after?.at ?? null, after?.id ?? null, limit];
  return isByDeadline(state)
    ? sql.query<Row & ListedComplaintRow>(WAITING, [...narrowed, state === 'overdue' ? now : null])
    : sql.query<Row & ListedComplaintRow>(LATEST, [...narrowed, state === 'answered']);
}

const RECEIVED = `${LISTED}
  where c.received_at >= platform.from_ms($1) and c.received_at < platform.from_ms($2)
  order by c.received_at, c.conversation_id`;

/** Complaints that were received in a span of time. */
export function listReceived(
  sql: Sql,
  span: { readonly from: UnixMs; readonly to: UnixMs },
): Promise<ListedComplaintRow[]> {
  return sql.query<Row & ListedComplaintRow>(RECEIVED, [span.from, span.to]);
}

const COUNTS = `
  select count(*)::int as waiting,
    (count(*) filter (where deadline <= platform.from_ms($1)))::int as overdue
  from support.complaint where answered_at is null`;

/** How many have no final answer, and how many of them are past their deadline. */
export async function countComplaints(
  sql: Sql,
  now: UnixMs,
): Promise<{ waiting: number; overdue: number }> {
  const [row] = await sql.query<{ waiting: number; overdue: number }>(COUNTS, [now]);
  return row ?? { waiting: 0, overdue: 0 };
}

const CLAIM = `
  update support.complaint c set alarmed_at = platform.from_ms($1)
  from support.conversation s
  where s.id = c.conversation_id and c.conversation_id in (
    select conversation_id from support.complaint
    where answered_at is null and deadline <= platform.from_ms($1)
      and (alarmed_at is null or alarmed_at < deadline)
    order by deadline limit 100 for update skip locked)
  returning s.number`;

/** Complaints past their deadline that nobody was told of; they count as told of from now on. */
export async function claimLate(tx: Tx, now: UnixMs): Promise<string[]> {
  return (await tx.query<{ number: string }>(CLAIM, [now])).map(({ number }) => number);
}

import type { UnixMs } from '@candor/kernel';
import type { Sql } from '../../platform/postgres/db.ts';
import { beforePlace, behindPlace } from '../../platform/postgres/keyset.ts';
import type { CaseRow, CountRow } from './schema.ts';
import { COLUMNS } from './store.ts';

/** Which cases are asked for. */
export type QueueFilter = {
  readonly kinds: readonly string[];
  readonly state: 'waiting' | 'mine' | 'overdue' | CaseRow['state'];
  /** Who asks, for `mine`; a claim made before `claimsSince` is over. */
  readonly by: string;
  readonly claimsSince: UnixMs;
  readonly now: UnixMs;
  readonly q: string | null;
  /** Behind this place: the time and id of the last case before. */
  readonly after: { readonly at: UnixMs; readonly id: string } | null;
  readonly limit: number;
};

const FOUND = `
  kind = any ($1::text[])
  and ($2::text is null or number ilike '%' || $2 || '%' or subject ilike '%' || $2 || '%'
    or user_id::text = lower($2))`;

const STATES = {
  waiting: `state <> 'decided'`,
  open: `state = 'open'`,
  claimed: `state = 'claimed'`,
  firstYes: `state = 'firstYes'`,
  overdue: `state <> 'decided' and deadline <= platform.from_ms($6)`,
  mine: `state <> 'decided' and claimed_by = $7 and claimed_at > platform.from_ms($8)`,
} as const;

// The unused numbers keep one list of values for every state.
const USED = '$6::bigint is not null and $7::text is not null and $8::bigint is not null';

const waiting = (state: string): string => `
  select ${COLUMNS} from cases.case
  where ${state} and ${FOUND} and ${USED}
    and (deadline, id) > ${behindPlace('$3', '$4')}
  order by "case".deadline, id limit $5`;

const DECIDED = `
  select ${COLUMNS} from cases.case
  where state = 'decided' and ${FOUND} and ${USED}
    and (decided_at, id) < ${beforePlace('$3', '$4')}
  order by "case".decided_at desc, id desc limit $5`;

/** What stands in a search of `ilike` for itself. */
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** Cases of some kinds: those that wait by their deadline, decided ones newest first. */
export function listQueue(sql: Sql, filter: QueueFilter): Promise<CaseRow[]> {
  const { kinds, state, by, claimsSince, now, q, after, limit } = filter;
  const text = state === 'decided' ? DECIDED : waiting(STATES[state]);
  const place = [after?.at ?? null, after?.id ?? null];
  const said = q === null || q === '' ? null : literal(q);
  return sql.query<CaseRow>(text, [kinds, said, ...place, limit, now, by, claimsSince]);
}

const COUNTS = `
  select kind, count(*)::int as waiting,
         (count(*) filter (where deadline <= platform.from_ms($2)))::int as overdue,
         (count(*) filter (where state = 'firstYes'))::int as first_yes
  from cases.case where state <> 'decided' and kind = any ($1::text[]) group by kind`;

/** How many cases wait, by kind, and how many of them past their deadline. */
export function countQueue(sql: Sql, kinds: readonly string[], now: UnixMs): Promise<CountRow[]> {
  return sql.query<CountRow>(COUNTS, [kinds, now]);
}

const MINE = `
  select count(*)::int as mine from cases.case
  where state <> 'decided' and claimed_by = $1 and claimed_at > platform.from_ms($2)`;

/** How many cases a member works on. */
export async function countMine(sql: Sql, by: string, claimsSince: UnixMs): Promise<number> {
  return (await sql.query<{ mine: number }>(MINE, [by, claimsSince]))[0]?.mine ?? 0;
}

const FIGURES = `
  select count(*) filter (where deadline <= platform.from_ms($1) and state <> 'decided')::int
           as overdue,
         extract(epoch from platform.from_ms($1) - min(decided_at) filter (
           where state = 'decided' and applied_at is null))::int as undone
  from cases.case where state <> 'decided' or applied_at is null`;

/** How many cases are past their deadline, and how long the oldest decided one waits to be done. */
export async function readFigures(
  sql: Sql,
  now: UnixMs,
): Promise<{ readonly overdue: number; readonly undoneSeconds: number }> {
  type Figures = { overdue: number; undone: number | null };
  const [row] = await sql.query<Figures>(FIGURES, [now]);
  return { overdue: row?.overdue ?? 0, undoneSeconds: Math.max(0, row?.undone ?? 0) };
}

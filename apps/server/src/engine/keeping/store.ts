import type { ContractId, TickId, UnixMs, UserId } from '@candor/kernel';
import { type Column, columnsOf } from '../../platform/postgres/columns.ts';
import type { Sql } from '../../platform/postgres/db.ts';
import type { ChangedPassed } from '../ticks/passed.ts';
import type { DueRow, PassedRow, PlaceRow } from './schema.ts';

const FIND_PLACE = 'select tick from engine.place where feed = $1';
const KEEP_PLACE = `
  insert into engine.place (feed, tick, kept_at) values ($1, $2, platform.from_ms($3))
  on conflict (feed) do update set tick = excluded.tick, kept_at = excluded.kept_at`;

/** The tick of a feed up to which everything had been acted on for a while; null before the first. */
export async function findPlace(sql: Sql, feed: string): Promise<TickId | null> {
  const [row] = await sql.query<PlaceRow>(FIND_PLACE, [feed]);
  return row?.tick ?? null;
}

/** Writes down up to which tick of a feed everything has been acted on. */
export async function keepPlace(
  sql: Sql,
  place: { readonly feed: string; readonly tick: TickId; readonly at: UnixMs },
): Promise<void> {
  await sql.query(KEEP_PLACE, [place.feed, place.tick, place.at]);
}

/** An order that a tick set off, and the tick. */
export type KeptDue = {
  readonly userId: UserId;
  readonly contractId: ContractId;
  readonly tick: TickId;
};

const DUE_KEY: readonly Column<Omit<KeptDue, 'tick'>>[] = [
  ['user_id', 'uuid', ({ userId }) => userId],
  ['contract_id', 'uuid', ({ contractId }) => contractId],
];
const DUE = columnsOf<KeptDue>([...DUE_KEY, ['tick', 'text', ({ tick }) => tick]]);
const DONE = columnsOf(DUE_KEY);
const FIND_DUE = 'select user_id, contract_id, tick from engine.due where feed = $1';
const KEEP_DUE = `
  insert into engine.due (${DUE.names}, feed, kept_at)
  select ${DUE.selected}, ${DUE.behind(1)}, platform.from_ms(${DUE.behind(2)})
  from ${DUE.rows('due')}
  on conflict (user_id, contract_id, feed) do update
  set tick = excluded.tick, kept_at = excluded.kept_at`;
const FORGET_DUE = `
  delete from engine.due
  using ${DONE.rows('gone')}
  where due.feed = ${DONE.behind(1)} and due.user_id = gone.user_id and due.contract_id = gone.contract_id`;

/** What was set off by ticks of a feed and could not be done. */
export async function findDue(sql: Sql, feed: string): Promise<KeptDue[]> {
  const rows = await sql.query<DueRow>(FIND_DUE, [feed]);
  return rows.map((row) => ({ userId: row.user_id, contractId: row.contract_id, tick: row.tick }));
}

/** Writes down what could not be done, each order with the tick that set it off. */
export async function keepDue(
  sql: Sql,
  due: readonly KeptDue[],
  place: { readonly feed: string; readonly at: UnixMs },
): Promise<void> {
  if (due.length === 0) return;
  await sql.query(KEEP_DUE, [...DUE.values(due), place.feed, place.at]);
}

/** Takes out what was done, or is not due any more. */
export async function forgetDue(
  sql: Sql,
  gone: readonly Omit<KeptDue, 'tick'>[],
  feed: string,
): Promise<void> {
  if (gone.length === 0) return;
  await sql.query(FORGET_DUE, [...DONE.values(gone), feed]);
}

const PASSED_KEY: readonly Column<ChangedPassed>[] = [
  ['user_id', 'uuid', ({ userId }) => userId],
  ['contract_id', 'uuid', ({ id }) => id],
];
const PASSED = columnsOf<ChangedPassed>([
  ...PASSED_KEY,
  ['spans', 'jsonb', ({ spans }) => JSON.stringify(spans)],
]);
const OVER = columnsOf(PASSED_KEY);
const FIND_PASSED = 'select user_id, contract_id, spans from engine.passed where feed = $1';
const KEEP_PASSED = `
  insert into engine.passed (${PASSED.names}, feed, kept_at)
  select ${PASSED.selected}, ${PASSED.behind(1)}, platform.from_ms(${PASSED.behind(2)})
  from ${PASSED.rows('one')}
  on conflict (user_id, contract_id, feed) do update
  set spans = excluded.spans, kept_at = excluded.kept_at`;
const FORGET_PASSED = `
  delete from engine.passed
  using ${OVER.rows('gone')}
  where passed.feed = ${OVER.behind(1)} and passed.user_id = gone.user_id
    and passed.contract_id = gone.contract_id`;

/** What orders were passed over at by ticks of a feed. */
export async function findPassed(sql: Sql, feed: string): Promise<ChangedPassed[]> {
  const rows = await sql.query<PassedRow>(FIND_PASSED, [feed]);
  return rows.map(({ user_id, contract_id, spans }) => {
    return { userId: user_id, id: contract_id, spans };
  });
}

/** Writes down what orders were passed over at; of those that wait no more, nothing is kept. */
export async function keepPassed(
  sql: Sql,
  some: readonly ChangedPassed[],
  place: { readonly feed: string; readonly at: UnixMs },
): Promise<void> {
  const [kept, gone] = [
    some.filter(({ spans }) => spans.length > 0),
    some.filter(({ spans }) => spans.length === 0),
  ];
  const { feed, at } = place;
  if (kept.length > 0) await sql.query(KEEP_PASSED, [...PASSED.values(kept), feed, at]);
  if (gone.length > 0) await sql.query(FORGET_PASSED, [...OVER.values(gone), feed]);
}

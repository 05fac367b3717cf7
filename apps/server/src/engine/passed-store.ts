import type { UnixMs } from '@candor/kernel';
import type { Sql } from '../platform/db.ts';
import type { ChangedPassed } from './passed.ts';
import type { PassedRow } from './schema.ts';

const FIND = 'select user_id, contract_id, spans from engine.passed where feed = $1';
const KEEP = `
  insert into engine.passed (user_id, contract_id, feed, spans, kept_at)
  select user_id, contract_id, $1, spans::jsonb, platform.from_ms($2)
  from unnest($3::uuid[], $4::uuid[], $5::text[]) as one (user_id, contract_id, spans)
  on conflict (user_id, contract_id, feed) do update
  set spans = excluded.spans, kept_at = excluded.kept_at`;
const FORGET = `
  delete from engine.passed
  using unnest($2::uuid[], $3::uuid[]) as gone (user_id, contract_id)
  where passed.feed = $1 and passed.user_id = gone.user_id
    and passed.contract_id = gone.contract_id`;

/** What orders were passed over at by ticks of a feed. */
export async function findPassed(sql: Sql, feed: string): Promise<ChangedPassed[]> {
  const rows = await sql.query<PassedRow>(FIND, [feed]);
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
  const userIds = (all: readonly ChangedPassed[]) => all.map(({ userId }) => userId);
  const ids = (all: readonly ChangedPassed[]) => all.map(({ id }) => id);
  if (kept.length > 0) {
    const spans = kept.map((one) => JSON.stringify(one.spans));
    await sql.query(KEEP, [feed, at, userIds(kept), ids(kept), spans]);
  }
  if (gone.length > 0) await sql.query(FORGET, [feed, userIds(gone), ids(gone)]);
}

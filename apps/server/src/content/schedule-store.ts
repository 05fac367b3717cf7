import type { UnixMs } from '@candor/kernel';
import type { preferences } from '@candor/protocol';
import type { Row, Sql, Tx } from '../platform/postgres/db.ts';

/** When a notice is shown, and to whom. */
export type Schedule = {
  readonly from: UnixMs;
  /** Null: without an end. */
  readonly until: UnixMs | null;
  /** Readers of these languages alone; null: all. */
  readonly languages: readonly (typeof preferences.LANGUAGES)[number][] | null;
};

type ScheduleRow = {
  page_id: string;
  from_at: number;
  until_at: number | null;
  languages: NonNullable<Schedule['languages']>[number][] | null;
};

const NEWEST = `
  select distinct on (page_id) page_id, from_at, until_at, languages from content.schedule
  where $1::text is null or page_id = $1 order by page_id, number desc`;

/** What is said of one notice, or of all, by the id of the notice. */
export async function listSchedules(
  sql: Sql,
  id: string | null,
): Promise<ReadonlyMap<string, Schedule>> {
  const rows = await sql.query<Row & ScheduleRow>(NEWEST, [id]);
  return new Map(
    rows.map(({ page_id: page, from_at: from, until_at: until, languages }) => [
      page,
      { from: from as UnixMs, until: until as UnixMs | null, languages },
    ]),
  );
}

const ADD = `
  insert into content.schedule (page_id, number, from_at, until_at, languages, author, at)
  select $1, coalesce(max(number), 0) + 1, platform.from_ms($2), platform.from_ms($3), $4, $5,
    platform.from_ms($6)
  from content.schedule where page_id = $1`;

/** Says when a notice is shown from now on; under the lock of texts. */
export async function addSchedule(
  tx: Tx,
  id: string,
  said: Schedule & { readonly author: string; readonly at: UnixMs },
): Promise<void> {
  const { from, until, languages, author, at } = said;
  await tx.query(ADD, [id, from, until, languages, author, at]);
}

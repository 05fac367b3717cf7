import { SECOND_MS, type UnixMs, plusMs } from '@candor/kernel';
import type { Row, Sql } from '../postgres/db.ts';

/** Refused tries by what they were about; the table is the caller's own. */
export type TryStore = {
  /** Counts a try; false when there were `max` since `since`, and then it is not counted. */
  insert(
    sql: Sql,
    params: { subject: string; at: UnixMs; since: UnixMs; max: number },
  ): Promise<boolean>;
  /** Takes one try of a moment out of the count again. */
  remove(sql: Sql, subject: string, at: UnixMs): Promise<void>;
  /** When the oldest try that still counts was; null when none does. */
  findOldest(sql: Sql, subject: string, since: UnixMs): Promise<number | null>;
  /** Forgets tries that were all before `at`. */
  sweep(sql: Sql, at: UnixMs): Promise<void>;
};

/** Tries kept in a table with the columns `subject text primary key, tries timestamptz[]`. */
export function createTryStore(table: `${string}.${string}`): TryStore {
  // Counting and looking whether it is too many is one statement: of fifty at once none is missed.
  const take = `
    insert into ${table} as t (subject, tries) values ($1, array[platform.from_ms($2)])
    on conflict (subject) do update
    set tries = array(select one from unnest(t.tries) as one where one > platform.from_ms($3))
      || platform.from_ms($2)
    where (select count(*) from unnest(t.tries) as one where one > platform.from_ms($3)) < $4
    returning subject`;
  const giveBack = `
    update ${table}
    set tries = tries[:array_position(tries, platform.from_ms($2)) - 1]
      || tries[array_position(tries, platform.from_ms($2)) + 1:]
    where subject = $1 and platform.from_ms($2) = any(tries)`;
  const oldest = `
    select min(one) as at from ${table} as t, unnest(t.tries) as one
    where t.subject = $1 and one > platform.from_ms($2)`;
  const sweep = `
    delete from ${table}
    where not exists (select from unnest(tries) as one where one > platform.from_ms($1))`;
  return {
    async insert(sql, { subject, at, since, max }) {
      return (await sql.query(take, [subject, at, since, max])).length === 1;
    },
    async remove(sql, subject, at) {
      await sql.query(giveBack, [subject, at]);
    },
    async findOldest(sql, subject, since) {
      const rows = await sql.query<Row & { at: number | null }>(oldest, [subject, since]);
      return rows[0]?.at ?? null;
    },
    async sweep(sql, at) {
      await sql.query(sweep, [at]);
    },
  };
}

/** What a try is counted under, and how many of it within the window. */
export type Counted = { readonly subject: string; readonly max: number };

/**
 * Counts a try under each of its subjects before it is looked at: of many at once none is free. It is
 * counted under all of them or none.
 *
 * @returns seconds until it may be tried again; null: it may be now
 */
export async function takeTry(
  tries: TryStore,
  sql: Sql,
  tried: { readonly counted: readonly Counted[]; readonly at: UnixMs; readonly windowMs: number },
): Promise<number | null> {
  const { counted, at, windowMs } = tried;
  const since = plusMs(at, -windowMs);
  for (const [index, { subject, max }] of counted.entries()) {
    if (await tries.insert(sql, { subject, at, since, max })) continue;
    for (const { subject: taken } of counted.slice(0, index)) await tries.remove(sql, taken, at);
    const oldest = (await tries.findOldest(sql, subject, since)) ?? at;
    return Math.max(1, Math.ceil((oldest + windowMs - at) / SECOND_MS));
  }
  return null;
}

/** Takes a try out of the count that was not refused. */
export async function giveBackTry(
  tries: TryStore,
  sql: Sql,
  tried: { readonly counted: readonly Counted[]; readonly at: UnixMs },
): Promise<void> {
  for (const { subject } of tried.counted) await tries.remove(sql, subject, tried.at);
}

import { MINUTE_MS, SECOND_MS, type UnixMs } from '@candor/kernel';
import type { Sql, Tx } from '../../platform/postgres/db.ts';
import type { CaseRow, FailureRow } from './schema.ts';
import { COLUMNS } from './store.ts';

export type { FailureRow } from './schema.ts';

/** After the first failure; each further one doubles it, up to the most. */
const WAIT_MS = 2 * SECOND_MS;
const WAIT_MAX_MS = 15 * MINUTE_MS;
/** So often it has to have failed before people are told: a single failure may be a passing one. */
const TOLD_TRIES = 3;
const WHY_MAX = 200;

const wait = (tries: string): string =>
  `platform.from_ms($2) + least(${WAIT_MS} * 2 ^ least(${tries}, 20), ${WAIT_MAX_MS})
     * interval '1 millisecond'`;
const COUNT = `
  insert into cases.failure as f (case_id, tries, since, next_at, why)
  values ($1, 1, platform.from_ms($2), ${wait('0')}, $3)
  on conflict (case_id) do update
  set tries = f.tries + 1, next_at = ${wait('f.tries')}, why = excluded.why
  returning tries`;

/** Writes down that carrying a case out failed, and when it is tried again; answers how often it did. */
export async function countFailure(
  tx: Tx,
  failed: { readonly caseId: string; readonly at: UnixMs; readonly why: string },
): Promise<number> {
  const { caseId, at, why } = failed;
  const values = [caseId, at, why.slice(0, WHY_MAX)];
  return (await tx.query<{ tries: number }>(COUNT, values))[0]?.tries ?? 1;
}

const FIND = `
  select f.case_id, f.tries, f.since, f.next_at, f.why
  from cases.failure f join cases.case c on c.id = f.case_id
  where f.case_id = $1 and c.applied_at is null`;

/** What stands against carrying a case out; null where nothing does, and once it ended. */
export async function findFailure(sql: Sql, caseId: string): Promise<FailureRow | null> {
  return (await sql.query<FailureRow>(FIND, [caseId]))[0] ?? null;
}

const CLAIM = `
  with told as (
    update cases.failure f set alarmed_at = platform.from_ms($1)
    where f.alarmed_at is null and f.tries >= ${TOLD_TRIES}
      and exists (select from cases.case c where c.id = f.case_id and c.applied_at is null)
    returning f.case_id
  )
  select ${COLUMNS} from cases.case where id in (select case_id from told)
  order by "case".decided_at, id`;

/** Cases that fail again and again and of which nobody was told; they count as told of from now on. */
export function claimStuck(tx: Tx, now: UnixMs): Promise<CaseRow[]> {
  return tx.query<CaseRow>(CLAIM, [now]);
}

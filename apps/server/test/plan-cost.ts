import type { Database, Sql } from '../src/platform/postgres/db.ts';

type Plan = { readonly Plans?: readonly Plan[] } & Readonly<Record<string, number | undefined>>;

/** Rows that steps of a plan took up, those that were passed over counted. */
function rowsRead(plan: Plan): number {
  const loops = plan['Actual Loops'] ?? 1;
  const own = (plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0);
  return (plan.Plans ?? []).reduce((sum, below) => sum + rowsRead(below), own * loops);
}

type Value = string | number | null;

/**
 * What a list answers, and how many rows were read for it, planned as the product does: once, whatever is asked. `owner`
 * may explain what `db` asks.
 */
export async function costOf<Row>(
  { db, owner }: { readonly db: Sql; readonly owner: Database },
  list: (sql: Sql) => Promise<readonly Row[]>,
): Promise<{ readonly rows: readonly Row[]; readonly read: number }> {
  const said: [string, readonly Value[]][] = [];
  const heard = {
    query: (text: string, values: readonly Value[]) => {
      said.push([text, values]);
      return db.query(text, values);
    },
  } as unknown as Sql;
  const rows = await list(heard);
  let read = 0;
  for (const [text, values] of said) {
    read += await owner.transaction(async (tx) => {
      await tx.query('set local plan_cache_mode = force_generic_plan');
      await tx.query(`prepare paged as ${text}`);
      const asked = values.map((value) =>
        value === null || typeof value === 'number' ? `${value}` : `'${value}'`,
      );
      const [row] = await tx.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, format json) execute paged (${asked.join()})`,
      );
      await tx.query('deallocate paged');
      return rowsRead(row?.['QUERY PLAN'][0].Plan ?? {});
    });
  }
  return { rows, read };
}

import type { Mode, UnixMs, UserId } from '@candor/kernel';
import { idBound } from '../../ledger/index.ts';
import type { Sql } from '../../platform/postgres/db.ts';
import type { AnyOrder } from '../order/contract.ts';
import type { ContractRow } from '../store/schema.ts';
import { COLUMNS, ENDED, orderFrom } from '../store/store.ts';

/** What a list of orders is narrowed to. */
export type OrderFilter = {
  readonly userId: UserId;
  readonly mode: Mode;
  readonly status: AnyOrder['status'] | 'all';
  readonly code: string | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly page: number;
  readonly size: number;
};

/**
 * Statements that list and count orders of one status, the status in them. An order's id begins with
 * the time it was placed, so a span of time is a span of the key.
 */
function listOf(status: OrderFilter['status']): { page: string; count: string } {
  const filter = `
  from contracts.contract c
  where c.user_id = $1 and c.mode = $2 ${status === 'all' ? '' : `and c.status = '${status}'`}
    and ($3::text is null or c.code = $3) and c.id between $4 and $5`;
  // The page is found in the index alone; only what is shown is read from the table.
  return {
    page: `
  select ${COLUMNS}
  from (select c.user_id, c.id ${filter} order by c.id desc limit $6 offset $7) page
  join contracts.contract c on c.user_id = page.user_id and c.id = page.id ${ENDED}
  order by c.id desc`,
    count: `select count(*)::int as total ${filter}`,
  };
}

const LISTS = {
  pending: listOf('pending'),
  running: listOf('running'),
  closed: listOf('closed'),
  all: listOf('all'),
} as const satisfies Record<OrderFilter['status'], { page: string; count: string }>;

// What ended is counted as it ends, by market; what is open is little.
const COUNTED = `
  select (coalesce((select sum(t.ended) from contracts.tally t
                    where t.user_id = $1 and t.mode = $2 and ($3::text is null or t.code = $3)), 0)
          + case when $4::boolean then (
              select count(*) from contracts.contract c
              where c.user_id = $1 and c.mode = $2 and c.status = 'running'
                and ($3::text is null or c.code = $3)
            ) + (
              select count(*) from contracts.contract c
              where c.user_id = $1 and c.mode = $2 and c.status = 'pending'
                and ($3::text is null or c.code = $3)
            ) else 0 end)::int as total`;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** What lists and counts are narrowed by: whose, which market, from which id to which. */
function narrowedBy({ userId, mode, code, from, to }: OrderFilter): unknown[] {
  const low = from === undefined ? FIRST_ID : idBound(from as UnixMs, '0');
  const high = to === undefined ? LAST_ID : idBound(to as UnixMs, 'f');
  return [userId, mode, code ?? null, low, high];
}

function countContracts(sql: Sql, filter: OrderFilter): Promise<{ total: number }[]> {
  const { userId, mode, status, code, from, to } = filter;
  const isEver = from === undefined && to === undefined;
  if (isEver && (status === 'closed' || status === 'all')) {
    return sql.query<{ total: number }>(COUNTED, [userId, mode, code ?? null, status === 'all']);
  }
  return sql.query<{ total: number }>(LISTS[status].count, narrowedBy(filter));
}

/** One page of a user's orders, newest first, and how many there are. */
export async function listContracts(
  sql: Sql,
  filter: OrderFilter,
): Promise<{ records: AnyOrder[]; total: number }> {
  const { status, page, size } = filter;
  const asked = [...narrowedBy(filter), size, (page - 1) * size];
  const [rows, counted] = await Promise.all([
    sql.query<ContractRow>(LISTS[status].page, asked),
    countContracts(sql, filter),
  ]);
  return { records: rows.map(orderFrom), total: counted[0]?.total ?? 0 };
}

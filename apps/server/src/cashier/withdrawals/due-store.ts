import type { UnixMs } from '@candor/kernel';
import type { Row, Sql } from '../../platform/postgres/db.ts';
import { UNSIGNED } from './rules.ts';
import { type Found, SELECT, withdrawalOf } from './store.ts';
import type { Withdrawal } from './withdrawal.ts';

/** Those that wait for anything but the chain; a few hundred at a time, the oldest first. */
const OPEN = `${SELECT}
  where w.state in (${UNSIGNED.map((state) => `'${state}'`).join(', ')}) and w.ordinal > $1
    and not exists (select from cashier.batch b where b.id = w.batch_id and b.state <> 'made')
  order by w.ordinal limit 500`;
const DUE_ORDINAL = 'select ordinal::text as ordinal from cashier.withdrawal where id = $1';

async function ordinalOf(sql: Sql, id: string | null): Promise<string> {
  if (id === null) return '0';
  const [place] = await sql.query<Row & { ordinal: string }>(DUE_ORDINAL, [id]);
  return place?.ordinal ?? '0';
}

/** Withdrawals that are looked at again, from behind one. */
export async function listOpen(sql: Sql, behind: string | null): Promise<Withdrawal[]> {
  return (await sql.query<Found>(OPEN, [await ordinalOf(sql, behind)])).map(withdrawalOf);
}

/** Those a turn looks at; the others follow at the next one. */
export const DUE_MAX = 200;
const DUE = `${SELECT}
  where w.state in ('requested', 'held') and w.ordinal > $1 and (w.state = 'requested'
    or (w.holder in ('time', 'owner') and w.deadline <= platform.from_ms($2))
    or (w.reason = 'review' and w.approved_case = w.case_id))
  order by w.ordinal limit ${DUE_MAX}`;

/**
 * Withdrawals whose moment came, from behind one: just asked for, past what time or their owner held them to, or
 * let go by two people; the oldest first.
 */
export async function listDue(
  sql: Sql,
  { behind, at }: { readonly behind: string | null; readonly at: UnixMs },
): Promise<Withdrawal[]> {
  return (await sql.query<Found>(DUE, [await ordinalOf(sql, behind), at])).map(withdrawalOf);
}

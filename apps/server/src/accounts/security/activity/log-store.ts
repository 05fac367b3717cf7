import type { UserId } from '@candor/kernel';
import type { Row, Sql } from '../../../platform/postgres/db.ts';
import type { ChangeRow } from '../changes/schema.ts';

const LIST = `
  select id, at, kind, device, address, facts from accounts.security_event
  where user_id = $1 order by at desc, id desc limit $2 offset $3`;
const COUNT = 'select count(*)::int as total from accounts.security_event where user_id = $1';

/** A page of what was changed about an account, newest first. */
export async function listChanges(
  sql: Sql,
  params: { readonly userId: UserId; readonly page: number; readonly size: number },
): Promise<{ rows: ChangeRow[]; total: number }> {
  const { userId, page, size } = params;
  const rows = await sql.query<Row & ChangeRow>(LIST, [userId, size, (page - 1) * size]);
  const [count] = await sql.query<{ total: number }>(COUNT, [userId]);
  return { rows, total: count?.total ?? 0 };
}

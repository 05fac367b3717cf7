import type { UserId } from '@candor/kernel';
import type { Row, Sql } from '../../platform/postgres/db.ts';
import type { Residence } from './country.ts';

const FIND = `
  select u.user_id,
    coalesce((select array_agg(a.country order by a.number desc)
              from accounts.appropriateness a where a.user_id = u.user_id), '{}') as stated,
    (select c.target from accounts.contact c
     where c.user_id = u.user_id and c.channel = 'phone') as phone
  from unnest($1::uuid[]) as u (user_id)`;

/** What is known of where users live. */
export async function findResidences(
  sql: Sql,
  users: readonly UserId[],
): Promise<ReadonlyMap<UserId, Residence>> {
  if (users.length === 0) return new Map();
  type Found = Row & { user_id: string; stated: string[]; phone: string | null };
  const rows = await sql.query<Found>(FIND, [users]);
  return new Map(rows.map(({ user_id: id, stated, phone }) => [id as UserId, { stated, phone }]));
}

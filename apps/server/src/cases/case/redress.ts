import { type Asset, type UserId, ensure } from '@candor/kernel';
import type { Sql } from '../../platform/postgres/db.ts';
import { listAdjustments } from './store.ts';

/** What a decided adjustment pays a user to put something right. */
export type Redress = {
  readonly caseId: string;
  readonly number: string;
  readonly userId: UserId | null;
  readonly asset: Asset;
  readonly units: bigint;
  readonly state: 'waiting' | 'done' | 'refused';
};

/** Adjustments by their ids, or by a number. */
export async function findRedress(
  sql: Sql,
  asked: { readonly ids?: readonly string[]; readonly number?: string },
): Promise<Redress[]> {
  const { ids = [], number = null } = asked;
  const rows = await listAdjustments(sql, { ids, number });
  return rows.map((row) => ({
    caseId: row.id,
    number: row.number,
    userId: row.user_id as UserId | null,
    asset: ensure(row.asset, 'an adjustment has an asset') as Asset,
    units: BigInt(row.amount ?? '0'),
    state: row.is_done
      ? 'done'
      : row.applied_at !== null || (row.verdict !== null && row.verdict !== 'approved')
        ? 'refused'
        : 'waiting',
  }));
}

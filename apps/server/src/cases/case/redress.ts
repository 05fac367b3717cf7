import { type Asset, type UserId, ensure } from '@candor/kernel';
import type { Sql, Tx } from '../../platform/postgres/db.ts';
import { type AdjustmentRow, listAdjustments } from './store.ts';

/** What a decided adjustment pays a user to put something right. */
export type Redress = {
  readonly caseId: string;
  readonly number: string;
  readonly userId: UserId | null;
  readonly asset: Asset;
  readonly units: bigint;
  readonly state: 'waiting' | 'done' | 'refused';
};

function redressOf(row: AdjustmentRow): Redress {
  return {
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
  };
}

/** Adjustments by their ids. */
export async function findRedress(sql: Sql, ids: readonly string[]): Promise<Redress[]> {
  const rows = ids.length === 0 ? [] : await listAdjustments(sql, { ids, number: null });
  return rows.map(redressOf);
}

/**
 * The adjustment of a number, held until the transaction ends: those who would name it follow
 * one another.
 */
export async function holdRedress(tx: Tx, number: string): Promise<Redress | null> {
  const [row] = await listAdjustments(tx, { ids: [], number }, { isHeld: true });
  return row === undefined ? null : redressOf(row);
}

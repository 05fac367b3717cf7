import { type Money, type UnixMs, type UserId, money } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { LimitKind, LimitPeriod, SelfLimit } from './rules.ts';

type LimitRow = Row & {
  user_id: string;
  kind: LimitKind;
  period: LimitPeriod;
  amount: string | null;
  next_amount: string | null;
  next_at: UnixMs | null;
};

const usdt = (units: string | null): Money | null =>
  units === null ? null : money('USDT', BigInt(units));

function limitFrom(row: LimitRow): SelfLimit {
  const { kind, period, next_at: at } = row;
  const next = at === null ? null : { amount: usdt(row.next_amount), at };
  return { kind, period, amount: usdt(row.amount), next };
}

const FIND = `
  select user_id, kind, period, amount::text, next_amount::text, next_at
  from accounts.self_limit where user_id = any ($1::uuid[])`;

/** Every limit these users ever set, as it is kept. */
export async function findLimits(
  sql: Sql,
  users: readonly UserId[],
): Promise<ReadonlyMap<UserId, readonly SelfLimit[]>> {
  const rows = await sql.query<LimitRow>(FIND, [users]);
  const byUser = Map.groupBy(rows, (row) => row.user_id as UserId);
  return new Map([...byUser].map(([userId, found]) => [userId, found.map(limitFrom)]));
}

const PUT = `
  insert into accounts.self_limit (user_id, kind, period, amount, next_amount, next_at)
  values ($1, $2, $3, $4, $5, platform.from_ms($6))
  on conflict (user_id, kind, period) do update
  set amount = excluded.amount, next_amount = excluded.next_amount, next_at = excluded.next_at`;

/** Keeps a limit as it is from now on. */
export async function putLimit(tx: Tx, userId: UserId, limit: SelfLimit): Promise<void> {
  const { kind, period, amount, next } = limit;
  await tx.query(PUT, [
    userId,
    kind,
    period,
    amount?.units.toString() ?? null,
    next?.amount?.units.toString() ?? null,
    next?.at ?? null,
  ]);
}

import {
  type Mode,
  type Rate,
  type UnixMs,
  type UserId,
  formatDecimal,
  rate,
} from '@candor/kernel';
import type { TradingAccount } from '../../ledger/index.ts';
import type { Sql, Statement } from '../../platform/postgres/db.ts';

/** The lowest margin level a trading account was told of and has not recovered from. */
export type ToldLevel = TradingAccount & { readonly level: Rate };

const TELL = `
  insert into contracts.margin_notice (user_id, mode, level, told_at)
  values ($1, $2, $3, platform.from_ms($4))
  on conflict (user_id, mode) do update set level = excluded.level, told_at = excluded.told_at`;
const FORGET = 'delete from contracts.margin_notice where user_id = $1 and mode = $2';

/** What remembers the level a trading account was told of; null: it recovered from all of them. */
export function toldStatement(account: TradingAccount, level: Rate | null, at: UnixMs): Statement {
  const { userId, mode } = account;
  if (level === null) return { text: FORGET, values: [userId, mode] };
  return { text: TELL, values: [userId, mode, formatDecimal(level), at] };
}

const FIND = 'select user_id, mode, level::text from contracts.margin_notice';

/** What every trading account was told. */
export async function findTold(sql: Sql): Promise<ToldLevel[]> {
  const rows = await sql.query<{ user_id: UserId; mode: Mode; level: string }>(FIND);
  return rows.map((row) => ({ userId: row.user_id, mode: row.mode, level: rate(row.level) }));
}

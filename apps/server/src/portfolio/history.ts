import {
  type Clock,
  DAY_MS,
  HOUR_MS,
  type UnixMs,
  plusMs,
  startOfDay,
  utcDayOf,
} from '@candor/kernel';
import type { EquityHistory } from '@candor/protocol';
import { type TradingAccount, listEquityHours } from '../ledger/index.ts';
import type { Sql } from '../platform/postgres/db.ts';
import { type HistoryPeriod, historyOf } from './history-rules.ts';

export type { HistoryPeriod } from './history-rules.ts';

const DAYS = { week: 7, month: 30 } as const;

/** Where a period begins, on a whole step of UTC; null where only the account says it. */
function beginning(period: HistoryPeriod, now: UnixMs): UnixMs | null {
  if (period === 'all') return null;
  if (period === 'day') return plusMs(now, -(now % HOUR_MS) - 23 * HOUR_MS);
  return plusMs(startOfDay(utcDayOf(now)), -(DAYS[period] - 1) * DAY_MS);
}

/** What was booked in a trading account over a period. */
export async function listHistory(
  deps: { readonly db: Sql; readonly clock: Clock },
  params: TradingAccount & { readonly period: HistoryPeriod },
): Promise<EquityHistory> {
  const { period } = params;
  const now = deps.clock.now();
  const from = beginning(period, now);
  const step = period === 'day' || period === 'week' ? 'hour' : 'day';
  const read = await listEquityHours(deps.db, { ...params, from: from ?? (0 as UnixMs), step });
  const first = read.steps[0]?.at ?? startOfDay(utcDayOf(now));
  return historyOf({ ...read, period, from: from ?? first, now });
}

import type { EquityHistory } from '@candor/protocol/light';
import type { UseQueryResult } from '@tanstack/react-query';
import { useOwnQuery } from '../../lib/own-query.ts';
import { ask } from '../../lib/query.ts';
import type { HistoryPeriod } from './history.ts';

/** How long a history stands before it is read again. @units milliseconds */
const HISTORY_MS = 60_000;

/** What was booked over a period; the one before stands until it is there. */
export function useEquityHistory(period: HistoryPeriod): UseQueryResult<EquityHistory> {
  return useOwnQuery({
    keyOf: (mode) => ['portfolio.history', mode, period],
    read: (params) => ask('portfolio.history', { ...params, query: { period } }),
    refetchInterval: HISTORY_MS,
  });
}

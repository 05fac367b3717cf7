import type { EquityHistory, UserInfo } from '@candor/protocol/light';
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { performMoneyCommand } from '../../lib/money-commands.ts';
import { useOwnQuery } from '../../lib/own-query.ts';
import { ask } from '../../lib/query.ts';
import { queryKeys } from '../../live/keys.ts';
import type { HistoryPeriod } from './history.ts';

/** The figures of the account the page speaks for; not asked while signed out. */
export function useUserInfo(): UseQueryResult<UserInfo> {
  return useOwnQuery({
    keyOf: (mode) => queryKeys.userInfo(mode),
    read: (params) => ask('portfolio.info', params),
  });
}

/** How long a history stands before it is read again. @units milliseconds */
const HISTORY_MS = 60_000;

/** What was booked over a period; the one before stands until it is there. */
export function useEquityHistory(period: HistoryPeriod): UseQueryResult<EquityHistory> {
  return useOwnQuery({
    keyOf: (mode) => queryKeys.equityHistory(mode, period),
    read: (params) => ask('portfolio.history', { ...params, query: { period } }),
    refetchInterval: HISTORY_MS,
  });
}

/** Closes everything of the demo account and opens it again. */
export function useDemoReset() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => performMoneyCommand({ name: 'portfolio.demo-reset', body: {} }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: queryKeys.orders('demo') });
      void client.invalidateQueries({ queryKey: queryKeys.userInfo('demo') });
      void client.invalidateQueries({ queryKey: queryKeys.equityHistories('demo') });
    },
  });
}

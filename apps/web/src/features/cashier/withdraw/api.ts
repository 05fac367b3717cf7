import type { CallInput, CallResult } from '@candor/protocol/light';
import type { UseQueryResult } from '@tanstack/react-query';
import { useOwnQuery } from '../../../lib/own-query.ts';
import { ask, queryClient } from '../../../lib/query.ts';
import { queryKeys } from '../../../live/keys.ts';

/** Withdrawals shown beside the form; older ones stand in the records. */
const SHOWN = 5;

/** Withdrawals, a page at a time; the live channel tells of each step. */
export function useWithdrawals(
  query: NonNullable<CallInput<'cashier.list-withdrawals'>['query']> = { page: 1, size: SHOWN },
): UseQueryResult<CallResult<'cashier.list-withdrawals'>> {
  return useOwnQuery({
    keyOf: () => [...queryKeys.withdrawals(), query],
    read: (params) => ask('cashier.list-withdrawals', { ...params, query }),
    staleTime: 0,
    keepsBefore: true,
  });
}

/** What may leave of each asset: free margin of USDT, cash of the others; as conversions count it. */
export function useFree(): UseQueryResult<CallResult<'exchange.convertible'>> {
  return useOwnQuery({
    keyOf: (mode) => queryKeys.convertible(mode),
    read: (params) => ask('exchange.convertible', params),
  });
}

/** Reads withdrawals and balances again, after one was asked for or taken back. */
export function withdrawalsChanged(): void {
  const { assets, convertible, userInfo, withdrawals } = queryKeys;
  for (const queryKey of [withdrawals(), assets('real'), convertible('real'), userInfo('real')]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}

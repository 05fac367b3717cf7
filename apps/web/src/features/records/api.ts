import type { CallInput, CallResult } from '@candor/protocol/light';
import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { queryKeys } from '../../live/keys.ts';

/** Filter and page of the payments. */
export type TransactionsQuery = NonNullable<CallInput<'portfolio.transactions'>['query']>;

/** A page of the payments of the books on screen; the page before stays until it is there. */
export function useTransactions(
  query: TransactionsQuery,
): UseQueryResult<CallResult<'portfolio.transactions'>> {
  const { mode, state } = useSession();
  return useQuery({
    queryKey: [...queryKeys.transactions(mode), query],
    queryFn: ({ signal }) => ask('portfolio.transactions', { query, signal }),
    enabled: state === 'in',
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

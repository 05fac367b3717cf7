import type { CallInput, CallResult } from '@candor/protocol/light';
import { type UseQueryResult } from '@tanstack/react-query';
import { useOwnQuery } from '../../lib/own-query.ts';
import { ask } from '../../lib/query.ts';
import { queryKeys } from '../../live/keys.ts';

/** Filter and page of the payments. */
export type TransactionsQuery = NonNullable<CallInput<'portfolio.transactions'>['query']>;

/** A page of the payments of the account on screen; the page before stays until it is there. */
export function useTransactions(
  query: TransactionsQuery,
): UseQueryResult<CallResult<'portfolio.transactions'>> {
  return useOwnQuery({
    keyOf: (mode) => [...queryKeys.transactions(mode), query],
    read: (params) => ask('portfolio.transactions', { query, ...params }),
    staleTime: 0,
    keepsBefore: true,
  });
}

import type { CallResult, LoanDetail, LoanTerms } from '@candor/protocol/light';
import type { UseQueryResult } from '@tanstack/react-query';
import { useOwnQuery } from '../../lib/own-query.ts';
import { ask, queryClient } from '../../lib/query.ts';
import { queryKeys } from '../../live/keys.ts';

/** Loans of a page of the records. */
export const PAGE_SIZE = 20;
/** What collateral is worth moves with prices; the live channel tells of steps at once. */
const VALUES_MS = 15_000;

/** What loans are offered on now, and what the user may pledge and borrow. */
export function useLoanTerms(): UseQueryResult<LoanTerms> {
  return useOwnQuery({
    keyOf: (mode) => [...queryKeys.loanTerms(), mode],
    read: (params) => ask('loans.terms', params),
    refetchInterval: VALUES_MS,
  });
}

/** The user's loans, newest first. */
export function useLoans(page: number): UseQueryResult<CallResult<'loans.list'>> {
  return useOwnQuery({
    keyOf: (mode) => [...queryKeys.loansPage(page), mode],
    read: (params) => ask('loans.list', { ...params, query: { page, size: PAGE_SIZE } }),
    refetchInterval: VALUES_MS,
    keepsBefore: true,
  });
}

/** One loan with everything that happened to it. */
export function useLoan(id: string): UseQueryResult<LoanDetail> {
  return useOwnQuery({
    keyOf: (mode) => [...queryKeys.loan(id), mode],
    read: (params) => ask('loans.get', { ...params, params: { id } }),
    refetchInterval: VALUES_MS,
  });
}

/** Reads loans and balances again, after something was done to a loan. */
export function loansChanged(): void {
  const { loans, loanTerms, assets, convertible, userInfo, transactions } = queryKeys;
  const moved = [assets('real'), convertible('real'), userInfo('real'), transactions('real')];
  for (const queryKey of [loans(), loanTerms(), ...moved])
    void queryClient.invalidateQueries({ queryKey });
}

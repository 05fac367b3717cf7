import type { CallResult, LoanDetail, LoanSaleQuote, LoanTerms } from '@candor/protocol/light';
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

/** How often what a repayment would sell is asked again while it is looked at. */
const QUOTE_MS = 5_000;

/** What repaying so much from collateral would sell now; null for all that is owed. */
export function useRepaymentQuote(
  id: string,
  asked: { readonly amount: string | null; readonly isAsked: boolean },
): UseQueryResult<LoanSaleQuote> {
  const { amount, isAsked } = asked;
  const body = amount === null ? { all: true as const } : { amount };
  return useOwnQuery({
    keyOf: (mode) => [...queryKeys.loan(id), 'repayment', amount ?? 'all', mode],
    read: (params) => ask('loans.quote-repayment', { ...params, params: { id }, body }),
    enabled: isAsked,
    refetchInterval: QUOTE_MS,
    staleTime: 0,
  });
}

/** Reads loans and balances again, after something was done to a loan. */
export function loansChanged(): void {
  const { loans, loanTerms, assets, convertible, userInfo, transactions } = queryKeys;
  const moved = [assets('real'), convertible('real'), userInfo('real'), transactions('real')];
  for (const queryKey of [loans(), loanTerms(), ...moved])
    void queryClient.invalidateQueries({ queryKey });
}

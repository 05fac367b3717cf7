import type { DeskCallResult } from '@candor/protocol/desk-light';
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { ask } from '../../lib/query.ts';

/** How often the page asks while it is looked at: each answer is a row of the audit log. @units milliseconds */
const POLL_MS = 30_000;
/** Loans a page of the loan book has. */
export const BOOK_PAGE = 50;

/** The loan book, and a page of the loans nearest to a sale. */
export function useLoanBook(page: number): UseQueryResult<DeskCallResult<'loans.book'>> {
  return useQuery({
    queryKey: ['loans', 'book', page],
    queryFn: ({ signal }) =>
      ask('loans.book', { query: { page: String(page), size: String(BOOK_PAGE) }, signal }),
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });
}

type Overdue = DeskCallResult<'loans.overdue'>;

/** Loans past their due date, page after page. */
export function useOverdueLoans(): UseInfiniteQueryResult<InfiniteData<Overdue>> {
  return useInfiniteQuery({
    queryKey: ['loans', 'overdue'],
    queryFn: ({ signal, pageParam }) =>
      ask('loans.overdue', { query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}

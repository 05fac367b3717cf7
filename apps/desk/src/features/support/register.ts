import type { ComplaintItem, DeskCallInput } from '@candor/protocol/desk-light';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useLocation, useSearch } from 'wouter';
import { PAGES } from '../../lib/paths.ts';
import { ask } from '../../lib/query.ts';

type Query = NonNullable<DeskCallInput<'complaints.list'>['query']>;

/** Which complaints the register shows, as its address says it. */
export type RegisterFilter = Pick<Query, 'q' | 'category'> & {
  readonly state: NonNullable<Query['state']>;
};

/** What the register can be narrowed to, in the order it is offered. */
export const REGISTER_STATES = [
  'waiting',
  'overdue',
  'answered',
  'all',
] as const satisfies readonly RegisterFilter['state'][];

/** The filter in the address, and how it is changed. What nobody knows is refused by the server. */
export function useRegisterFilter(): {
  readonly filter: RegisterFilter;
  readonly narrow: (change: Partial<RegisterFilter>) => void;
} {
  const [, navigate] = useLocation();
  const said = Object.fromEntries(new URLSearchParams(useSearch())) as Partial<RegisterFilter>;
  const { state = 'waiting', q, category } = said;
  const filter = {
    state,
    ...(q === undefined ? {} : { q }),
    ...(category === undefined ? {} : { category }),
  };
  return {
    filter,
    narrow(change) {
      const { state: shown, q: said = '', category: chosen } = { ...filter, ...change };
      const next = {
        ...(shown === 'waiting' ? {} : { state: shown }),
        ...(said === '' ? {} : { q: said }),
        ...(chosen === undefined ? {} : { category: chosen }),
      };
      const search = new URLSearchParams(next).toString();
      const { path } = PAGES.complaints;
      navigate(search === '' ? path : `${path}?${search}`, { replace: true });
    },
  };
}

const PAGE_SIZE = 100;

/** The register as far as it was scrolled; each reading is a row of the audit log, so never by a clock. */
export function useRegister(filter: RegisterFilter): {
  readonly rows: readonly ComplaintItem[] | undefined;
  readonly counts: { readonly waiting: number; readonly overdue: number } | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
} {
  const query = useInfiniteQuery({
    queryKey: ['complaints', filter],
    queryFn: ({ pageParam, signal }) =>
      ask('complaints.list', {
        query: { ...filter, size: PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage]);
  return {
    rows: query.data?.pages.flatMap(({ records }) => records),
    counts: query.data?.pages[0],
    error: query.error,
    refetch: query.refetch,
    isLoadingMore: isFetchingNextPage,
    loadMore,
  };
}

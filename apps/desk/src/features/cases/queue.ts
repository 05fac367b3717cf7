import type { CaseItem, DeskCallInput } from '@candor/protocol/desk-light';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useLocation, useSearch } from 'wouter';
import { PAGES } from '../../lib/paths.ts';
import { ask } from '../../lib/query.ts';
import { READ_ONCE } from './reading.ts';

type Query = NonNullable<DeskCallInput<'cases.list'>['query']>;

/** Which cases the queue shows, as its address says it. */
export type QueueFilter = Pick<Query, 'kind' | 'q'> & {
  readonly state: NonNullable<Query['state']>;
};

/** States the queue can be narrowed to, in the order they are offered. */
export const QUEUE_STATES = [
  'waiting',
  'mine',
  'overdue',
  'open',
  'claimed',
  'firstYes',
  'decided',
] as const satisfies readonly QueueFilter['state'][];

const CASE = new RegExp(`^${PAGES.cases.path}/([\\w-]+)$`);

/** The case an address shows; null for the queue alone. */
export const caseIdOf = (path: string): string | null => CASE.exec(path)?.[1] ?? null;

/** The address of the queue, or of a case in it, with the filter kept. */
export function addressOf(id: string | null, filter: Partial<QueueFilter>): string {
  const said = Object.entries(filter).filter(
    ([name, value]) =>
      value !== undefined && value !== '' && !(name === 'state' && value === 'waiting'),
  );
  const search = new URLSearchParams(said as [string, string][]).toString();
  const path = id === null ? PAGES.cases.path : `${PAGES.cases.path}/${id}`;
  return search === '' ? path : `${path}?${search}`;
}

/** The filter in the address. What it names and nobody knows is refused by the server in words. */
export function useQueueFilter(): QueueFilter {
  const said = Object.fromEntries(new URLSearchParams(useSearch())) as Partial<QueueFilter>;
  const { state = 'waiting', kind, q } = said;
  return { state, ...(kind === undefined ? {} : { kind }), ...(q === undefined ? {} : { q }) };
}

/** Goes to a case, or changes what the queue shows. */
export function useQueueMoves(filter: QueueFilter): {
  readonly openCase: (id: string | null) => void;
  readonly narrow: (change: Partial<QueueFilter>) => void;
} {
  const [path, navigate] = useLocation();
  const openCase = (id: string | null): void => navigate(addressOf(id, filter));
  const narrow = (change: Partial<QueueFilter>): void =>
    navigate(addressOf(caseIdOf(path), { ...filter, ...change }), { replace: true });
  return { openCase, narrow };
}

const PAGE_SIZE = 100;

/** The queue as far as it was scrolled. */
export function useQueue(filter: QueueFilter): {
  readonly rows: readonly CaseItem[] | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
} {
  const query = useInfiniteQuery({
    queryKey: ['cases', 'queue', filter],
    queryFn: ({ pageParam, signal }) =>
      ask('cases.list', {
        query: { ...filter, size: PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    ...READ_ONCE,
  });
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage]);
  return {
    rows: query.data?.pages.flatMap(({ records }) => records),
    error: query.error,
    refetch: query.refetch,
    isLoadingMore: isFetchingNextPage,
    loadMore,
  };
}

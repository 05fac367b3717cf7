import type { AuditRow, DeskCallInput, DeskCallResult } from '@candor/protocol/desk-light';
import {
  type UseQueryResult,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { readDay } from '../../lib/moment-field.ts';
import { ask } from '../../lib/query.ts';

/** What the log is narrowed to; empty texts ask for nothing. */
export type AuditFilter = Pick<
  NonNullable<DeskCallInput<'audit.list'>['query']>,
  'actor' | 'action' | 'subject'
> & { readonly from?: string; readonly to?: string };

const PAGE_SIZE = 100;
const DAY_MS = 86_400_000;

/** A filter as it is asked: days become moments, the last day counts whole. */
function queryOf({ from, to, ...texts }: AuditFilter): Record<string, string> {
  const days = {
    from: from === undefined ? undefined : readDay(from),
    to: to === undefined ? undefined : readDay(to) + DAY_MS,
  };
  const said = Object.entries({ ...texts, ...days }).flatMap(([name, value]) =>
    value === undefined || value === '' || Number.isNaN(value) ? [] : [[name, String(value)]],
  );
  return Object.fromEntries(said) as Record<string, string>;
}

/** The audit log as far as it was scrolled, newest first. */
export function useAudit(filter: AuditFilter): {
  readonly rows: readonly AuditRow[] | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
} {
  const query = useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      ask('audit.list', {
        query: {
          ...queryOf(filter),
          size: PAGE_SIZE,
          ...(pageParam === null ? {} : { before: pageParam }),
        } as NonNullable<DeskCallInput<'audit.list'>['query']>,
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // Each reading is itself a row of the log.
    refetchOnWindowFocus: false,
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

/** How many rows the log has, and what was signed of it last. */
export function useAuditHead(): UseQueryResult<DeskCallResult<'audit.head'>> {
  return useQuery({
    queryKey: ['audit-head'],
    queryFn: ({ signal }) => ask('audit.head', { signal }),
    refetchInterval: 60_000,
  });
}

import {
  type QueryKey,
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';

/** Rows that one reading of a list asks for. */
export const PAGE_SIZE = 100;

/**
 * Each reading of what shows personal data is a row of the audit log. So it is read when a member
 * asks, and again when counts, which show none, say that something changed; never by a clock or
 * because a window got the focus.
 */
export const READ_ONCE = { staleTime: Infinity, refetchOnWindowFocus: false } as const;

/** A list as far as it was scrolled. */
export type Scrolled<Row> = {
  readonly rows: readonly Row[] | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
};

type Page<Row, Cursor> = { readonly records: readonly Row[]; readonly next: Cursor | null };

/** A list that is read page by page while it is scrolled; a page says where the next begins. */
export function useScrolled<Row, Cursor extends string | number>(
  list: {
    readonly queryKey: QueryKey;
    /** `after` is null for the first page. */
    readonly read: (after: Cursor | null, signal: AbortSignal) => Promise<Page<Row, Cursor>>;
  },
  options: { readonly staleTime?: number; readonly refetchOnWindowFocus: boolean },
): Scrolled<Row> {
  const query = useInfiniteQuery({
    queryKey: list.queryKey,
    queryFn: ({ pageParam, signal }) => list.read(pageParam as Cursor | null, signal),
    initialPageParam: null as Cursor | null,
    getNextPageParam: ({ next }: Page<Row, Cursor>) => next,
    placeholderData: keepPreviousData,
    ...options,
  });
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage]);
  const rows = useMemo(() => data?.pages.flatMap(({ records }) => records), [data]);
  return { rows, error, refetch, isLoadingMore: isFetchingNextPage, loadMore };
}

/** Reads these queries again whenever the counts of what waits change; not because they came. */
export function useReadAgainOn(counts: object | undefined, keys: readonly QueryKey[]): void {
  const client = useQueryClient();
  const said = counts === undefined ? null : JSON.stringify(counts);
  const seen = useRef(said);
  const asked = useRef(keys);
  useEffect(() => {
    const before = seen.current;
    seen.current = said;
    if (before === null || said === before) return;
    for (const queryKey of asked.current) void client.invalidateQueries({ queryKey });
  }, [client, said]);
}

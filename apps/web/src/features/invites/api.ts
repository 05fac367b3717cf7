import type { CallResult } from '@candor/protocol/light';
import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/query.ts';
import { queryKeys } from '../../live/keys.ts';

/** Names of a page of the list. */
export const PAGE_SIZE = 20;

/** One's own code and link, and how many came by it. */
export function useInvite(): UseQueryResult<CallResult<'invites.get'>> {
  return useQuery({
    queryKey: queryKeys.invite(),
    queryFn: ({ signal }) => ask('invites.get', { signal }),
  });
}

/** Who came, a page at a time, the latest first. */
export function useInvited(page: number): UseQueryResult<CallResult<'invites.list'>> {
  return useQuery({
    queryKey: queryKeys.invited(page),
    queryFn: ({ signal }) => ask('invites.list', { query: { page, size: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });
}

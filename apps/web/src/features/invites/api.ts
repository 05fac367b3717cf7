import type { CallResult } from '@candor/protocol/light';
import { type UseQueryResult } from '@tanstack/react-query';
import { useOwnQuery } from '../../lib/own-query.ts';
import { ask } from '../../lib/query.ts';
import { accountKeys } from '../../live/account-keys.ts';

/** Names of a page of the list. */
export const PAGE_SIZE = 20;

/** One's own code and link, and how many came by it. */
export function useInvite(): UseQueryResult<CallResult<'invites.get'>> {
  return useOwnQuery({
    keyOf: () => accountKeys.invite(),
    read: (params) => ask('invites.get', params),
  });
}

/** Who came, a page at a time, the latest first. */
export function useInvited(page: number): UseQueryResult<CallResult<'invites.list'>> {
  return useOwnQuery({
    keyOf: () => accountKeys.invited(page),
    read: (params) => ask('invites.list', { query: { page, size: PAGE_SIZE }, ...params }),
    keepsBefore: true,
  });
}

import type { CallResult } from '@candor/protocol/light';
import type { UseQueryResult } from '@tanstack/react-query';
import { useOwnQuery } from '../../lib/own-query.ts';
import { ask, queryClient } from '../../lib/query.ts';

/** The name it is kept under. */
const KEY = ['identity.get'] as const;
/** A page that waits for a decision looks again. @units milliseconds */
const LOOK_EVERY_MS = 30_000;

/** Where the user's identification stands; looked at again while it waits for staff. */
export function useIdentification(): UseQueryResult<CallResult<'identity.get'>> {
  return useOwnQuery<CallResult<'identity.get'>>({
    keyOf: () => KEY,
    read: (params) => ask('identity.get', params),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'pending' || data?.address.state === 'pending' ? LOOK_EVERY_MS : false,
  });
}

/** Looks at documents on a page of them. */
export const LOOKS_PAGE = 10;

/** A page of who looked at the user's documents, newest first. */
export function useLooks(page: number): UseQueryResult<CallResult<'accounts.access-log'>> {
  return useOwnQuery({
    keyOf: () => ['accounts.access-log', 'documents', page] as const,
    read: (params) =>
      ask('accounts.access-log', {
        query: { page, size: LOOKS_PAGE, about: 'documents' },
        ...params,
      }),
    keepsBefore: true,
  });
}

/** Takes what the server answered to something that was sent in. */
export function identificationChanged(now: CallResult<'identity.get'>): void {
  queryClient.setQueryData(KEY, now);
}

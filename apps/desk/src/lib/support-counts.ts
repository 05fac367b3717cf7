import type { DeskCallResult } from '@candor/protocol/desk-light';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ask } from './query.ts';

/** How often what waits is counted anew. @units milliseconds */
const AGAIN_MS = 10_000;

/** How many conversations wait; it shows nothing of a user, so a clock may ask. */
export function useSupportCounts(isAsked = true): UseQueryResult<DeskCallResult<'support.counts'>> {
  return useQuery({
    queryKey: ['support', 'counts'],
    queryFn: ({ signal }) => ask('support.counts', { signal }),
    refetchInterval: AGAIN_MS,
    enabled: isAsked,
  });
}

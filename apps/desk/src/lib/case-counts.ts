import type { DeskCallResult } from '@candor/protocol/desk-light';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ask } from './query.ts';

/** How often what waits is counted anew. @units milliseconds */
const AGAIN_MS = 10_000;

/** How many cases wait, by kind: for the frame, and for the head of the queue. */
export function useCaseCounts(): UseQueryResult<DeskCallResult<'cases.counts'>> {
  return useQuery({
    queryKey: ['cases', 'counts'],
    queryFn: ({ signal }) => ask('cases.counts', { signal }),
    refetchInterval: AGAIN_MS,
  });
}

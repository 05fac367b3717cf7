import type { DeskCallResult } from '@candor/protocol/desk-light';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../lib/query.ts';

const KEY = ['content'] as const;

/** Every text, without what it says. */
export function usePages(): UseQueryResult<DeskCallResult<'content.list'>> {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => ask('content.list', { signal }) });
}

/** One text in all its languages. */
export function useText(id: string): UseQueryResult<DeskCallResult<'content.page'>> {
  return useQuery({
    queryKey: [...KEY, id],
    queryFn: ({ signal }) => ask('content.page', { params: { id }, signal }),
    // What is being written is not drawn anew under the writer's hands.
    refetchOnWindowFocus: false,
  });
}

/** Reads texts and queue again after one was published. */
export function usePublished(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: KEY });
    void client.invalidateQueries({ queryKey: ['cases'] });
  };
}

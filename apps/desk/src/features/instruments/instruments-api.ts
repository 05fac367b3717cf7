import type { DeskCallResult } from '@candor/protocol/desk-light';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../lib/query.ts';

const KEY = ['instruments'] as const;

/** Every instrument. */
export function useInstruments(): UseQueryResult<DeskCallResult<'instruments.list'>> {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => ask('instruments.list', { signal }) });
}

/** Reads instruments and queue again after one was changed or proposed. */
export function useInstrumentsChanged(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: KEY });
    void client.invalidateQueries({ queryKey: ['cases'] });
  };
}

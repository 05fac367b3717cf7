import type { DeskCallResult } from '@candor/protocol/desk-light';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../lib/query.ts';

const KEY = ['parameters'] as const;

/** The parameter table. */
export function useParameters(): UseQueryResult<DeskCallResult<'parameters.list'>> {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => ask('parameters.list', { signal }) });
}

/** Reads table and queue again after a proposal. */
export function useProposed(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: KEY });
    void client.invalidateQueries({ queryKey: ['cases'] });
  };
}

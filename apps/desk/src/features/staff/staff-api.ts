import type { DeskCallResult } from '@candor/protocol/desk-light';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../lib/query.ts';

const KEY = ['staff'] as const;

/** Members of staff, and invitations that wait. */
export function useStaff(): UseQueryResult<DeskCallResult<'staff.list'>> {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => ask('staff.list', { signal }) });
}

/** Reads the list again after a change. */
export function useStaffChanged(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: KEY });
}

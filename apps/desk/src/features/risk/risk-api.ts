import type { DeskCallInput, DeskCallResult } from '@candor/protocol/desk-light';
import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/query.ts';

/** How often the page asks while it is looked at; a page in the background asks nothing. */
const POLL_MS = 2_000;
const HOUSE_MS = 60_000;

/** Exposure and ladder as they stand. */
export function useRisk(): UseQueryResult<DeskCallResult<'risk.now'>> {
  return useQuery({
    queryKey: ['risk'],
    queryFn: ({ signal }) => ask('risk.now', { signal }),
    refetchInterval: POLL_MS,
  });
}

/** What the last days brought the house. */
export function useHouse(mode: 'real' | 'demo'): UseQueryResult<DeskCallResult<'risk.house'>> {
  return useQuery({
    queryKey: ['risk', 'house', mode],
    queryFn: ({ signal }) => ask('risk.house', { query: { mode }, signal }),
    refetchInterval: HOUSE_MS,
    placeholderData: keepPreviousData,
  });
}

/** Which rung of the ladder is asked about. */
export type RungQuery = {
  readonly mode: 'real' | 'demo';
  readonly group: NonNullable<DeskCallInput<'risk.accounts'>['query']>['group'];
  readonly percent: number;
};

/** Accounts of one rung; each reading is a row of the audit log, so it is read once. */
export function useRung({
  mode,
  group,
  percent,
}: RungQuery): UseQueryResult<DeskCallResult<'risk.accounts'>> {
  return useQuery({
    queryKey: ['risk', 'accounts', mode, group, percent],
    queryFn: ({ signal }) =>
      ask('risk.accounts', { query: { mode, group, percent: String(percent) }, signal }),
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  });
}

/** How sources, prices and what carries things out are doing. */
export function useHealth(): UseQueryResult<DeskCallResult<'risk.health'>> {
  return useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => ask('risk.health', { signal }),
    refetchInterval: POLL_MS,
  });
}

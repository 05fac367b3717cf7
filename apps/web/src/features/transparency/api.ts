import type { FeeSchedule, HouseResult, RiskFigure, WithdrawalClock } from '@candor/protocol/light';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/query.ts';

const FRESH_MS = 3_600_000;

/** The published parameter table. */
export function useFees(): UseQueryResult<FeeSchedule> {
  return useQuery({
    queryKey: ['transparency.fees'],
    queryFn: ({ signal }) => ask('transparency.fees', { signal }),
  });
}

/** The share of accounts that lost; the same answer as the ticket's. */
export function useRisk(): UseQueryResult<RiskFigure> {
  return useQuery({
    queryKey: ['transparency.risk'],
    queryFn: ({ signal }) => ask('transparency.risk', { signal }),
    staleTime: FRESH_MS,
  });
}

/** What whole days brought the house. */
export function useHouseResult(): UseQueryResult<HouseResult> {
  return useQuery({
    queryKey: ['transparency.house'],
    queryFn: ({ signal }) => ask('transparency.house', { signal }),
  });
}

/** How long withdrawals take. */
export function useWithdrawalClock(): UseQueryResult<WithdrawalClock> {
  return useQuery({
    queryKey: ['transparency.withdrawals'],
    queryFn: ({ signal }) => ask('transparency.withdrawals', { signal }),
  });
}

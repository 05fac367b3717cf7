import type { CallResult, PlanDetail, PlanOrderDetail, PlanProduct } from '@candor/protocol/light';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useOwnQuery } from '../../lib/own-query.ts';
import { ask, queryClient } from '../../lib/query.ts';
import { type PlansQuery, queryKeys } from '../../live/keys.ts';

/** Own plans of a page of their list. */
export const PAGE_SIZE = 20;
/** A plan's days change at midnight, its trades at the end of a bar. */
const OFFER_MS = 60_000;
/** The line tells of one's own plans; this is for what it may have missed. */
const OWN_MS = 30_000;
/** How often a backtest under way is asked for. */
const JOB_MS = 1_000;

/** Every plan that is offered. */
export function usePlans(): UseQueryResult<PlanProduct[]> {
  return useQuery({
    queryKey: queryKeys.plansOffered(),
    queryFn: ({ signal }) => ask('plans.list', { signal }),
    refetchInterval: OFFER_MS,
  });
}

/** One plan with its trades, its days and its backtest. */
export function usePlan(id: string): UseQueryResult<PlanDetail> {
  return useQuery({
    queryKey: queryKeys.planOffered(id),
    queryFn: ({ signal }) => ask('plans.get', { params: { id }, signal }),
    refetchInterval: OFFER_MS,
  });
}

/** One's own plans of the account on screen, newest first. */
export function usePlanOrders(query: PlansQuery): UseQueryResult<CallResult<'plans.orders'>> {
  return useOwnQuery({
    keyOf: (mode) => queryKeys.plansPage(mode, query),
    read: (params) => ask('plans.orders', { ...params, query }),
    refetchInterval: OWN_MS,
    keepsBefore: true,
  });
}

/** One of one's own plans with its days. */
export function usePlanOrder(id: string): UseQueryResult<PlanOrderDetail> {
  return useOwnQuery({
    keyOf: (mode) => queryKeys.plan(mode, id),
    read: (params) => ask('plans.order', { ...params, params: { id } }),
    refetchInterval: OWN_MS,
  });
}

/** A backtest that was asked for, asked again until it ended; nothing while there is none. */
export function useBacktest(id: string | null): UseQueryResult<CallResult<'plans.backtestResult'>> {
  return useOwnQuery({
    keyOf: (mode) => queryKeys.planBacktest(mode, id ?? ''),
    read: (params) => ask('plans.backtestResult', { ...params, params: { id: id ?? '' } }),
    enabled: id !== null,
    refetchInterval: ({ state }) =>
      state.data?.state === 'done' || state.data?.state === 'failed' ? false : JOB_MS,
  });
}

/** Reads plans and balances again, after something was done to a plan. */
export function plansChanged(): void {
  const modes = ['demo', 'real'] as const;
  const moved = modes.flatMap((mode) => [
    queryKeys.plans(mode),
    queryKeys.assets(mode),
    queryKeys.userInfo(mode),
    queryKeys.transactions(mode),
  ]);
  for (const queryKey of moved) void queryClient.invalidateQueries({ queryKey });
}

import type { CallInput, CallResult } from '@candor/protocol/light';
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useOwnQuery } from '../../../lib/own-query.ts';
import { ask } from '../../../lib/query.ts';
import { accountKeys } from '../../../live/account-keys.ts';

/** One limit with what is used of it. */
export type Limit = CallResult<'accounts.limits'>[number];

/** A limit as it is to be. */
export type WishedLimit = NonNullable<CallInput<'accounts.set-limit'>['body']>;

/** Pauses that a user sets themselves. */
export type PauseKind = 'timeout' | 'exclusion';

/** The limits a user set themselves; all kinds and periods. */
export function useLimits(): UseQueryResult<CallResult<'accounts.limits'>> {
  return useOwnQuery({
    keyOf: () => accountKeys.limits(),
    read: (params) => ask('accounts.limits', params),
    // What is used moves with every order and price.
    staleTime: 0,
  });
}

/** Sets a limit. */
export function useSetLimit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: WishedLimit) => ask('accounts.set-limit', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: accountKeys.limits() }),
  });
}

/** What keeps the account from new risk now. */
export function usePauses(): UseQueryResult<CallResult<'accounts.pauses'>> {
  return useOwnQuery({
    keyOf: () => accountKeys.pauses(),
    read: (params) => ask('accounts.pauses', params),
    staleTime: 0,
  });
}

const CALLS = { timeout: 'accounts.timeout', exclusion: 'accounts.self-exclude' } as const;

/** Begins, prolongs or shortens a pause. */
export function usePause(kind: PauseKind) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (until: number) => ask(CALLS[kind], { body: { until } }),
    onSettled: () => client.invalidateQueries({ queryKey: accountKeys.pauses() }),
  });
}

import type { CallResult } from '@candor/protocol/light';
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useOwnQuery } from '../../../lib/own-query.ts';
import { ask } from '../../../lib/query.ts';
import { accountKeys } from '../../../live/account-keys.ts';

/** Rows of a list's page. */
export const PAGE_SIZE = 8;
/** How often a copy that is being made is looked at. @units milliseconds */
const LOOK_MS = 1_000;

/** The devices signed in. */
export function useSessions(): UseQueryResult<CallResult<'accounts.list-sessions'>> {
  return useOwnQuery({
    keyOf: () => accountKeys.sessions(),
    read: (params) => ask('accounts.list-sessions', params),
  });
}

/** Signs one device out, or all others. */
export function useRevokeSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (which: ({ id: string } | { others: true }) & { stepUp: string }) =>
      ask('accounts.revoke-session', { body: which }),
    onSettled: () => client.invalidateQueries({ queryKey: accountKeys.sessions() }),
  });
}

/** How the account can be entered and what protects it. */
export function useSecurityOverview(): UseQueryResult<CallResult<'accounts.security'>> {
  return useOwnQuery({
    keyOf: () => accountKeys.security(),
    read: (params) => ask('accounts.security', params),
  });
}

/** A page of the log-ins, newest first. */
export function useLogins(page: number): UseQueryResult<CallResult<'accounts.list-logins'>> {
  return useOwnQuery({
    keyOf: () => accountKeys.logins(page),
    read: (params) => ask('accounts.list-logins', { query: { page, size: PAGE_SIZE }, ...params }),
    keepsBefore: true,
  });
}

/** A page of what was changed, newest first. */
export function useAccessLog(page: number): UseQueryResult<CallResult<'accounts.access-log'>> {
  return useOwnQuery({
    keyOf: () => accountKeys.accessLog(page),
    read: (params) => ask('accounts.access-log', { query: { page, size: PAGE_SIZE }, ...params }),
    keepsBefore: true,
  });
}

/** What a change of the account's safety makes old: how it stands, who is in, what was changed. */
const CHANGED = [
  'accounts.security',
  'accounts.list-sessions',
  'accounts.access-log',
  'accounts.pauses',
] as const;

function useChange<Params, Answer>(act: (params: Params) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => {
      for (const key of CHANGED) void client.invalidateQueries({ queryKey: [key] });
    },
  });
}

/** Freezes the account. */
export const useFreeze = () => useChange(() => ask('accounts.freeze', { body: {} }));

/** Asks for the end of the freeze. */
export const useUnfreeze = () =>
  useChange((stepUp: string) => ask('accounts.unfreeze', { body: { stepUp } }));

/** Begins a copy of everything kept about the account. */
export const useBeginCopy = () => useChange(() => ask('accounts.export-data', { body: {} }));

/** How far a copy is; looked at until it is made. */
export function useCopy(id: string | null): UseQueryResult<CallResult<'accounts.exported-data'>> {
  return useOwnQuery({
    keyOf: () => accountKeys.dataCopy(id ?? ''),
    read: (params) =>
      ask('accounts.exported-data', {
        params: { id: id ?? '' },
        query: { as: 'state' },
        ...params,
      }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.state === 'preparing' ? LOOK_MS : false),
  });
}

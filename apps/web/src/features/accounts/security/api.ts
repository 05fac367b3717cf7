import type { CallResult } from '@candor/protocol/light';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session.ts';
import { queryKeys } from '../../../live/keys.ts';

/** How the account can be entered and what protects it. */
export function useSecurityOverview(): UseQueryResult<CallResult<'accounts.security'>> {
  const { state } = useSession();
  return useQuery({
    queryKey: queryKeys.security(),
    queryFn: ({ signal }) => ask('accounts.security', { signal }),
    enabled: state === 'in',
  });
}

/** The devices signed in. */
export function useSessions(): UseQueryResult<CallResult<'accounts.list-sessions'>> {
  const { state } = useSession();
  return useQuery({
    queryKey: queryKeys.sessions(),
    queryFn: ({ signal }) => ask('accounts.list-sessions', { signal }),
    enabled: state === 'in',
  });
}

/** Signs one device out, or all others. */
export function useRevokeSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (which: { id: string } | { others: true }) =>
      ask('accounts.revoke-session', { body: which }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.sessions() }),
  });
}

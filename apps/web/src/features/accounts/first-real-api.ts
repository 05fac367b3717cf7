import type { Appropriateness, CallInput } from '@candor/protocol/light';
import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import { ask, queryClient } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { queryKeys } from '../../live/keys.ts';

/** How far the user is on the way to the first real order; asked only where it matters. */
export function useAppropriateness(isAsked = true): UseQueryResult<Appropriateness> {
  const { state } = useSession();
  return useQuery(
    {
      queryKey: queryKeys.appropriateness(),
      queryFn: ({ signal }) => ask('accounts.appropriateness', { signal }),
      enabled: isAsked && state === 'in',
    },
    queryClient,
  );
}

/** Sends the answers; what they lead to is known everywhere at once. */
export function useAnswer() {
  return useMutation(
    {
      mutationFn: (body: NonNullable<CallInput<'accounts.answer-appropriateness'>['body']>) =>
        ask('accounts.answer-appropriateness', { body }),
      onSuccess: (answer) => {
        queryClient.setQueryData(queryKeys.appropriateness(), answer);
      },
    },
    queryClient,
  );
}

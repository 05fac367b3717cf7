import type { Appropriateness, CallInput } from '@candor/protocol/light';
import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import { useOwnQuery } from '../../lib/own-query.ts';
import { ask, queryClient } from '../../lib/query.ts';
import { currentAsker, isStillHere } from '../../lib/session.ts';
import { queryKeys } from '../../live/keys.ts';

/** How far the user is on the way to the first real order; asked only where it matters. */
export function useAppropriateness(isAsked = true): UseQueryResult<Appropriateness> {
  return useOwnQuery(
    {
      keyOf: () => queryKeys.appropriateness(),
      read: (params) => ask('accounts.appropriateness', params),
      enabled: isAsked,
    },
    queryClient,
  );
}

/** Sends the answers; what they lead to is known everywhere at once. */
export function useAnswer() {
  return useMutation(
    {
      onMutate: currentAsker,
      mutationFn: (body: NonNullable<CallInput<'accounts.answer-appropriateness'>['body']>) =>
        ask('accounts.answer-appropriateness', { body }),
      onSuccess: (answer, _body, as) => {
        if (isStillHere(as)) queryClient.setQueryData(queryKeys.appropriateness(), answer);
      },
    },
    queryClient,
  );
}

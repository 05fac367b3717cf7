import type { SocialIssuer, SocialKey } from '@candor/protocol/light';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useOwnQuery } from '../../../lib/own-query.ts';
import { ask } from '../../../lib/query.ts';
import { accountKeys } from '../../../live/account-keys.ts';

/** Services this installation offers. */
export function useSocialIssuers(): UseQueryResult<readonly SocialIssuer[]> {
  return useQuery({
    queryKey: accountKeys.socialIssuers(),
    queryFn: ({ signal }) => ask('accounts.social-issuers', { signal }),
  });
}

/** Services that open the account. */
export function useSocialKeys(): UseQueryResult<readonly SocialKey[]> {
  return useOwnQuery({
    keyOf: () => accountKeys.socialKeys(),
    read: (params) => ask('accounts.social-keys', params),
  });
}

/** Takes a service away, with the confirmation of its owner. */
export function useUnlinkSocial() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, stepUp }: { id: string; stepUp: string }) =>
      ask('accounts.unlink-social', { params: { id }, body: { stepUp } }),
    onSettled: () => client.invalidateQueries({ queryKey: accountKeys.socialKeys() }),
  });
}

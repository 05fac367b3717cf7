import type { UserInfo } from '@candor/protocol/light';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { performMoneyAct } from '../../lib/money-acts.ts';
import { ask } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { queryKeys } from '../../live/keys.ts';

/** The figures of the books the page speaks for; not asked while signed out. */
export function useUserInfo(): UseQueryResult<UserInfo> {
  const { mode, state } = useSession();
  return useQuery({
    queryKey: queryKeys.userInfo(mode),
    queryFn: ({ signal }) => ask('portfolio.info', { signal }),
    enabled: state === 'in',
  });
}

/** Closes everything of the demo book and opens it again. */
export function useDemoReset() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => performMoneyAct({ name: 'portfolio.demo-reset', body: {} }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: queryKeys.orders('demo') });
      void client.invalidateQueries({ queryKey: queryKeys.userInfo('demo') });
    },
  });
}

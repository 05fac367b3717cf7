import type { UserInfo } from '@candor/protocol/light';
import type { UseQueryResult } from '@tanstack/react-query';
import { useOwnQuery } from '../../lib/own-query.ts';
import { ask } from '../../lib/query.ts';
import { queryKeys } from '../../live/keys.ts';

/** The figures of the account the page speaks for; not asked while signed out. */
export function useUserInfo(): UseQueryResult<UserInfo> {
  return useOwnQuery({
    keyOf: (mode) => queryKeys.userInfo(mode),
    read: (params) => ask('portfolio.info', params),
  });
}

import type { CallResult } from '@candor/protocol/light';
import type { UseQueryResult } from '@tanstack/react-query';
import { useOwnQuery } from '../../lib/own-query.ts';
import { ask } from '../../lib/query.ts';
import { accountKeys } from '../../live/account-keys.ts';

/** A case about the user. */
export type OwnCase = CallResult<'cases.mine'>['records'][number];

/** Cases of a page. */
export const PAGE_SIZE = 10;

/** A page of the cases about the user, newest first. */
export function useOwnCases(page: number): UseQueryResult<CallResult<'cases.mine'>> {
  return useOwnQuery({
    keyOf: () => accountKeys.ownCases(page),
    read: (params) => ask('cases.mine', { query: { page, size: PAGE_SIZE }, ...params }),
    keepsBefore: true,
  });
}

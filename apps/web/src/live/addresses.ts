import type { BookAddress } from '@candor/protocol/light';
import type { UseQueryResult } from '@tanstack/react-query';
import { useOwnQuery } from '../lib/own-query.ts';
import { ask } from '../lib/query.ts';
import { queryKeys } from './keys.ts';

/** The address book; a practice account has none. */
export function useAddresses(isAsked = true): UseQueryResult<BookAddress[]> {
  return useOwnQuery({
    keyOf: (mode) => [...queryKeys.addresses(), mode],
    read: (params) => ask('cashier.list-addresses', params),
    enabled: isAsked,
    staleTime: 0,
  });
}

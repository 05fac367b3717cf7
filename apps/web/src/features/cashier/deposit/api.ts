import type { CallInput, CallResult, Network } from '@candor/protocol/light';
import type { UseQueryResult } from '@tanstack/react-query';
import { useOwnQuery } from '../../../lib/own-query.ts';
import { ask, queryClient } from '../../../lib/query.ts';
import { queryKeys } from '../../../live/keys.ts';

/** An asset by a network. */
export type Place = {
  readonly asset: CallResult<'cashier.terms'>[number]['asset'];
  readonly network: Network;
};

/** A payment in. */
export type Deposit = CallResult<'cashier.deposits'>['records'][number];

/** Deposits on screen; the records of the page hold all of them. */
const SHOWN = 5;

/** Whether a payment can still move on. */
export const isOpen = ({ state }: Deposit): boolean => state === 'seen' || state === 'confirming';

/** Where the user pays in; the first question makes the address. */
export function useDepositAddress({
  asset,
  network,
}: Place): UseQueryResult<CallResult<'cashier.deposit-address'>> {
  return useOwnQuery({
    keyOf: (mode) => ['cashier.deposit-address', mode, asset, network],
    read: (params) => ask('cashier.deposit-address', { ...params, query: { asset, network } }),
  });
}

/** Payments in, a page at a time; the live channel tells of each block that counts for one. */
export function useDeposits(
  query: NonNullable<CallInput<'cashier.deposits'>['query']> = { page: 1, size: SHOWN },
): UseQueryResult<CallResult<'cashier.deposits'>> {
  return useOwnQuery({
    keyOf: (mode) => [...queryKeys.deposits(), mode, query],
    read: (params) => ask('cashier.deposits', { ...params, query }),
    staleTime: 0,
    keepsBefore: true,
  });
}

/** Claims on a page; there are seldom more than one or two. */
export const CLAIMS_SHOWN = 5;
/** Staff decide within days: no frame tells of it. @units milliseconds */
const CLAIMS_MS = 60_000;

/** What the user told staff is missing, a page at a time; asked again while one of them waits. */
export function useDepositClaims(
  page: number,
): UseQueryResult<CallResult<'cashier.list-deposit-claims'>> {
  return useOwnQuery<CallResult<'cashier.list-deposit-claims'>>({
    keyOf: () => [...queryKeys.depositClaims(), page],
    read: (params) =>
      ask('cashier.list-deposit-claims', { ...params, query: { page, size: CLAIMS_SHOWN } }),
    staleTime: 0,
    keepsBefore: true,
    refetchInterval: ({ state }) =>
      state.data?.records.some((one) => one.state === 'waiting') === true ? CLAIMS_MS : false,
  });
}

/** Reads them again, after one was sent. */
export function claimsChanged(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.depositClaims() });
}

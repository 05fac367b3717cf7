import type {
  AssetHolding,
  CallResult,
  CashierTerms,
  WalletChain,
  WithdrawalAuth,
} from '@candor/protocol/light';
import type { UseQueryResult } from '@tanstack/react-query';
import { useOwnQuery } from '../../lib/own-query.ts';
import { ask, queryClient } from '../../lib/query.ts';
import { accountKeys } from '../../live/account-keys.ts';
import { queryKeys } from '../../live/keys.ts';

/** Values move with prices; the live channel tells of payments at once. */
const VALUES_MS = 15_000;

/** What the account on screen holds of each asset. */
export function useAssets(): UseQueryResult<AssetHolding[]> {
  return useOwnQuery({
    keyOf: (mode) => queryKeys.assets(mode),
    read: (params) => ask('portfolio.assets', params),
    refetchInterval: VALUES_MS,
  });
}

/** What is open of deposits and withdrawals, and on what terms. */
export function useTerms(): UseQueryResult<CashierTerms[]> {
  return useOwnQuery({
    keyOf: () => queryKeys.cashierTerms(),
    read: (params) => ask('cashier.terms', params),
  });
}

/** How long new addresses wait; asked with the address book alone. */
export function useAddressDelay(): UseQueryResult<CallResult<'cashier.address-delay'>> {
  return useOwnQuery({
    keyOf: (mode) => [...queryKeys.addressDelay(), mode],
    read: (params) => ask('cashier.address-delay', params),
    staleTime: 0,
  });
}

/** The newest authorization of a wallet of one network. */
export function useWithdrawalAuth(chain: WalletChain): UseQueryResult<WithdrawalAuth> {
  return useOwnQuery({
    keyOf: () => [...queryKeys.withdrawalAuth(), chain],
    read: (params) => ask('cashier.withdrawal-auth', { ...params, query: { chain } }),
    staleTime: 0,
  });
}

/** Reads the address book and the authorization again, after a change of either. */
export function bookChanged(): void {
  for (const queryKey of [
    queryKeys.addresses(),
    queryKeys.addressDelay(),
    queryKeys.withdrawalAuth(),
    accountKeys.security(),
  ]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../../lib/query.ts';
import { accountKeys } from '../../../live/account-keys.ts';

/** Reads again what a change of the wallets makes old. */
export function useWalletsChanged(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: accountKeys.security() });
    void client.invalidateQueries({ queryKey: ['accounts.access-log'] });
  };
}

/** Takes a wallet away as a way into the account. */
export function useUnlinkWallet() {
  const changed = useWalletsChanged();
  return useMutation({
    mutationFn: ({ id, stepUp }: { id: string; stepUp: string }) =>
      ask('accounts.unlink-wallet', { params: { id }, body: { stepUp } }),
    onSettled: changed,
  });
}

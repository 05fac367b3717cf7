import { useQueryClient } from '@tanstack/react-query';
import { accountKeys } from '../../../live/account-keys.ts';

/** Says that something of the account's safety changed: what shows it asks again. */
export function useChanged(): () => void {
  const client = useQueryClient();
  return () => {
    for (const queryKey of [
      accountKeys.security(),
      accountKeys.sessions(),
      ['accounts.access-log'],
    ]) {
      void client.invalidateQueries({ queryKey });
    }
  };
}

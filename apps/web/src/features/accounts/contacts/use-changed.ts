import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../live/keys.ts';

/** Says that something of the account's safety changed: what shows it asks again. */
export function useChanged(): () => void {
  const client = useQueryClient();
  return () => {
    for (const queryKey of [queryKeys.security(), queryKeys.sessions(), ['accounts.access-log']]) {
      void client.invalidateQueries({ queryKey });
    }
  };
}

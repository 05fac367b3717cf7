import { useMutation, useQueryClient } from '@tanstack/react-query';
import { performMoneyCommand } from '../../lib/money-commands.ts';
import { queryKeys } from '../../live/keys.ts';

/** Closes everything of the demo account and opens it again. */
export function useDemoReset() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => performMoneyCommand({ name: 'portfolio.demo-reset', body: {} }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: queryKeys.orders('demo') });
      void client.invalidateQueries({ queryKey: queryKeys.userInfo('demo') });
      void client.invalidateQueries({ queryKey: ['portfolio.history', 'demo'] });
    },
  });
}

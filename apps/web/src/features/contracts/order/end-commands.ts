import type { Order } from '@candor/protocol/light';
import { performMoneyCommand } from '../../../lib/money-commands.ts';
import { itself, useOrderCommand } from './commands.ts';

/** Closes a contract, or some of its lots; resolves with how the command ended, answered or not. */
export function useCloseContract(onSilence?: () => void) {
  return useOrderCommand(
    ({ id, lots }: Pick<Order, 'id'> & { readonly lots?: string }) =>
      performMoneyCommand({
        name: 'contracts.close',
        params: { id },
        body: lots === undefined ? {} : { lots },
        ...(onSilence === undefined ? {} : { onSilence }),
      }),
    ({ order }) => [order],
  );
}

/** Cancels an order that waits. */
export function useCancelContract() {
  return useOrderCommand(
    ({ id }: Pick<Order, 'id'>) =>
      performMoneyCommand({ name: 'contracts.cancel', params: { id }, body: {} }),
    itself,
  );
}

/** Closes every open contract of the account on screen, or of one market. */
export function useCloseAll(onSilence: () => void) {
  return useOrderCommand(
    (body: { readonly code?: string }) =>
      performMoneyCommand({ name: 'contracts.close-all', body, onSilence }),
    ({ closed }) => closed,
  );
}

/** Closes a contract and opens the same size the other way, both or neither. */
export function useReverseContract(onSilence: () => void) {
  return useOrderCommand(
    ({ id, quoteId }: { readonly id: string; readonly quoteId: string | undefined }) =>
      performMoneyCommand({
        name: 'contracts.reverse',
        params: { id },
        body: quoteId === undefined ? {} : { quoteId },
        onSilence,
      }),
    ({ closed, opened }) => [closed, opened],
  );
}

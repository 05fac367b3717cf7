import type { AmendContractBody, OpenContractBody, Order } from '@candor/protocol/light';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CommandEnd } from '../../../lib/commands.ts';
import { performMoneyCommand } from '../../../lib/money-commands.ts';
import { currentSession } from '../../../lib/session.ts';
import { invalidateOrders, tellAnswered } from '../../../live/order-cache.ts';

/** A command about orders: what its answer says of them is shown at once, wherever they stand. */
export function useOrderCommand<Params, Answer>(
  perform: (params: Params) => Promise<CommandEnd<Answer>>,
  ordersOf: (answer: Answer) => readonly Order[],
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (params: Params) => {
      const { user, mode } = currentSession();
      const end = await perform(params);
      if (end.kind !== 'done') invalidateOrders(client, mode);
      else tellAnswered(client, { userId: user?.id ?? null, mode }, ordersOf(end.result));
      return end;
    },
  });
}

/** An answer that is the order. */
export const itself = (order: Order): readonly Order[] => [order];

/** Opens a contract; resolves with how the command ended, also when nobody answered. */
export function useOpenContract(onSilence: () => void) {
  return useOrderCommand(
    (body: Omit<OpenContractBody, 'requestId'>) =>
      performMoneyCommand({ name: 'contracts.open', body, onSilence }),
    itself,
  );
}

type AmendBody = Omit<AmendContractBody, 'requestId'>;

/** Changes the stops of a contract, or the prices of an order that waits. */
export function useAmendContract() {
  return useOrderCommand(
    ({ id, body }: { readonly id: string; readonly body: AmendBody }) =>
      performMoneyCommand({ name: 'contracts.amend', params: { id }, body }),
    itself,
  );
}

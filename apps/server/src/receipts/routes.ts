import { fail, ok } from '@candor/kernel';
import { receipts as protocol } from '@candor/protocol';
import { type Route, route } from '../platform/http.ts';
import type { Receipts } from './index.ts';

/** The call of receipts. */
export function receiptRoutes(receipts: Receipts): Route[] {
  return [
    route(protocol.getReceipt, async ({ params }) => {
      const receipt = await receipts.get(params.number);
      return receipt === null ? fail({ name: 'not-found' }) : ok(receipt);
    }),
    route(protocol.receiptsOfOrder, async (call) => {
      const { orderNo } = call.params;
      const asked = { userId: call.session().userId, mode: call.mode(), orderNo };
      const numbers = await receipts.ofOrder(asked);
      return numbers === null ? fail({ name: 'not-found' }) : ok({ orderNo, numbers });
    }),
  ];
}

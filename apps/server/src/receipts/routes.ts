import { type InstrumentCode, fail, ok } from '@candor/kernel';
import { receipts as protocol } from '@candor/protocol';
import { type Route, route } from '../platform/http/http.ts';
import type { Receipts } from './index.ts';

/** The calls of receipts. */
export function receiptRoutes(receipts: Receipts): Route[] {
  return [
    route(protocol.getReceipt, async ({ params }) => {
      const receipt = await receipts.get(params.number);
      return receipt === null ? fail({ name: 'not-found' }) : ok(receipt);
    }),
    route(protocol.publishedDocument, async ({ params }) => {
      const document = await receipts.documents.get(params.hash);
      return document === null ? fail({ name: 'not-found' }) : ok(document);
    }),
    route(protocol.publishedHistory, async ({ query }) => {
      const history = await receipts.documents.history(query.code as InstrumentCode);
      const isKnown = history.specifications.length > 0;
      return isKnown ? ok(history) : fail({ name: 'not-found' });
    }),
    route(protocol.receiptsOfOrder, async (call) => {
      const { orderNo } = call.params;
      const asked = { userId: call.session().userId, mode: call.mode(), orderNo };
      const numbers = await receipts.ofOrder(asked);
      return numbers === null ? fail({ name: 'not-found' }) : ok({ orderNo, numbers });
    }),
  ];
}

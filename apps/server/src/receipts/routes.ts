import { type InstrumentCode, fail, ok } from '@candor/kernel';
import { receipts as protocol } from '@candor/protocol';
import { networkOf } from '../platform/http/address.ts';
import { type Route, route } from '../platform/http/http.ts';
import type { Pdfs } from '../platform/formats/pdf/pdf.ts';
import type { Receipts } from './index.ts';
import { receiptPaper } from './paper.ts';

/** How a document that was not made is refused. */
const PDF_FAILURES = { 'too-long': 'unreadable', busy: 'too-many' } as const;

/** What documents are written with. */
export type PaperDeps = {
  readonly pdfs: Pick<Pdfs, 'write'>;
  /** Address of the product’s pages. */
  readonly origin: () => string;
};

/** The calls of receipts. */
export function receiptRoutes(receipts: Receipts, { pdfs, origin }: PaperDeps): Route[] {
  return [
    route(protocol.getReceipt, async ({ params }) => {
      const receipt = await receipts.get(params.number);
      return receipt === null ? fail({ name: 'not-found' }) : ok(receipt);
    }),
    route(protocol.receiptPaper, async ({ params, query, origin: from }) => {
      const receipt = await receipts.get(params.number);
      if (receipt === null) return fail({ name: 'not-found' });
      const { language } = query;
      const paper = receiptPaper(receipt, { language, origin: origin() });
      // Anyone may ask for one.
      const made = await pdfs.write(paper, networkOf(from.address));
      if (!made.ok) return fail({ name: PDF_FAILURES[made.failure.name] });
      const name = `receipt-${receipt.number}-${language}.pdf`;
      return { file: { type: 'application/pdf', name, content: made.value } };
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

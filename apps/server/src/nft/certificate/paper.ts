import { formatMoney } from '@candor/kernel';
import { paperWords } from '../../messaging/index.ts';
import { type PdfPaper, leftToRight } from '../../platform/formats/pdf/pdf.ts';
import type { CertificateFacts } from './certificate.ts';
import { bookRows, charityLines, placeRows, sampleLines, shareRows } from './rows.ts';

/** The certificate of a token that was sold, as a document in one language. @source PRODUCT 8 */
export function certificatePaper(
  facts: CertificateFacts,
  options: {
    readonly language: string;
    /** Address of the product's pages. */
    readonly origin: string;
  },
): PdfPaper {
  const { language, origin } = options;
  const words = paperWords(language);
  const { say, labelled, amount } = words;
  const { token, charity, sale } = facts;
  const price = amount(formatMoney(sale.price), 'USDT');
  const part = amount(formatMoney(sale.charity), 'USDT');
  return {
    language,
    title: say('certificate.title'),
    lead: [
      labelled(say('nft.certificate-number'), leftToRight(sale.number)),
      say('nft.belongs', { amount: part, price, charity: charity.name }),
      ...sampleLines(words, facts),
    ],
    parts: [
      {
        title: token.title,
        rows: [{ label: say('nft.creator'), value: token.creator }, ...placeRows(words, facts)],
      },
      {
        title: say('nft.charity'),
        paragraphs: [charity.name, ...charityLines(words, facts)],
      },
      {
        title: say('nft.shares', { amount: price }),
        rows: [{ label: say('nft.price'), value: price }, ...shareRows(words, facts)],
      },
      { title: say('nft.entry'), rows: bookRows(words, facts) },
      { title: say('nft.ledger'), paragraphs: [say('certificate.check')] },
    ],
    footer: [leftToRight(`${origin}/nfts`), leftToRight(sale.number)],
    pageWords: say('paper.page', { page: '{page}', pages: '{pages}' }),
    at: facts.delivery?.at ?? sale.at,
  };
}

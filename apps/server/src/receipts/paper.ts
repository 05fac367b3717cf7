import type { UnixMs } from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import type { Receipt } from '@candor/protocol';
import { type PaperWords, paperWords } from '../messaging/index.ts';
import { type PdfPaper, type PdfPart, leftToRight } from '../platform/formats/pdf/pdf.ts';
import { USDT, dealParts } from './paper-parts.ts';
import {
  type PlanReceipt,
  isOfPlan,
  planParts,
  planSpecifications,
  planTitle,
} from './plan-paper.ts';

/** A receipt that names whose prices it stands on; a donation has none. */
type Priced = Extract<Receipt, { feed: object }>;

const FEEDS: Readonly<Record<Priced['feed']['mode'], MessageKey>> = {
  live: 'receipt.feed-live',
  replay: 'receipt.feed-replay',
  simulated: 'receipt.feed-simulated',
};

function titleOf(receipt: Exclude<Receipt, PlanReceipt>): MessageKey {
  if (receipt.kind === 'conversion') return 'receipt.conversion-title';
  if (receipt.kind === 'collateralSale') return 'receipt.sale-title';
  if (receipt.kind === 'donation') return 'receipt.donation-title';
  if (receipt.kind === 'cover') return 'receipt.cover-title';
  if (receipt.kind === 'option') {
    return receipt.direction === 'up' ? 'receipt.option-up' : 'receipt.option-down';
  }
  return receipt.side === 'long' ? 'receipt.long-closed' : 'receipt.short-closed';
}

function journalPart({ say, amount, moment }: PaperWords, { entries }: Receipt): PdfPart {
  const lines = entries.flatMap(({ number, kind, at, postings }) =>
    postings.map((posting, index) => [
      index === 0 ? leftToRight(number) : '',
      index === 0 ? moment(at) : '',
      index === 0 ? leftToRight(kind) : '',
      leftToRight(`${posting.from} > ${posting.to}`),
      amount(posting.amount, 'asset' in posting ? posting.asset : USDT),
    ]),
  );
  return {
    title: say('receipt.journal'),
    columns: [
      { head: say('receipt.number'), share: 2 },
      { head: say('receipt.time'), share: 3 },
      { head: say('records.kind'), share: 2 },
      { head: say('paper.accounts'), share: 5 },
      { head: say('records.amount'), share: 3, isFigure: true },
    ],
    lines,
  };
}

/** Hashes of the specifications a receipt names. */
function specificationsOf(receipt: Receipt): readonly string[] {
  if (receipt.kind === 'conversion') return receipt.legs.map(({ specification }) => specification);
  if (receipt.kind === 'collateralSale') {
    return receipt.held.flatMap(({ priced }) => priced?.specification ?? []);
  }
  if (isOfPlan(receipt)) return planSpecifications(receipt);
  const named =
    receipt.kind === 'contract' || receipt.kind === 'option' ? receipt.documents : undefined;
  return named === undefined ? [] : [named.specification];
}

function proofPart({ say, labelled }: PaperWords, receipt: Receipt, origin: string): PdfPart {
  const named = 'documents' in receipt ? receipt.documents : undefined;
  return {
    title: say('receipt.yourself'),
    paragraphs: [
      say('receipt.yourself-text'),
      leftToRight(`npm run verify -- ${receipt.number} --from ${origin}`),
      say('receipt.yourself-note'),
      labelled(say('receipt.hash'), leftToRight(`SHA-256 ${receipt.hash}`)),
      ...(named === undefined
        ? []
        : [
            ...specificationsOf(receipt).map((hash) =>
              labelled(say('paper.specification'), leftToRight(hash)),
            ),
            labelled(say('paper.schedule'), leftToRight(named.schedule)),
          ]),
      ...(typeof receipt.signed === 'string'
        ? [
            say('paper.signature'),
            ...receipt.signed
              .split('\n')
              .filter((line) => line !== '')
              .map(leftToRight),
          ]
        : []),
    ],
  };
}

/** When what it states came to be: of one receipt always the same. */
function momentOf(receipt: Receipt): UnixMs {
  const at =
    receipt.kind === 'contract'
      ? receipt.closedAt
      : receipt.kind === 'option'
        ? receipt.settledAt
        : receipt.at;
  return at as UnixMs;
}

/** A receipt as a document: the figures of its JSON, each to its last place, and how to check them. */
export function receiptPaper(
  receipt: Receipt,
  options: {
    readonly language: string;
    /** Address of the product’s pages. */
    readonly origin: string;
  },
): PdfPaper {
  const { language, origin } = options;
  const words = paperWords(language);
  const { say, labelled } = words;
  const code = 'instrument' in receipt ? receipt.instrument.code : '';
  return {
    language,
    title: isOfPlan(receipt)
      ? planTitle(words, receipt)
      : say(titleOf(receipt), {
          code: leftToRight(code),
          ...(receipt.kind === 'donation' && { title: receipt.token.title }),
          ...(receipt.kind === 'conversion' && { from: receipt.from, to: receipt.to }),
          ...(receipt.kind === 'collateralSale' && { number: leftToRight(receipt.orderNo) }),
        }),
    lead: [
      labelled(say('receipt.number'), leftToRight(receipt.number)),
      say(receipt.mode === 'demo' ? 'band.demo' : 'band.real'),
      ...('feed' in receipt ? [say(FEEDS[receipt.feed.mode], { label: receipt.feed.label })] : []),
    ],
    parts: [
      ...(isOfPlan(receipt) ? planParts(words, receipt) : dealParts(words, receipt)),
      journalPart(words, receipt),
      proofPart(words, receipt, origin),
    ],
    footer: [
      leftToRight(`${origin}/receipt/${receipt.number}`),
      leftToRight(`SHA-256 ${receipt.hash}`),
    ],
    pageWords: say('paper.page', { page: '{page}', pages: '{pages}' }),
    at: momentOf(receipt),
  };
}

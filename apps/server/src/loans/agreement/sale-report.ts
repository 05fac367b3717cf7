import type { UnixMs } from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import { type PaperWords, paperWords } from '../../messaging/index.ts';
import { type PdfPaper, type PdfPart, leftToRight } from '../../platform/formats/pdf/pdf.ts';
import type { SaleReportFacts } from '../loan/sale-report-facts.ts';
import { linePricesText } from './paper.ts';

const USDT = 'USDT';

function whyOf(words: PaperWords, facts: SaleReportFacts): string {
  const { say, share, figure } = words;
  const { sale } = facts;
  const shareOr = (text: string | null): string => (text === null ? '—' : share(text));
  if (sale.cause === 'owner') return say('sale-report.owner');
  if (sale.cause === 'overdue') {
    const days = figure(String(facts.saleAfterDays));
    return say('sale-report.overdue', { day: facts.dueOn, days });
  }
  return say('sale-report.line', { ltv: shareOr(sale.ltvBefore), line: share(facts.saleLine) });
}

const isNothing = (amount: string): boolean => !/[1-9]/.test(amount);

function happenedPart(words: PaperWords, facts: SaleReportFacts): PdfPart {
  const { say, share, amount } = words;
  const { cause, shortfall } = facts.sale;
  const isCovered = isNothing(shortfall);
  return {
    title: say('sale-report.happened'),
    paragraphs: [
      whyOf(words, facts),
      ...(cause === 'line' && isCovered
        ? [say('sale-report.least', { line: share(facts.ltvMax) })]
        : []),
      ...(isCovered ? [] : [say('sale-report.shortfall', { amount: amount(shortfall, USDT) })]),
    ],
  };
}

function soldPart(words: PaperWords, { sale, ticks }: SaleReportFacts): PdfPart {
  const { say, labelled, amount } = words;
  return {
    title: say('sale-report.sold'),
    columns: [
      { head: say('records.amount'), share: 4 },
      { head: say('receipt.price'), share: 4 },
      { head: say('receipt.tick'), share: 5 },
      { head: say('sale-report.received'), share: 4, isFigure: true },
    ],
    lines: sale.sold.map((part) => [
      amount(part.amount, part.asset),
      part.price === null ? '—' : amount(part.price, USDT),
      part.price === null ? '—' : leftToRight(ticks[part.asset] ?? '—'),
      amount(part.received, USDT),
    ]),
    below: [
      labelled(say('sale-report.spread'), amount(sale.spread, USDT)),
      labelled(say('sale-report.paid'), amount(sale.paid, USDT)),
    ],
  };
}

function changePart({ say, amount, share }: PaperWords, { sale }: SaleReportFacts): PdfPart {
  const shareOr = (text: string | null): string => (text === null ? '—' : share(text));
  return {
    title: say('sale-report.change'),
    columns: [
      { head: '', share: 4 },
      { head: say('sale-report.before'), share: 4, isFigure: true },
      { head: say('sale-report.after'), share: 4, isFigure: true },
    ],
    lines: [
      [say('agreement.owed'), amount(sale.debtBefore, USDT), amount(sale.debtAfter, USDT)],
      [say('agreement.ltv'), shareOr(sale.ltvBefore), shareOr(sale.ltvAfter)],
    ],
  };
}

function nextPart(words: PaperWords, { sale, next }: SaleReportFacts): PdfPart {
  const { say, share } = words;
  const title = say('sale-report.next');
  const check = say('sale-report.check', { number: sale.receiptNo });
  if (isNothing(sale.debtAfter))
    return { title, paragraphs: [say('sale-report.next-none'), check] };
  return {
    title,
    paragraphs: [
      ...(next === null
        ? []
        : [
            say('sale-report.next-price', {
              line: share(next.ltv),
              prices: linePricesText(words, next.prices),
            }),
          ]),
      say('sale-report.next-add'),
      check,
    ],
  };
}

const NONE: MessageKey = 'agreement.none';

/** What happened to a loan’s collateral, in plain words: why, what was sold at which tick, what is left. */
export function saleReportPaper(
  facts: SaleReportFacts,
  options: { readonly language: string; readonly origin: string },
): PdfPaper {
  const { language, origin } = options;
  const words = paperWords(language);
  const { say, labelled, amount, moment } = words;
  const { sale, left } = facts;
  return {
    language,
    title: say('sale-report.title'),
    lead: [labelled(say('records.kind-loan'), leftToRight(facts.number)), moment(sale.at)],
    parts: [
      happenedPart(words, facts),
      soldPart(words, facts),
      changePart(words, facts),
      {
        title: say('sale-report.left'),
        paragraphs:
          left.length === 0 ? [say(NONE)] : left.map((held) => amount(held.amount, held.asset)),
      },
      nextPart(words, facts),
    ],
    footer: [leftToRight(`${origin}/receipt/${sale.receiptNo}`)],
    pageWords: say('paper.page', { page: '{page}', pages: '{pages}' }),
    at: sale.at as UnixMs,
  };
}

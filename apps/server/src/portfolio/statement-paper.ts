import { createHash } from 'node:crypto';
import {
  type Asset,
  type Mode,
  type Money,
  type Result,
  type UnixMs,
  addMoney,
  fail,
  formatMoney,
  ok,
} from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import { portfolio as protocol } from '@candor/protocol';
import { type PaperWords, paperWords } from '../messaging/index.ts';
import {
  type PdfPaper,
  type PdfPart,
  type Pdfs,
  leftToRight,
} from '../platform/formats/pdf/pdf.ts';
import { fileMark, transactionsCsv } from './files.ts';
import {
  type RecordDeps,
  type RecordedTransaction,
  type TransactionFilter,
  allTransactions,
} from './transactions.ts';

const { PAPER_ROWS_MAX } = protocol;

/** What a statement is asked for with. */
export type StatementParams = TransactionFilter & {
  readonly zone: string;
  readonly language: string;
};

/** What documents of portfolio are written with. */
export type PaperDeps = {
  readonly pdfs: Pick<Pdfs, 'write'>;
  /** Address of the product’s pages. */
  readonly origin: () => string;
};

/** A document to be kept. */
export type PaperFile = { readonly name: string; readonly bytes: Buffer };

/** What came in and went out of each asset, and what was there after the last payment. */
function sumsPart(words: PaperWords, rows: readonly RecordedTransaction[]): PdfPart {
  const sums = new Map<
    Asset,
    { readonly moved: Money; readonly after: Money; readonly count: number }
  >();
  for (const { line } of rows) {
    const known = sums.get(line.asset);
    sums.set(line.asset, {
      moved: known === undefined ? line.amount : addMoney(known.moved, line.amount),
      after: line.after,
      count: (known?.count ?? 0) + 1,
    });
  }
  const { say, figure, amount, signed } = words;
  return {
    title: say('paper.sums'),
    columns: [
      { head: say('records.asset'), share: 2 },
      { head: say('paper.payments'), share: 2, isFigure: true },
      { head: say('paper.sum'), share: 4, isFigure: true },
      { head: say('records.balance'), share: 4, isFigure: true },
    ],
    lines: [...sums].map(([asset, { moved, after, count }]) => [
      leftToRight(asset),
      figure(String(count)),
      signed(formatMoney(moved), asset),
      amount(formatMoney(after), asset),
    ]),
  };
}

function paymentsPart(words: PaperWords, rows: readonly RecordedTransaction[]): PdfPart {
  const { say, amount, signed, moment } = words;
  return {
    title: say('paper.payments'),
    columns: [
      { head: say('records.time'), share: 5 },
      { head: say('records.kind'), share: 4 },
      { head: say('records.reference'), share: 4 },
      { head: say('records.amount'), share: 5, isFigure: true },
      { head: say('records.balance'), share: 5, isFigure: true },
    ],
    lines: rows.map(({ record }) => [
      moment(record.time),
      say(`records.kind-${record.kind}`),
      leftToRight(record.reference),
      signed(record.amount, record.asset),
      amount(record.balanceAfter, record.asset),
    ]),
  };
}

/** A statement as a document; it names the hash of the same statement as CSV. */
function statementPaper(
  rows: readonly RecordedTransaction[],
  facts: StatementParams & {
    readonly mode: Mode;
    readonly origin: string;
    readonly mark: string | null;
  },
): PdfPaper {
  const { language, mode, zone, from, to, origin, mark } = facts;
  const words = paperWords(language);
  const { say, labelled, moment } = words;
  const csv = transactionsCsv(rows, { mode, zone, mark });
  const hash = createHash('sha256').update(csv).digest('hex');
  const span = (at: number | undefined): string => (at === undefined ? '…' : moment(at));
  const first = rows[0]?.record.time;
  const last = rows.at(-1)?.record.time;
  return {
    language,
    title: say('paper.statement'),
    lead: [
      say(mode === 'demo' ? 'band.demo' : 'band.real'),
      [
        labelled(say('records.from'), span(from ?? first)),
        labelled(say('records.to'), span(to ?? last)),
      ].join(' · '),
      say('paper.statement-hash', { zone }),
    ],
    parts: [sumsPart(words, rows), paymentsPart(words, rows)],
    footer: [leftToRight(origin), leftToRight(`SHA-256 ${hash}`)],
    pageWords: say('paper.page', { page: '{page}', pages: '{pages}' }),
    at: (last ?? 0) as UnixMs,
  };
}

/**
 * The payments that match as a document, oldest first.
 *
 * @failure unreadable — more rows than a document has; the time asked for has to be shorter
 * @failure too-many — more documents are being written than may wait
 */
export async function statementFile(
  deps: RecordDeps & PaperDeps,
  params: StatementParams,
): Promise<Result<PaperFile, Failure<'unreadable' | 'too-many'>>> {
  const { rows, total } = await allTransactions(deps, { ...params, max: PAPER_ROWS_MAX });
  const facts = { rows: String(total), max: String(PAPER_ROWS_MAX) };
  if (total > PAPER_ROWS_MAX) return fail({ name: 'unreadable', field: 'from', facts });
  const around = { origin: deps.origin(), mark: fileMark(deps) };
  const made = await deps.pdfs.write(statementPaper(rows, { ...params, ...around }), params.userId);
  if (made.ok) {
    return ok({ name: `candor-${params.mode}-statement.pdf`, bytes: made.value });
  }
  if (made.failure.name === 'busy') return fail({ name: 'too-many' });
  return fail({ name: 'unreadable', field: 'from', facts });
}

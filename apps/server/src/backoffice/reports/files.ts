import { type Asset, type UnixMs, formatMoney, money } from '@candor/kernel';
import type { ReportFormat } from '@candor/protocol/desk';
import { csvOf } from '../../platform/formats/csv.ts';
import {
  PDF_LINES_MAX,
  type PdfPaper,
  type PdfPart,
  type Pdfs,
} from '../../platform/formats/pdf/pdf.ts';
import { xlsxOf } from '../../platform/formats/xlsx.ts';
import type { ReportColumn, ReportDay, ReportTable } from './tables.ts';

/** A report that was read whole. */
export type ReadReport = {
  readonly title: string;
  readonly columns: readonly ReportColumn[];
  readonly lines: readonly (readonly string[])[];
  /** A line for each asset with the sums of its figures, and one for each count. */
  readonly totals: readonly (readonly string[])[];
};

/** Puts days together and adds up their figures, each asset by itself. */
export function wholeOf(table: ReportTable, days: readonly ReportDay[]): ReadReport {
  const { title, columns, figures } = table;
  const totals = new Map<Asset, bigint[]>();
  for (const { asset, units } of days.flatMap(({ sums }) => sums)) {
    const sum = totals.get(asset) ?? units.map(() => 0n);
    totals.set(
      asset,
      sum.map((one, at) => one + (units[at] ?? 0n)),
    );
  }
  const counts = new Map<string, number>();
  for (const [name, count] of days.flatMap((day) => day.counts ?? [])) {
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  const blank = (taken: number): string[] =>
    Array.from({ length: Math.max(0, columns.length - taken) }, () => '');
  const empty = blank(figures + 2);
  return {
    title,
    columns,
    lines: days.flatMap(({ lines }) => lines),
    totals: [
      ...[...totals].toSorted().map(([asset, sums]) => {
        return ['Total', asset, ...empty, ...sums.map((units) => formatMoney(money(asset, units)))];
      }),
      ...[...counts].map(([name, count]) => [name, String(count), ...blank(2)]),
    ],
  };
}

/** What every report says of itself. */
export type ReportFacts = {
  readonly lead: readonly string[];
  readonly footer: readonly string[];
  readonly at: UnixMs;
};

const TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const;

/** The media type of a file. */
export const typeOf = (format: ReportFormat): string => TYPES[format];

/** Writes a report as a file; null where it has more rows than such a file may. */
export async function fileOf(
  report: ReadReport,
  facts: ReportFacts,
  how: {
    readonly format: ReportFormat;
    readonly pdfs: Pick<Pdfs, 'write'>;
    /** What every row of a file of a rehearsal ends with; null elsewhere. */
    readonly mark: string | null;
  },
): Promise<Buffer | null> {
  const { title, columns, lines, totals } = report;
  const marks = how.mark === null ? [] : [how.mark];
  const names = [...columns.map(({ head }) => head), ...marks];
  const rows = [...lines, ...totals].map((row) => [...row, ...marks]);
  if (how.format === 'csv') return Buffer.from(csvOf(names, rows), 'utf8');
  if (how.format === 'xlsx') {
    return xlsxOf({ name: title, names, rows }, facts.at);
  }
  if (lines.length + totals.length > PDF_LINES_MAX) return null;
  const part = (titled: string, shown: readonly (readonly string[])[]): PdfPart => ({
    title: titled,
    columns,
    lines: shown,
  });
  const paper: PdfPaper = {
    language: 'en',
    title,
    lead: facts.lead,
    parts: [...(totals.length === 0 ? [] : [part('Totals', totals)]), part('By day', lines)],
    footer: facts.footer,
    pageWords: 'Page {page} of {pages}',
    at: facts.at,
  };
  const made = await how.pdfs.write(paper, 'reports');
  if (!made.ok && made.failure.name === 'busy') throw new Error('documents wait already');
  return made.ok ? made.value : null;
}

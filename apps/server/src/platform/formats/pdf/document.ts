import type { UnixMs } from '@candor/kernel';

/** A line of figures: what it is, and what it comes to. */
export type PdfRow = {
  readonly label: string;
  readonly value: string;
  readonly note?: string | undefined;
};

/** A column of a table. */
export type PdfColumn = {
  readonly head: string;
  /** Its part of the width, against the other columns'. */
  readonly share: number;
  /** A figure: it stands at the end of its column. */
  readonly isFigure?: true;
};

/** A part of a document under a title of its own. */
export type PdfPart = { readonly title: string } & (
  | { readonly rows: readonly PdfRow[] }
  | {
      readonly columns: readonly PdfColumn[];
      readonly lines: readonly (readonly string[])[];
      /** What is said below the table. */
      readonly below?: readonly string[];
    }
  | { readonly paragraphs: readonly string[] }
);

/** A text that a document carries as a file. */
export type PdfAttachment = { readonly name: string; readonly text: string };

/** A document as it is said, before it is laid out. */
export type PdfDocument = {
  /** Wire value of its language; it decides the fonts and which way lines run. */
  readonly language: string;
  readonly title: string;
  readonly lead: readonly string[];
  readonly parts: readonly PdfPart[];
  /** What every page ends with: whence it comes, and the hash of what it states. */
  readonly footer: readonly string[];
  /** Words of the page’s number, with `{page}` and `{pages}`. */
  readonly pageWords: string;
  /** Moment of what it states: equal facts make equal bytes, whenever it is asked for. */
  readonly at: UnixMs;
  /** A hatch and a sentence on every page, for a document that proves nothing; null for none. */
  readonly mark: { readonly text: string } | null;
  /** Texts that go with it as files of their own, so that a hash it names can be computed. */
  readonly attached?: readonly PdfAttachment[];
};

/** Most lines a table of a document has. */
export const PDF_LINES_MAX = 2_000;
/** Most pages; a document that needs more is not made. */
export const PDF_PAGES_MAX = 150;
/** Characters of a whole document, whatever they stand in. */
export const PDF_TEXT_MAX = 600_000;
/** Characters of all that is attached to a document. */
export const PDF_ATTACHED_MAX = 1_000_000;

/** Every text of a document, each once. */
export function textsOf(document: PdfDocument): string[] {
  const { title, lead, parts, footer, pageWords, mark } = document;
  const inner = parts.flatMap((part) => {
    if ('rows' in part) return part.rows.flatMap((row) => [row.label, row.value, row.note ?? '']);
    if ('columns' in part) {
      const { columns, lines, below = [] } = part;
      return [...columns.map(({ head }) => head), ...lines.flat(), ...below];
    }
    return part.paragraphs;
  });
  const titles = parts.map((part) => part.title);
  // Page numbers are written last, in figures of the same face.
  return [
    title,
    ...lead,
    ...titles,
    ...inner,
    ...footer,
    `${pageWords}0123456789`,
    mark?.text ?? '',
  ];
}

/** Control characters and lone surrogates: they draw nothing, and readers of a file stumble on them. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Co}\u2028\u2029\uFEFF]+/gu;

/** Spaces of other widths, which few fonts have; what they hold together stays together. */
const SPACES = /[\u2000-\u200A\u202F\u205F]/g;

/** A text as a line of a document may carry it: whatever is no character of a line is a space. */
export function cleanText(text: string): string {
  return text.replaceAll(UNSEEN, ' ').replaceAll(SPACES, '\u00A0').normalize('NFC');
}

/** A figure, a number or an address: it runs from left to right in every language. */
export function leftToRight(text: string): string {
  return `\u2066${text}\u2069`;
}

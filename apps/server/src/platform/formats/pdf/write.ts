import { assert, dateOf, ensure } from '@candor/kernel';
import { DEFAULT_LOCALE, localeOf } from '@candor/locales';
// The package has one export and says it in two ways.
// oxlint-disable-next-line import/no-named-as-default
import PDFDocument from 'pdfkit';
import {
  PDF_PAGES_MAX,
  type PdfColumn,
  type PdfDocument,
  type PdfPart,
  type PdfRow,
  cleanText,
  textsOf,
} from './document.ts';
import type { Fonts } from './fonts.ts';
import { drawnText } from './lines.ts';
import { type Ink, LEADING, type Pen, UNKNOWN, createPen, takenApart } from './pen.ts';

/** A4 in points, and what stays white around it. */
const PAGE = { width: 595.28, height: 841.89, side: 48, top: 52, foot: 74 } as const;
const INNER = PAGE.width - 2 * PAGE.side;
const SIZES = { title: 17, part: 11.5, text: 9, note: 7.5, foot: 7 } as const;
const COLOURS = { ink: '#14161a', soft: '#5b616b', line: '#d5d8dd', mark: '#8a5a00' } as const;
/** Where the next thing stands on the page that is being filled. */
type Sheet = { readonly pen: Pen; y: number; pages: number };

/** More pages than a document may have: it is not made. */
export class TooLong extends Error {}

function turnPage(sheet: Sheet): void {
  if (sheet.pages >= PDF_PAGES_MAX) throw new TooLong();
  sheet.pen.doc.addPage();
  sheet.pages += 1;
  sheet.y = PAGE.top;
}

const bottom = PAGE.height - PAGE.foot;

/** Begins a page where the next so many points would not fit; answers whether it did. */
function makeRoom(sheet: Sheet, height: number): boolean {
  if (sheet.y + height <= bottom) return false;
  turnPage(sheet);
  return true;
}

function rule(sheet: Sheet): void {
  const { doc } = sheet.pen;
  doc.moveTo(PAGE.side, sheet.y).lineTo(PAGE.width - PAGE.side, sheet.y);
  doc.lineWidth(0.5).strokeColor(COLOURS.line).stroke();
}

function writeParagraph(sheet: Sheet, text: string, ink: Ink): void {
  const height = sheet.pen.measure(text, INNER, ink.size) * ink.size * LEADING;
  makeRoom(sheet, Math.min(height, bottom - PAGE.top));
  sheet.y += sheet.pen.write(text, { x: PAGE.side, y: sheet.y, width: INNER }, ink);
}

const GAP = 14;
const LABEL_SHARE = 0.44;

function writeRow(sheet: Sheet, { label, value, note }: PdfRow): void {
  const { pen } = sheet;
  const labelWidth = INNER * LABEL_SHARE;
  const valueWidth = INNER - labelWidth - GAP;
  const [text, small] = [SIZES.text * LEADING, SIZES.note * LEADING];
  const labelHeight =
    pen.measure(label, labelWidth, SIZES.text) * text +
    (note === undefined ? 0 : pen.measure(note, labelWidth, SIZES.note) * small);
  const height = Math.max(labelHeight, pen.measure(value, valueWidth, SIZES.text) * text);
  makeRoom(sheet, height + 4);
  const isRight = pen.direction === 'rtl';
  const labelX = isRight ? PAGE.side + valueWidth + GAP : PAGE.side;
  const valueX = isRight ? PAGE.side : PAGE.side + labelWidth + GAP;
  const soft = { size: SIZES.text, colour: COLOURS.soft };
  const below = pen.write(label, { x: labelX, y: sheet.y, width: labelWidth }, soft);
  if (note !== undefined) {
    const box = { x: labelX, y: sheet.y + below, width: labelWidth };
    pen.write(note, box, { size: SIZES.note, colour: COLOURS.soft });
  }
  const ink = { size: SIZES.text, colour: COLOURS.ink, isAtEnd: true };
  pen.write(value, { x: valueX, y: sheet.y, width: valueWidth }, ink);
  sheet.y += height + 4;
}

const CELL_GAP = 8;

function writeCells(
  sheet: Sheet,
  columns: readonly PdfColumn[],
  line: { readonly cells: readonly string[]; readonly colour: string },
): void {
  const { pen } = sheet;
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const free = INNER - CELL_GAP * (columns.length - 1);
  let x = pen.direction === 'rtl' ? PAGE.width - PAGE.side : PAGE.side;
  let height = 0;
  columns.forEach(({ share, isFigure = false }, index) => {
    const width = (free * share) / shares;
    const left = pen.direction === 'rtl' ? x - width : x;
    const ink = { size: SIZES.note, colour: line.colour, isAtEnd: isFigure };
    height = Math.max(
      height,
      pen.write(line.cells[index] ?? '', { x: left, y: sheet.y, width }, ink),
    );
    x += pen.direction === 'rtl' ? -width - CELL_GAP : width + CELL_GAP;
  });
  sheet.y += height + 3;
}

function heightOf(pen: Pen, columns: readonly PdfColumn[], cells: readonly string[]): number {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const free = INNER - CELL_GAP * (columns.length - 1);
  const lines = columns.map(({ share }, index) =>
    pen.measure(cells[index] ?? '', (free * share) / shares, SIZES.note),
  );
  return Math.max(...lines) * SIZES.note * LEADING + 3;
}

function writeTable(sheet: Sheet, part: Extract<PdfPart, { columns: unknown }>): void {
  const { columns, lines } = part;
  const heads = columns.map(({ head }) => head);
  const head = (): void => {
    writeCells(sheet, columns, { cells: heads, colour: COLOURS.soft });
    rule(sheet);
    sheet.y += 4;
  };
  const headHeight = heightOf(sheet.pen, columns, heads) + 4;
  makeRoom(sheet, headHeight + 2 * SIZES.text);
  head();
  for (const cells of lines) {
    // On each page the table goes on to, its heads stand again.
    if (makeRoom(sheet, heightOf(sheet.pen, columns, cells))) head();
    writeCells(sheet, columns, { cells, colour: COLOURS.ink });
  }
}

function writeParagraphs(sheet: Sheet, paragraphs: readonly string[]): void {
  for (const text of paragraphs) {
    writeParagraph(sheet, text, { size: SIZES.text, colour: COLOURS.ink });
    sheet.y += 4;
  }
}

function writePart(sheet: Sheet, part: PdfPart): void {
  sheet.y += 12;
  // A title never stands alone at the end of a page: below it fits a line, of a table two with their heads.
  makeRoom(sheet, SIZES.part * LEADING + ('columns' in part ? 72 : 36));
  rule(sheet);
  sheet.y += 8;
  writeParagraph(sheet, part.title, { size: SIZES.part, colour: COLOURS.ink });
  sheet.y += 4;
  if ('rows' in part) for (const row of part.rows) writeRow(sheet, row);
  else if ('columns' in part) {
    writeTable(sheet, part);
    if (part.below !== undefined) sheet.y += 6;
    writeParagraphs(sheet, part.below ?? []);
  } else writeParagraphs(sheet, part.paragraphs);
}

const HATCH = { height: 10, step: 9 } as const;

function writeMark(pen: Pen, text: string): void {
  const { doc } = pen;
  doc.save().rect(0, 0, PAGE.width, HATCH.height).clip();
  doc.lineWidth(3).strokeColor(COLOURS.mark);
  for (let x = -HATCH.height; x < PAGE.width; x += HATCH.step) {
    doc
      .moveTo(x, HATCH.height)
      .lineTo(x + HATCH.height, 0)
      .stroke();
  }
  doc.restore();
  const box = { x: PAGE.side, y: HATCH.height + 6, width: INNER };
  pen.write(text, box, { size: SIZES.text, colour: COLOURS.mark });
}

function writeFrames({ pen, pages }: Sheet, document: PdfDocument): void {
  const { doc } = pen;
  for (let page = 0; page < pages; page += 1) {
    doc.switchToPage(page);
    if (document.mark !== null) writeMark(pen, document.mark.text);
    const ink = { size: SIZES.foot, colour: COLOURS.soft };
    let y = bottom + 14;
    for (const text of document.footer) {
      const x = pen.direction === 'rtl' ? PAGE.side + 90 : PAGE.side;
      y += pen.write(text, { x, y, width: INNER - 90 }, ink);
    }
    const words = document.pageWords
      .replace('{page}', String(page + 1))
      .replace('{pages}', String(pages));
    const isRight = pen.direction === 'rtl';
    const x = isRight ? PAGE.side : PAGE.width - PAGE.side - 80;
    pen.write(words, { x, y: bottom + 14, width: 80 }, { ...ink, isAtEnd: true });
  }
}

function readAll(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part));
    doc.on('end', () => resolve(Buffer.concat(parts)));
    doc.on('error', reject);
  });
}

/**
 * Lays a document out and writes it: its fonts inside, each with the characters it draws alone.
 *
 * @throws TooLong when it needs more pages than a document may have
 */
export async function writePdf(document: PdfDocument, fonts: Fonts): Promise<Buffer> {
  const locale = ensure(localeOf(document.language) ?? localeOf(DEFAULT_LOCALE), 'a language');
  const texts = [...textsOf(document), UNKNOWN, ' '].map((text) => takenApart(cleanText(text)));
  const slices = await fonts.slicesFor(locale.value, texts);
  const at = dateOf(document.at);
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    bufferPages: true,
    compress: true,
    pdfVersion: '1.7',
    lang: locale.htmlLang,
    displayTitle: true,
    // None of the reader's own: every character is of a face that is inside.
    font: '',
    info: {
      Title: drawnText(cleanText(document.title)),
      Creator: 'Candor',
      Producer: 'Candor',
      CreationDate: at,
    },
  });
  const done = readAll(doc);
  for (const { name, text } of document.attached ?? []) {
    doc.file(Buffer.from(text), { name, creationDate: at, modifiedDate: at });
  }
  const pen = createPen({ doc, locale, slices });
  const sheet: Sheet = { pen, y: PAGE.top, pages: 1 };
  writeParagraph(sheet, document.title, { size: SIZES.title, colour: COLOURS.ink });
  sheet.y += 4;
  for (const text of document.lead) {
    writeParagraph(sheet, text, { size: SIZES.text, colour: COLOURS.soft });
  }
  for (const part of document.parts) writePart(sheet, part);
  writeFrames(sheet, document);
  assert(doc.bufferedPageRange().count === sheet.pages, 'every page is one of ours');
  doc.end();
  return done;
}

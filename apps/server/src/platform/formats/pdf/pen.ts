import { ensure } from '@candor/kernel';
import type { Locale } from '@candor/locales';
import { cleanText } from './document.ts';
import type { Slice } from './fonts.ts';
import { type Direction, breakLines, levelsOf, runsOf } from './lines.ts';

/** Height of a line against the size of its letters. */
export const LEADING = 1.45;
/** What no face draws is shown as this. */
export const UNKNOWN = '?';

/** How large and in which colour a text is written. */
export type Ink = { readonly size: number; readonly colour: string };
type Box = { readonly x: number; readonly y: number; readonly width: number };

/** Writes texts of one document; everything is measured with what draws it. */
export type Pen = {
  readonly doc: PDFKit.PDFDocument;
  readonly direction: Direction;
  /** Lines of a text in a width; answers their number. */
  measure(text: string, width: number, size: number): number;
  /** Writes a text into a box, from the side where lines begin or to the one where they end. */
  write(text: string, box: Box, ink: Ink & { readonly isAtEnd?: boolean }): number;
};

/**
 * A vowel of Thai that is drawn in two: above the letter, under its tone, and beside it. Taken apart
 * here it is read back as the same two, where the face would write the second one twice.
 */
const SARA_AM = /([\u0E48-\u0E4B]?)\u0E33/g;

/** A text with its letters as they are drawn. */
export function takenApart(text: string): string {
  return text.replaceAll(SARA_AM, '\u0E4D$1\u0E32');
}

const WIDTHS_MAX = 20_000;

/** A pen for one document, in its language and with the slices of fonts that draw its texts. */
export function createPen(params: {
  readonly doc: PDFKit.PDFDocument;
  readonly locale: Locale;
  readonly slices: ReadonlyMap<number, Slice>;
}): Pen {
  const { doc, locale, slices } = params;
  const { dir: direction } = locale;
  const words = new Intl.Segmenter(locale.htmlLang, { granularity: 'word' });
  const unknown = ensure(slices.get(UNKNOWN.codePointAt(0) ?? 0), 'a face draws the question mark');
  const sliceOf = (character: string): Slice =>
    slices.get(takenApart(character).codePointAt(0) ?? 0) ?? unknown;
  const widths = new Map<string, number>();

  for (const slice of new Set([unknown, ...slices.values()]))
    doc.registerFont(slice.name, slice.font);

  const glyphsOf = (text: string): string =>
    [...takenApart(text)]
      .map((one) => (slices.has(one.codePointAt(0) ?? 0) ? one : UNKNOWN))
      .join('');

  // A run of Arabic letters is turned by what shapes it; other runs to the left are turned here.
  const inOrder = (run: { text: string; isRightToLeft: boolean }): string => {
    const text = glyphsOf(run.text);
    const isTurned = run.isRightToLeft && !/\p{Script=Arabic}/u.test(text);
    return isTurned ? [...text].toReversed().join('') : text;
  };

  type Placed = { readonly text: string; readonly face: Slice; readonly width: number };
  const placed = (
    runs: readonly { text: string; isRightToLeft: boolean; face: Slice }[],
    size: number,
  ): Placed[] =>
    runs.map((run) => {
      const text = inOrder(run);
      doc.font(run.face.name).fontSize(size);
      return { text, face: run.face, width: doc.widthOfString(text) };
    });

  const widthAt =
    (size: number) =>
    (text: string): number => {
      const key = `${size} ${text}`;
      const known = widths.get(key);
      if (known !== undefined) return known;
      const line = { from: 0, to: text.length };
      // A word is as wide whichever way it runs.
      const runs = runsOf(text, line, { levels: new Uint8Array(text.length), faceOf: sliceOf });
      const width = placed(runs, size).reduce((sum, run) => sum + run.width, 0);
      if (widths.size >= WIDTHS_MAX) widths.clear();
      widths.set(key, width);
      return width;
    };

  const linesOf = (text: string, width: number, size: number) =>
    breakLines(text, { width, words, widthOf: widthAt(size) });

  return {
    doc,
    direction,
    measure: (text, width, size) => linesOf(cleanText(text), width, size).length,
    write(said, box, { size, colour, isAtEnd = false }) {
      const text = cleanText(said);
      const levels = levelsOf(text, direction);
      const lines = linesOf(text, box.width, size);
      const isToRight = isAtEnd === (direction === 'ltr');
      lines.forEach((line, index) => {
        const runs = placed(runsOf(text, line, { levels, faceOf: sliceOf }), size);
        const width = runs.reduce((sum, run) => sum + run.width, 0);
        const y = box.y + index * size * LEADING + size;
        let x = isToRight ? box.x + box.width - width : box.x;
        for (const run of runs) {
          doc.font(run.face.name).fontSize(size).fillColor(colour);
          doc.text(run.text, x, y, { lineBreak: false, baseline: 'alphabetic' });
          x += run.width;
        }
      });
      return lines.length * size * LEADING;
    },
  };
}

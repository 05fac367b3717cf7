import bidiFactory from 'bidi-js';

/** Which way a document’s lines run. */
export type Direction = 'ltr' | 'rtl';

/** Characters in a row that run the same way, in the order they are read in. */
export type Run = { readonly text: string; readonly isRightToLeft: boolean };

const bidi = bidiFactory();

/** Isolates and marks order what stands around them and draw nothing. */
const TURNING = /\u061C|\u200B|\u200D|[\u200E\u200F\u202A-\u202E\u2060-\u2069]/g;
/** Parts the letters around it, where a script joins letters; few fonts have a glyph for it. */
const PARTS = '\u200C';

/** A script that leaves no spaces between words; Korean leaves them. */
const CLOSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]/u;
/** What never begins a line, and what never ends one. */
const ENDS = /^[\s\p{Pe}\p{Pf}、。，．：；！？・ー…,.:;!?%»›]/u;
const BEGINS = /[\p{Ps}\p{Pi}«‹]$/u;

/** Whether a line may break between two words. */
function mayBreak(before: string, after: string): boolean {
  if (/[^\S\u00A0]$/.test(before)) return !/^\s/.test(after);
  if (ENDS.test(after) || BEGINS.test(before)) return false;
  return CLOSE.test(before.slice(-1)) || CLOSE.test(after.slice(0, 1));
}

/** Parts of a text between which a line may break, by the words of the language. */
function piecesOf(text: string, words: Intl.Segmenter): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const { segment } of words.segment(text)) {
    if (piece !== '' && mayBreak(piece, segment)) {
      pieces.push(piece);
      piece = '';
    }
    piece += segment;
  }
  return piece === '' ? pieces : [...pieces, piece];
}

/** A piece that is wider than a line, such as a hash, in parts that are not. */
function broken(piece: string, width: number, widthOf: (text: string) => number): string[] {
  if (widthOf(piece.trimEnd()) <= width) return [piece];
  const parts: string[] = [];
  let part: string[] = [];
  let used = 0;
  for (const one of piece) {
    part.push(one);
    used += widthOf(one);
    if (used <= width) continue;
    // Letters side by side are narrower or wider than each by itself.
    let rest: string[] = [];
    while (part.length > 1 && widthOf(part.join('')) > width) rest = [part.pop() ?? '', ...rest];
    if (rest.length === 0) {
      used = widthOf(part.join(''));
      continue;
    }
    parts.push(part.join(''));
    part = rest;
    used = rest.reduce((sum, letter) => sum + widthOf(letter), 0);
  }
  return [...parts, part.join('')];
}

/** The lines of a text in a width, each as where it begins and ends in the text. */
export function breakLines(
  text: string,
  options: {
    readonly width: number;
    readonly words: Intl.Segmenter;
    readonly widthOf: (text: string) => number;
  },
): { readonly from: number; readonly to: number }[] {
  const { width, words, widthOf } = options;
  const lines: { from: number; to: number }[] = [];
  // Spaces at the end of a line are not drawn.
  const lineTo = (start: number, end: number) => ({
    from: start,
    to: start + text.slice(start, end).trimEnd().length,
  });
  let from = 0;
  let at = 0;
  let used = 0;
  for (const piece of piecesOf(text, words)) {
    for (const part of broken(piece, width, widthOf)) {
      const bare = widthOf(part.trimEnd());
      if (at > from && used + bare > width) {
        lines.push(lineTo(from, at));
        from = at;
        used = 0;
      }
      at += part.length;
      used += widthOf(part);
    }
  }
  return [...lines, lineTo(from, at)];
}

type Levelled = { text: string; readonly level: number };

/** Runs from left to right: those of each level and above it turned, from the highest down. */
function inSight(runs: Levelled[]): Levelled[] {
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  let ordered = runs;
  for (let level = highest; level >= 1; level -= 1) {
    const next: Levelled[] = [];
    let turned: Levelled[] = [];
    for (const run of ordered) {
      if (run.level >= level) {
        turned.unshift(run);
        continue;
      }
      next.push(...turned, run);
      turned = [];
    }
    ordered = [...next, ...turned];
  }
  return ordered;
}

/** Embedding levels of a whole text, by the bidirectional algorithm of Unicode. */
export function levelsOf(text: string, direction: Direction): Uint8Array {
  return bidi.getEmbeddingLevels(text, direction).levels;
}

/**
 * A line of a text as it is drawn, from left to right. `faceOf` names what draws a character: runs
 * are of one direction and one face. What draws nothing is left out.
 */
export function runsOf<Face>(
  text: string,
  line: { readonly from: number; readonly to: number },
  options: {
    readonly levels: Uint8Array;
    readonly faceOf: (character: string) => Face;
  },
): (Run & { readonly face: Face })[] {
  const { levels, faceOf } = options;
  const runs: (Levelled & { face: Face })[] = [];
  let at = line.from;
  let isParted = false;
  for (const one of text.slice(line.from, line.to)) {
    const level = levels[at] ?? 0;
    at += one.length;
    if (one.search(TURNING) === 0) continue;
    if (one === PARTS) {
      isParted = true;
      continue;
    }
    const isTurned = level % 2 === 1;
    const character = isTurned ? (bidi.getMirroredCharacter(one) ?? one) : one;
    const face = faceOf(character);
    const last = runs.at(-1);
    if (!isParted && last?.level === level && last.face === face) last.text += character;
    else runs.push({ text: character, level, face });
    isParted = false;
  }
  return (inSight(runs) as typeof runs).map((run) => ({
    text: run.text,
    face: run.face,
    isRightToLeft: run.level % 2 === 1,
  }));
}

/** A text without what only orders it. */
export function drawnText(text: string): string {
  return text.replaceAll(TURNING, '');
}

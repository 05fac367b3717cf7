import { DEFAULT_LOCALE, localeOf } from '@candor/locales';
import { ensure } from '@candor/kernel';
import { create } from 'fontkit';
import { cleanText } from './document.ts';
import type { Fonts, Slice } from './fonts.ts';
import { type Direction, levelsOf, runsOf } from './lines.ts';
import { takenApart } from './pen.ts';

/** A line of text as the outlines of its letters: what has no fonts of its own can draw it. */
export type Outline = {
  /** Commands of an SVG path. */
  readonly path: string;
  /** @units letters’ height of 100 */
  readonly width: number;
};

/** Height of the letters. */
const EM = 100;
/** Longest line that is outlined; a longer one is cut. @units characters */
const OUTLINE_MAX = 160;

/** Lines of text in one language, to be outlined together. */
export type OutlineParams = { readonly texts: readonly string[]; readonly language: string };

/** Outlines lines of text, in their order. A character no face has is left out. */
export async function outlinesOf(asked: OutlineParams, fonts: Fonts): Promise<Outline[]> {
  const locale = ensure(localeOf(asked.language) ?? localeOf(DEFAULT_LOCALE), 'a language');
  const texts = asked.texts.map((said) =>
    takenApart(cleanText(said).slice(0, OUTLINE_MAX).toWellFormed()),
  );
  const slices = await fonts.slicesFor(locale.value, texts);
  const opened = new Map([...new Set(slices.values())].map((one) => [one, create(one.font)]));
  return texts.map((text) => drawnIn(text, { direction: locale.dir, slices, opened }));
}

type Opened = {
  readonly direction: Direction;
  readonly slices: ReadonlyMap<number, Slice>;
  readonly opened: ReadonlyMap<Slice, ReturnType<typeof create>>;
};

function drawnIn(text: string, { direction, slices, opened }: Opened): Outline {
  const levels = levelsOf(text, direction);
  const faceOf = (one: string): Slice | null => slices.get(one.codePointAt(0) ?? 0) ?? null;
  let path = '';
  let width = 0;
  for (const run of runsOf(text, { from: 0, to: text.length }, { levels, faceOf })) {
    const font = run.face === null ? undefined : opened.get(run.face);
    if (font === undefined) continue;
    const scale = EM / font.unitsPerEm;
    const { glyphs, positions } = font.layout(run.text);
    glyphs.forEach((glyph, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      const at = { x: width + xOffset * scale, y: -yOffset * scale };
      path += glyph.path.scale(scale, -scale).translate(at.x, at.y).toSVG();
      width += xAdvance * scale;
    });
  }
  return { path, width };
}

import { DEFAULT_LOCALE } from '@candor/locales';
import { create } from 'fontkit';
import { cleanText } from './document.ts';
import type { Fonts, Slice } from './fonts.ts';
import { levelsOf, runsOf } from './lines.ts';

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

/** Outlines one line of text. A character no face has is left out. */
export async function outlineOf(said: string, fonts: Fonts): Promise<Outline> {
  const text = cleanText(said).slice(0, OUTLINE_MAX).toWellFormed();
  const slices = await fonts.slicesFor(DEFAULT_LOCALE, [text]);
  const levels = levelsOf(text, 'ltr');
  const faceOf = (one: string): Slice | null => slices.get(one.codePointAt(0) ?? 0) ?? null;
  const opened = new Map([...new Set(slices.values())].map((one) => [one, create(one.font)]));
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

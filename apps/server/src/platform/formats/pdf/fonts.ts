import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';
import subsetFont from 'subset-font';

/** A part of a face: a file of it, opened and held at one weight, and the characters it draws. */
export type Slice = {
  /** The file's name: equal documents name their fonts alike. */
  readonly name: string;
  readonly font: Buffer;
  readonly draws: ReadonlySet<number>;
};

type Script = 'latin' | 'symbols' | 'arabic' | 'thai' | 'zh' | 'hk' | 'ja' | 'ko';

/** A package of a face, and the end of its files' names. */
type Face = { readonly pack: string; readonly file: string };

/** The pages’ own fonts, by script. A package divides a face into files by characters. */
const FACES: Readonly<Record<Script, Face>> = {
  latin: { pack: '@fontsource-variable/instrument-sans', file: 'wght-normal' },
  symbols: { pack: '@fontsource-variable/geist-mono', file: 'wght-normal' },
  arabic: { pack: '@fontsource/ibm-plex-sans-arabic', file: '400-normal' },
  thai: { pack: '@fontsource/ibm-plex-sans-thai', file: '400-normal' },
  zh: { pack: '@fontsource-variable/noto-sans-sc', file: 'wght-normal' },
  hk: { pack: '@fontsource-variable/noto-sans-tc', file: 'wght-normal' },
  ja: { pack: '@fontsource-variable/noto-sans-jp', file: 'wght-normal' },
  ko: { pack: '@fontsource-variable/noto-sans-kr', file: 'wght-normal' },
};

const REST = ['arabic', 'thai', 'zh', 'ja', 'ko', 'hk'] as const;

/** Fonts in the order in which a language takes a character from them: its own before the others'. */
function scriptsOf(language: string): readonly Script[] {
  const own = ({ ar: 'arabic', th: 'thai' } as const)[language] ?? language;
  const isOwn = (script: Script): boolean => script === own;
  return ['latin', 'symbols', ...REST.filter(isOwn), ...REST.filter((script) => !isOwn(script))];
}

const WEIGHT = 400;
/** Opened files of fonts that stay open; the one of longest ago is closed first. @units files */
const SLICES_MAX = 200;

type Range = { readonly from: number; readonly to: number };
type Part = { readonly key: string; readonly ranges: readonly Range[] };

const urlOf = (path: string): URL => new URL(import.meta.resolve(path));

/** @shape "U+25ee8,U+3040-309f" */
function rangesOf(text: string): Range[] {
  return text.split(',').map((range) => {
    const [from = '', to = from] = range.replace('U+', '').split('-');
    return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16) };
  });
}

/** A face opened as far as it was asked for. */
export type Fonts = {
  /**
   * The files that draw these texts, each character by the first face of the language that has it.
   * A character no face has is in none of them.
   */
  slicesFor(language: string, texts: readonly string[]): Promise<ReadonlyMap<number, Slice>>;
};

/** Opens the fonts of documents; files are read when a character of theirs is first needed. */
export function createFonts(): Fonts {
  const parts = new Map<Script, Promise<readonly Part[]>>();
  const slices = new Map<string, Promise<Slice>>();

  function partsOf(script: Script): Promise<readonly Part[]> {
    const known = parts.get(script);
    if (known !== undefined) return known;
    const read = readFile(urlOf(`${FACES[script].pack}/unicode.json`), 'utf8').then((text) =>
      Object.entries(JSON.parse(text) as Record<string, string>).map(([key, ranges]) => ({
        key: key.replaceAll(/[[\]]/g, ''),
        ranges: rangesOf(ranges),
      })),
    );
    parts.set(script, read);
    return read;
  }

  async function open(script: Script, name: string): Promise<Slice> {
    const { pack } = FACES[script];
    const packed = await readFile(fileURLToPath(urlOf(`${pack}/files/${name}.woff2`)));
    const font = await subsetFont(packed, undefined, {
      targetFormat: 'truetype',
      keepAllGlyphs: true,
      // One weight of those that a variable file holds.
      ...(pack.includes('-variable/') ? { variationAxes: { wght: WEIGHT } } : {}),
    });
    return { name, font, draws: new Set(create(font).characterSet) };
  }

  function sliceOf(script: Script, key: string): Promise<Slice> {
    const { pack, file } = FACES[script];
    const name = `${pack.slice(pack.indexOf('/') + 1)}-${key}-${file}`;
    const slice = slices.get(name) ?? open(script, name);
    slices.delete(name);
    slices.set(name, slice);
    const [oldest] = slices.keys();
    if (slices.size > SLICES_MAX && oldest !== undefined) slices.delete(oldest);
    return slice;
  }

  async function find(script: Script, point: number): Promise<Slice | null> {
    for (const { key, ranges } of await partsOf(script)) {
      if (!ranges.some(({ from, to }) => from <= point && point <= to)) continue;
      const slice = await sliceOf(script, key);
      if (slice.draws.has(point)) return slice;
    }
    return null;
  }

  return {
    async slicesFor(language, texts) {
      const points = new Set<number>();
      for (const text of texts) for (const one of text) points.add(one.codePointAt(0) ?? 0);
      const found = new Map<number, Slice>();
      const scripts = scriptsOf(language);
      // One after the other: opening a file takes memory, and equal texts open equal files.
      for (const point of [...points].toSorted((one, other) => one - other)) {
        for (const script of scripts) {
          const slice = await find(script, point);
          if (slice === null) continue;
          found.set(point, slice);
          break;
        }
      }
      return found;
    },
  };
}

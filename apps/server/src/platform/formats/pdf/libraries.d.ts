// What is used of libraries that bring no types.

declare module 'bidi-js' {
  type Levels = { readonly levels: Uint8Array };
  const bidiFactory: () => {
    getEmbeddingLevels(text: string, direction: 'ltr' | 'rtl'): Levels;
    getMirroredCharacter(character: string): string | null;
  };
  export default bidiFactory;
}

declare module 'subset-font' {
  const subsetFont: (
    font: Buffer,
    text: undefined,
    options: {
      readonly targetFormat: 'truetype';
      readonly keepAllGlyphs: true;
      readonly variationAxes?: Readonly<Record<string, number>>;
    },
  ) => Promise<Buffer>;
  export default subsetFont;
}

declare module 'fontkit' {
  type Path = {
    scale(x: number, y: number): Path;
    translate(x: number, y: number): Path;
    toSVG(): string;
  };
  type Glyph = { readonly path: Path };
  type Position = { readonly xAdvance: number; readonly xOffset: number; readonly yOffset: number };
  export type Font = {
    readonly characterSet: readonly number[];
    readonly unitsPerEm: number;
    layout(text: string): {
      readonly glyphs: readonly Glyph[];
      readonly positions: readonly Position[];
    };
  };
  export const create: (font: Buffer) => Font;
}

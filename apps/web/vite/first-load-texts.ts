import type { Plugin } from 'vite';
import { type TextPart, textPartOf } from '@candor/locales/first-load';

const CATALOGUE = /\.po(\?market)?(\?lingui)?$/;
const COMPILED = /JSON\.parse\((".*")\)/s;

/** A literal of JavaScript as JSON: a space that does not break is written `\xA0` there. */
function asJson(literal: string): string {
  return literal.replaceAll(/\\(x[0-9a-f]{2}|.)/gis, (whole, escape: string) =>
    escape.length === 3 ? `\\u00${escape.slice(1)}` : whole,
  );
}

function partIn(id: string): TextPart {
  if (id.endsWith('?market?lingui')) return 'market';
  return id.endsWith('?lingui') ? 'first' : 'rest';
}

/**
 * Splits each language's catalogue in three: "en.po?lingui" keeps what the home page and the frame
 * need, "en.po?market?lingui" what the market's pages show at once, "en.po" the rest. Runs on what
 * Lingui made of the file.
 */
export function firstLoadTexts(): Plugin {
  return {
    name: 'candor:first-load-texts',
    enforce: 'post',
    transform: {
      filter: { id: CATALOGUE },
      handler(code, id) {
        const text = COMPILED.exec(code)?.[1];
        if (text === undefined) return this.error(`${id}: not the shape this expects`);
        const messages = JSON.parse(JSON.parse(asJson(text)) as string) as Record<string, unknown>;
        const part = partIn(id);
        const kept = Object.entries(messages).filter(([key]) => textPartOf(key) === part);
        const json = JSON.stringify(JSON.stringify(Object.fromEntries(kept)));
        return {
          code: `export const messages = JSON.parse(${json});`,
          map: null,
          moduleType: 'js',
        };
      },
    },
  };
}

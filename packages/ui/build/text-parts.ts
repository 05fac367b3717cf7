import type { Plugin } from 'vite';
import { isDeskText, type TextPart, textPartOf } from '@candor/locales/first-load';

const CATALOGUE = /\.po(\?market|\?desk)?(\?lingui)?$/;
const OF_DESK = /\/desk\/[\w-]+\.po$/;
const COMPILED = /JSON\.parse\((".*")\)/s;

/** A literal of JavaScript as JSON: a space that does not break is written `\xA0` there. */
function asJson(literal: string): string {
  return literal.replaceAll(/\\(x[0-9a-f]{2}|.)/gis, (whole, escape: string) =>
    escape.length === 3 ? `\\u00${escape.slice(1)}` : whole,
  );
}

/** Which texts of a catalogue stay in the file that is imported under this name. */
function keptIn(id: string): (key: string) => boolean {
  if (OF_DESK.test(id)) return () => true;
  if (id.endsWith('?desk?lingui')) return isDeskText;
  const part: TextPart = id.endsWith('?market?lingui')
    ? 'market'
    : id.endsWith('?lingui')
      ? 'first'
      : 'rest';
  return (key) => textPartOf(key) === part;
}

/**
 * Splits each language's catalogue: "en.po?lingui" keeps what the home page and the frame need,
 * "en.po?market?lingui" what the market's pages show at once, "en.po?desk?lingui" what the desk
 * shows, "en.po" the rest. The desk's own catalogue stays whole. Runs on what Lingui made of the
 * file.
 */
export function textParts(): Plugin {
  return {
    name: 'candor:text-parts',
    enforce: 'post',
    transform: {
      filter: { id: CATALOGUE },
      handler(code, id) {
        const text = COMPILED.exec(code)?.[1];
        if (text === undefined) return this.error(`${id}: not the shape this expects`);
        const messages = JSON.parse(JSON.parse(asJson(text)) as string) as Record<string, unknown>;
        const isKept = keptIn(id);
        const kept = Object.entries(messages).filter(([key]) => isKept(key));
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

import type { Plugin } from 'vite';
import { isFirstLoadKey } from '@candor/locales/first-load';

const CATALOGUE = /\.po(\?lingui)?$/;
const COMPILED = /JSON\.parse\((".*")\)/s;

/**
 * Splits each language's catalogue in two: "en.po?lingui" keeps what the home page and the frame
 * need, "en.po" the rest. Runs on what Lingui made of the file.
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
        const messages = JSON.parse(JSON.parse(text) as string) as Record<string, unknown>;
        const isFirst = id.endsWith('?lingui');
        const kept = Object.entries(messages).filter(([key]) => isFirstLoadKey(key) === isFirst);
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

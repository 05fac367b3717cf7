import type { BrowserContext } from 'playwright-core';
import { type Say, textsOf } from '../support/words.ts';

/** First and last sign of every pseudo text; no text of the product has them. */
export const PSEUDO_MARKS = ['⟦', '⟧'] as const;

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = [...'àƀçďéƒĝĥíĵķĺɱñóþɋŕšţúṽŵẋýžÀƁÇĎÉƑĜĤÍĴĶĹṀÑÓÞɊŔŠŢÚṼŴẊÝŽ'];
/** How much longer a text becomes; the languages with the longest words need about so much. */
const LONGER = 0.4;

/** One part of a compiled text: words, or a hole with its name, its kind and its branches. */
type Part = string | readonly [string, (string | undefined)?, Readonly<Record<string, unknown>>?];

const accented = (text: string): string =>
  [...text].map((sign) => ACCENTED[PLAIN.indexOf(sign)] ?? sign).join('');

function plainOf(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : '')).join('');
}

function accentedPart(part: Part): Part {
  if (typeof part === 'string') return accented(part);
  const [name, kind, branches] = part;
  if (branches === undefined) return part;
  const changed = Object.entries(branches).map(([key, inner]) => [
    key,
    Array.isArray(inner) ? (inner as Part[]).map(accentedPart) : inner,
  ]);
  return [name, kind, Object.fromEntries(changed)];
}

/** Filling in the manner of the text: more letters for a word, more words for a sentence. */
function filling(words: string): string {
  const length = Math.ceil(words.trim().length * LONGER);
  // Set off by a sign, so that a name at the end of a text stays a name.
  if (!words.trim().includes(' ')) return `~${'ẽ'.repeat(length)}`;
  return ' õñé ţŵó ţĥŕéé'.repeat(Math.ceil(length / 14)).slice(0, Math.max(length, 4));
}

/** A compiled text as nobody writes it: accented, longer, in brackets. */
export function pseudoText(parts: readonly Part[]): Part[] {
  const [first, last] = PSEUDO_MARKS;
  return [first, ...parts.map(accentedPart), filling(plainOf(parts)), last];
}

/** What the pages say in the pseudo language, made of the same texts. */
export const sayPseudo: Say = (key, values = {}) => {
  const parts = (textsOf('en').get(key) ?? key)
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part): Part => (part.startsWith('{') ? [part.slice(1, -1)] : part));
  return pseudoText(parts)
    .map((part) => (typeof part === 'string' ? part : String(values[part[0]] ?? '')))
    .join('');
};

const CATALOGUE = /JSON\.parse\(`((?:[^`\\]|\\.)*)`\)/s;

/** A built catalogue with pseudo texts in the place of its own. @throws Error when it is none */
export function pseudoCatalogue(script: string): string {
  const [whole = '', written] = CATALOGUE.exec(script) ?? [];
  if (written === undefined) throw new Error('this script is no catalogue');
  const json = written.replaceAll(/\\([\\`$])/g, '$1');
  const texts = JSON.parse(json) as Record<string, readonly Part[]>;
  const changed = Object.entries(texts).map(([key, parts]) => [key, pseudoText(parts)]);
  const next = JSON.stringify(JSON.stringify(Object.fromEntries(changed)));
  return script.replace(whole, () => `JSON.parse(${next})`);
}

/** Words of markup, its tags and signs left alone. */
const pseudoMarkup = (html: string): string =>
  html.replaceAll(
    /(<[^>]*>|&\w+;)|([^<&]+)/g,
    (_, tag?: string, words = '') => tag ?? accented(words),
  );

/** An answer of the content calls with its titles and texts in pseudo letters. */
function pseudoContent(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(pseudoContent);
  if (typeof answer !== 'object' || answer === null) return answer;
  const changed = Object.entries(answer).map(([key, value]: [string, unknown]) => {
    const isText = typeof value === 'string' && (key === 'title' || key === 'html');
    return [key, isText ? pseudoMarkup(value) : pseudoContent(value)];
  });
  return Object.fromEntries(changed);
}

/**
 * Lets a browser read pseudo texts where it asks for the English ones. They are made on the way,
 * so that no build ever holds them.
 */
export async function speakPseudo(context: BrowserContext): Promise<void> {
  await context.route(/\/index\/(?:listContents|getContentsById)\//, async (route) => {
    const response = await route.fetch();
    const body = JSON.stringify(pseudoContent(await response.json()));
    await route.fulfill({ response, body });
  });
  await context.route(/\/assets\/en-[\w-]+\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: pseudoCatalogue(await response.text()) });
  });
}

import { isAmong, isTest } from './architecture.ts';
import type { Fault } from './fault.ts';
import { serverPlaceOf } from './place.ts';
import { type Node, type Source, walk } from './source.ts';
import type { Tree } from './tree.ts';

type Word = { readonly word: string; readonly line: number };

/**
 * Rule 11: `platform/` names no capability, in code or in text. Words that every program uses
 * ("options", "files") are listed in `architecture.json` and left alone; importing is rule 5's.
 */
export function checkPlatformWords(tree: Tree): Fault[] {
  const { architecture } = tree;
  const { openTiers, everydayWords } = architecture;
  const capabilities = new Set(architecture.serverTiers.flat());
  for (const word of [...openTiers, ...everydayWords]) capabilities.delete(word);
  return sources(tree, (path) => openTiers.includes(serverPlaceOf(path)?.capability ?? '')).flatMap(
    (source) =>
      textsOf(source).flatMap(({ word, line }) => {
        const found = wordsOf(word).find((one) => capabilities.has(one));
        if (found === undefined) return [];
        return [{ rule: 11, file: source.path, line, text: `names the capability ${found}` }];
      }),
  );
}

/** Rule 16: the seed's odd spellings are written in a few files; all others use our names. */
export function checkSpellings(tree: Tree): Fault[] {
  const { words, only } = tree.architecture.spellings;
  const odd = new RegExp(`(?<![\\p{L}])(${words.join('|')})(?![\\p{L}])`, 'u');
  return sources(tree, (path) => !isAmong(path, only)).flatMap((source) =>
    textsOf(source).flatMap(({ word, line }) => {
      const found = odd.exec(word)?.[1];
      if (found === undefined) return [];
      return [{ rule: 16, file: source.path, line, text: `spells ${found}` }];
    }),
  );
}

function sources(tree: Tree, isMeant: (path: string) => boolean): Source[] {
  return [...tree.sources.values()].filter(
    ({ path }) => isMeant(path) && !isTest(path, tree.architecture),
  );
}

/** Every identifier and every piece of text of a file, comments left out. */
function textsOf(source: Source): Word[] {
  const found: Word[] = [];
  walk(source.program, (node, parent) => {
    const word = textOf(node);
    if (word === null || (parent !== null && parent['source'] === node)) return;
    found.push({ word, line: source.lineOf(node.start) });
  });
  return found;
}

function textOf(node: Node): string | null {
  if (node.type.endsWith('Identifier')) return node['name'] as string;
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null;
  if (node.type === 'JSXText') return node['value'] as string;
  if (node.type === 'TemplateElement') return (node['value'] as { raw: string }).raw;
  return null;
}

/** "openContracts" → open, contracts; "ledger.entry" → ledger, entry. */
function wordsOf(text: string): string[] {
  return text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
}

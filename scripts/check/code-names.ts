/**
 * Names of code in backticks, in comments and documents: each stands somewhere in the product. A name
 * that was changed or deleted is told where a sentence still says it. Decisions are dated and may
 * speak of what was; they are left out.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Source } from '../boundaries/source.ts';
import type { Tree } from '../boundaries/tree.ts';
import { type Outcome, outcomeOf } from '../names/outcome.ts';
import { documentsIn } from './words.ts';

const WORD = /[A-Za-z_$][\w$]*/g;

/** Names of several words, in any of three spellings: one word alone may name anything. */
const NAME =
  /`((?:[a-z][a-z0-9]*|[A-Z][a-z0-9]+)(?:[A-Z][a-z0-9]*)+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g;

/** A file with the end of its path, folder included. */
const FILE = /`((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|mjs))`/g;

const DATED = /^docs\/decisions\//;

/** A source without its comments. */
function codeOf({ text, comments }: Source): string {
  const ends = [0, ...comments.map(({ end }) => end)];
  return ends.map((from, at) => text.slice(from, comments[at]?.start)).join(' ');
}

function wordsOf(tree: Tree): ReadonlySet<string> {
  const texts = [...tree.migrations.values(), ...[...tree.sources.values()].map(codeOf)];
  return new Set(texts.flatMap((text) => text.match(WORD) ?? []));
}

/** One outcome: what is named in backticks and is nowhere. */
export function checkCodeNames(tree: Tree): Outcome {
  const words = wordsOf(tree);
  const files = [...tree.sources.keys()].map((path) => `/${path}`);
  const isFile = (name: string): boolean => files.some((path) => path.endsWith(`/${name}`));
  const missingIn = (path: string, text: string, first: number): string[] =>
    text.split('\n').flatMap((line, index) => {
      const names = [...line.matchAll(NAME)].map(([, name = '']) => name);
      const paths = [...line.matchAll(FILE)].map(([, name = '']) => name);
      return [
        ...names.filter((one) => !words.has(one)),
        ...paths.filter((one) => !isFile(one)),
      ].map((one) => `${path}:${first + index} names ${one}, which is nowhere`);
    });
  const comments = [...tree.sources.values()].flatMap((source) =>
    source.comments.flatMap(({ value, start }) =>
      missingIn(source.path, value, source.lineOf(start)),
    ),
  );
  const documents = documentsIn(tree.root).filter((path) => !DATED.test(path));
  const pages = documents.flatMap((path) =>
    missingIn(path, readFileSync(join(tree.root, path), 'utf8'), 1),
  );
  return outcomeOf('words names in backticks stand in the product', [...comments, ...pages], '');
}

/**
 * Words the product does not use any more: names, files, comments and documents that bring one back
 * are refused, each with the word that is used instead (docs/glossary.md, decision 0062).
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { walk } from '../boundaries/source.ts';
import type { Tree } from '../boundaries/tree.ts';
import { type Outcome, outcomeOf } from '../names/outcome.ts';

type Rule = {
  readonly old: RegExp;
  readonly use: string;
  /** Where the word has this meaning; everywhere when left out. */
  readonly within?: RegExp;
};

const SERVER = /^apps\/server\/src\//;
const ACCOUNTS = /^apps\/server\/src\/accounts\//;

/** Names of types, functions, values and fields. */
const NAMES: readonly Rule[] = [
  { old: /Standing|STANDING|^standing[A-Z]|^standings$/, use: 'MarginState, TickStatus' },
  { old: /^([A-Z]\w*)?Asked$/, use: '…Params' },
  { old: /^gather|Gather|GATHER/, use: 'batch, collect' },
  { old: /^(Work|WorkDeps|(load|recall|write|commit)Work)$/, use: 'BatchTransaction' },
  { old: /^([A-Z]\w*)?Acts?(?![a-z])/, use: 'Command, Action' },
  {
    old: /^(Book(?!Address|Entry)(?![a-z])|bookKey$)/,
    use: 'TradingAccount, account',
    within: SERVER,
  },
  { old: /^([A-Z]\w*)?Letters?(?![a-z])/, use: 'Message', within: SERVER },
  { old: /^(Post|PostsSetup|create\w*Posts?)$/, use: 'MessageTransport', within: SERVER },
  { old: /^(Place|Way|WaysIn)$/, use: 'ClientOrigin, SignInMethod', within: ACCOUNTS },
  { old: /^(Ending|Grant|Tried|grantPair)$/, use: 'Revocation, TokenPair', within: ACCOUNTS },
  { old: /^(Link|LinkRow)$/, use: 'ConversionRate, ChainHash', within: SERVER },
  { old: /^(heed|heeded|lighter|doubt)$/, use: 'enforceLimit, compress, invalidate' },
  { old: /^(strangers|outfit)$/, use: 'externalRequests, seedAccount' },
];

/** File names, without what follows the first dot. */
const FILES: readonly Rule[] = [
  { old: /^(faces|reach|ahead|second-hand)$/, use: 'fonts, connectivity, prefetch, use-now' },
  { old: /^(outfit|gather|standings?|(.*-)?acts?)$/, use: 'seed-account, collect, …, commands' },
  {
    old: /^(tries|ending|grants|place|ways-in)(-store)?$/,
    use: 'words of ACCOUNTS',
    within: ACCOUNTS,
  },
  {
    old: /^(work|posts|book-(?!store|routes).*|books)$/,
    use: 'batch-transaction, transports',
    within: SERVER,
  },
  {
    old: /^(records|memory|recent|recall|acting)(-store)?$/,
    use: 'price-extremes, recent-ticks, day-bars, price-history, settlement-ticks',
    within: /^apps\/server\/src\/market\//,
  },
];

/** Comments and documents; what stands in quotes or backticks is a title or a name. */
const WORDS: readonly Rule[] = [
  { old: /\b(somebody|someone|anybody|whoever|whomever)\b/i, use: 'caller, user, owner, reader' },
  { old: /\beverybody\b/i, use: 'every user, all callers' },
  { old: /\b(strangers?|outfits?)\b/i, use: 'unknown caller, outside reader, seed account' },
  { old: /\bgatherings?\b/i, use: 'batch' },
  {
    old: /\b(demo|real|loaded|remembered|whole|both|whichever|two|these|locks|versions of) books?\b/i,
    use: 'demo account, trading account',
  },
  { old: /(?<!\b(order|trigger|address|loan)[ -])\bbook\b/i, use: 'trading account' },
  { old: /\b(an|one|same|of|every|each|its|the|this|next|another) act\b/i, use: 'command, action' },
  {
    // "To act" stays a verb, so "what acts" passes.
    old: /\b(these|those|their|its|so many|most|all|same|of|for|in|into|to|while) acts\b/i,
    use: 'commands, actions',
  },
  { old: /\bacts (of|are|under way)\b/i, use: 'commands, actions' },
];

/** The table itself and its test, which name the words. */
const EXEMPT = /^scripts\/(check\/words\.ts|check-words\.test\.ts)$/;

const QUOTED = /`[^`]*`|"[^"]*"|“[^”]*”/g;

function refusalOf(rules: readonly Rule[], path: string, text: string): string | null {
  for (const { old, use, within } of rules) {
    if (within !== undefined && !within.test(path)) continue;
    const found = old.exec(text);
    if (found !== null) return `“${found[0]}”: ${use}`;
  }
  return null;
}

/** Paths of the documents: those of the root and of `docs`. */
export function documentsIn(root: string): string[] {
  const under = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) return folder === '' && entry.name !== 'docs' ? [] : under(path);
      return entry.name.endsWith('.md') ? [path] : [];
    });
  return under('');
}

function linesOf(path: string, text: string, first: number): string[] {
  return text.split('\n').flatMap((line, index) => {
    const why = refusalOf(WORDS, path, line.replaceAll(QUOTED, ''));
    return why === null ? [] : [`${path}:${first + index} says ${why}`];
  });
}

/** One outcome for names, one for file names, one for comments and documents. */
export function checkWords(tree: Tree): Outcome[] {
  const sources = [...tree.sources.values()].filter(({ path }) => !EXEMPT.test(path));
  const documents = documentsIn(tree.root);
  const names = sources.flatMap((source) => {
    const seen = new Set<string>();
    walk(source.program, (node) => {
      const name = node.type.endsWith('Identifier') ? node['name'] : undefined;
      const why = typeof name === 'string' ? refusalOf(NAMES, source.path, name) : null;
      if (why !== null) seen.add(`${source.path}:${source.lineOf(node.start)} names ${why}`);
    });
    return [...seen];
  });
  const files = sources.flatMap(({ path }) => {
    const why = refusalOf(FILES, path, posix.basename(path).split('.')[0] ?? '');
    return why === null ? [] : [`${path} is called ${why}`];
  });
  const comments = sources.flatMap((source) =>
    source.comments.flatMap(({ value, start }) =>
      linesOf(source.path, value, source.lineOf(start)),
    ),
  );
  const pages = documents.flatMap((path) =>
    linesOf(path, readFileSync(join(tree.root, path), 'utf8'), 1),
  );
  return [
    outcomeOf('words names in the words of the glossary', names, `${sources.length} files`),
    outcomeOf('words file names in the words of the glossary', files, ''),
    outcomeOf('words comments and documents in plain terms', [...comments, ...pages], ''),
  ];
}

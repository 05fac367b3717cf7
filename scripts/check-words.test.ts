// Promise: a word the product gave up is refused in names, file names, comments and documents, each
// with the word to use; the same letters with another meaning, titles and names in quotes are not.
// A name of code in backticks that no code has is told.
import { describe, expect, it } from 'vitest';
import { inPlanted } from './boundaries/planted/write.ts';
import { readTree } from './boundaries/tree.ts';
import { checkCodeNames } from './check/code-names.ts';
import { checkWords } from './check/words.ts';

/** What is found in a tree of these files, by kind. */
function found(files: Readonly<Record<string, string>>): string[][] {
  return inPlanted(files, (folder) =>
    checkWords(readTree(folder)).map(({ ok, detail }) =>
      ok ? [] : detail.split('\n').filter((line) => / (names|says|is called) /.test(line)),
    ),
  );
}

const MARKET = 'apps/server/src/market/a.ts';
const ACCOUNTS = 'apps/server/src/accounts/a.ts';

describe('names', () => {
  it.each([
    [MARKET, 'export type Standing = 1;', '“Standing”: MarginState, TickStatus'],
    [MARKET, 'export type StopsAsked = 1;', '“StopsAsked”: …Params'],
    [MARKET, 'export const gatherMs = 1;', '“gather”: batch, collect'],
    [MARKET, 'export type Work = 1;', '“Work”: BatchTransaction'],
    [MARKET, 'export type MoneyAct = 1;', '“MoneyAct”: Command, Action'],
    [MARKET, 'export type BookState = 1;', '“Book”: TradingAccount, account'],
    [MARKET, 'export type NewLetter = 1;', '“NewLetter”: Message'],
    [ACCOUNTS, 'export type Way = 1;', '“Way”: ClientOrigin, SignInMethod'],
    [ACCOUNTS, 'export type Grant = 1;', '“Grant”: Revocation, TokenPair'],
    [MARKET, 'export function heed() {}', '“heed”: enforceLimit, compress, invalidate'],
  ])('of %s: “%s” is refused', (path, text, why) => {
    expect(found({ [path]: `${text}\n` })).toEqual([[`${path}:1 names ${why}`], [], []]);
  });

  it('pass with the letters of an old word and another meaning', () => {
    const text = [
      'type Row = { standing: string };',
      'export const contractFacts = (asked: Row) => asked.standing;',
      'export function mayAct() {}',
      'export type TriggerBook = 1;',
    ];
    expect(found({ [MARKET]: `${text.join('\n')}\n` })).toEqual([[], [], []]);
    expect(found({ 'scripts/a.ts': 'export type Place = 1;\n' })).toEqual([[], [], []]);
  });
});

describe('file names', () => {
  it('are refused where the word had its old meaning, with their tests', () => {
    const [, files] = found({
      'apps/server/src/market/bars/memory.ts': '\n',
      'apps/server/src/accounts/tries-store.ts': '\n',
      'apps/web/src/lib/money-acts.test.ts': '\n',
      'apps/server/bench/memory.ts': '\n',
    });
    expect(files?.map((line) => line.split(' ')[0])).toEqual([
      'apps/server/src/accounts/tries-store.ts',
      'apps/server/src/market/bars/memory.ts',
      'apps/web/src/lib/money-acts.test.ts',
    ]);
  });
});

describe('comments and documents', () => {
  it('are refused with their line', () => {
    const [, , said] = found({
      [MARKET]: '/**\n * Tells whoever asks.\n */\nexport const a = 1; // Locks the book.\n',
      'docs/a.md': 'Fine.\nEverybody reads it, and it is one act.\n',
    });
    expect(said).toEqual([
      `${MARKET}:2 says “whoever”: caller, user, owner, reader`,
      `${MARKET}:4 says “book”: trading account`,
      'docs/a.md:2 says “Everybody”: every user, all callers',
    ]);
  });

  it.each([
    ['What these acts made.', '“these acts”: commands, actions'],
    ['So many acts, one after another.', '“So many acts”: commands, actions'],
    ['Acts under way in this page.', '“Acts under way”: commands, actions'],
    ['It goes with the act.', '“the act”: command, action'],
    ['Locked, whichever books are shown.', '“whichever books”: demo account, trading account'],
  ])('“%s” is refused', (text, why) => {
    expect(found({ 'docs/a.md': `${text}\n` })[2]).toEqual([`docs/a.md:1 says ${why}`]);
  });

  it('pass with the word in a title, in a name, in a text of the product, or in its other sense', () => {
    const [, , said] = found({
      [MARKET]: "/** `ledger.hold_books` acts on the books. */\nexport const a = 'whoever';\n",
      'docs/a.md':
        '| `a.test.ts` "is told to somebody", “an act” |\n\nThe order book has two sides; what acts is a tick.\n',
    });
    expect(said).toEqual([]);
  });
});

describe('names in backticks', () => {
  it('are told where they are nowhere in code; those of code, single words and decisions pass', () => {
    const files = {
      [MARKET]: '/** By `bookKey`, committed by `commitBatch`. */\nexport const commitBatch = 1;\n',
      'docs/a.md':
        '`market/a.ts` has `commitBatch`.\n`market/b.ts` has `GONE_MS`, `act` and `c.ts`.\n',
      'docs/decisions/0001-a.md': 'There was a `keptBook` in `market/b.ts`.\n',
    };
    const { ok, detail } = inPlanted(files, (folder) => checkCodeNames(readTree(folder)));
    expect(ok).toBe(false);
    expect(detail.split('\n')).toEqual([
      `${MARKET}:1 names bookKey, which is nowhere`,
      'docs/a.md:2 names GONE_MS, which is nowhere',
      'docs/a.md:2 names market/b.ts, which is nowhere',
    ]);
  });
});

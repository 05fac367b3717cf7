// A name that nothing produces is found: no text, no test, no route, no docstring, no head.
import { ENDPOINTS, ERROR_NAMES, MESSAGE_NAMES } from '@candor/protocol';
import { describe, expect, it } from 'vitest';
import { inPlanted, planted } from './boundaries/planted/write.ts';
import { readTree } from './boundaries/tree.ts';
import { checkDocstrings, checkHeads } from './names/docs.ts';
import { checkEndpoints } from './names/endpoints.ts';
import type { Outcome } from './names/outcome.ts';
import { checkRefusals, checkSentences } from './names/produced.ts';
import { type Catalogue, checkTexts, readCatalogues } from './names/texts.ts';

const KEYS = [
  ...ERROR_NAMES.map((name) => `error.${name}`),
  ...MESSAGE_NAMES.map((name) => `message.${name}`),
];

function catalogue(locale: string, changes: Readonly<Record<string, string>> = {}): Catalogue {
  return {
    locale,
    texts: new Map([
      ...KEYS.map((key): [string, string] => [key, `${locale} ${key}`]),
      ...Object.entries(changes),
    ]),
  };
}

const ok = (outcomes: readonly Outcome[]): boolean[] => outcomes.map((outcome) => outcome.ok);

describe('texts', () => {
  it('pass when every language has every name', () => {
    expect(ok(checkTexts([catalogue('en'), catalogue('ar')]))).toEqual([true, true]);
  });

  it('fail for an empty text, a text in one language only, and no language', () => {
    const empty = checkTexts([catalogue('en'), catalogue('ar', { 'error.not-found': ' ' })]);
    expect(ok(empty)).toEqual([false, false]);
    expect(empty[0]?.detail).toContain('ar.po lacks error.not-found');
    const uneven = checkTexts([catalogue('en', { 'home.title': 'Home' }), catalogue('ar')]);
    expect(ok(uneven)).toEqual([true, false]);
    expect(uneven[1]?.detail).toContain('ar.po lacks home.title');
    expect(ok(checkTexts([]))).toEqual([false, false]);
  });

  it('are read from the catalogues that locales.json lists', () => {
    const found = inPlanted(
      {
        'packages/locales/locales.json': '[{ "file": "en" }, { "file": "ar" }]',
        'packages/locales/src/en.po': 'msgid ""\nmsgstr ""\n\nmsgid "a.b"\nmsgstr "One"\n',
      },
      readCatalogues,
    );
    expect(found.map(({ locale, texts }) => [locale, texts.get('a.b')])).toEqual([
      ['en', 'One'],
      ['ar', undefined],
    ]);
  });
});

describe('refusals', () => {
  const built = 'apps/server/src/accounts/index.ts';

  it('need a test by name or code once their capability is built', () => {
    const test = "it('refuses', () => expect(['name-missing', '10003']).toBe(1));\n";
    const { ok: passed, detail } = checkRefusals(
      planted({ [built]: '\n', 'apps/server/src/accounts/rules.test.ts': test }),
    );
    expect(passed).toBe(false);
    expect(detail).not.toMatch(/name-missing|username-malformed/);
    expect(detail).toContain('no test of the server produces username-taken (10006, accounts)');
  });

  it('are not asked for while their capability is not built', () => {
    const { detail } = checkRefusals(planted({ [built]: '\n' }));
    expect(detail).not.toMatch(/free-margin-short/);
  });

  it('are not produced by a mention in the product or in a comment', () => {
    const files = {
      [built]: "export const name = 'username-taken';\n",
      'apps/server/src/accounts/rules.test.ts': '// username-taken\n',
    };
    expect(checkRefusals(planted(files)).detail).toContain('username-taken');
  });
});

describe('sentences', () => {
  const view = 'apps/web/src/features/accounts/view.ts';
  const says = { [view]: "export const key = 'message.enter-password';\n" };
  const english = [catalogue('en', { 'message.enter-password': 'Enter your password' })];

  it('must be said by the web and read by a test', () => {
    const unread = checkSentences(planted(says), english).detail;
    expect(unread).toContain('no test or journey reads message.enter-password');
    expect(unread).toContain('the web never says message.passwords-differ');
    expect(unread).not.toContain('enter-loan-amount');
  });

  it('are read by their English text or their key', () => {
    for (const read of ['Enter your password', 'message.enter-password']) {
      const journey = { 'apps/e2e/src/journey.test.ts': `screen('${read}');\n` };
      const { detail } = checkSentences(planted({ ...says, ...journey }), english);
      expect(detail).not.toContain('enter-password:');
    }
  });
});

describe('endpoints', () => {
  const routes =
    "import { contracts as said } from '@candor/protocol';\nroute(said.openContract);\n";
  const file = 'apps/server/src/contracts/routes.ts';

  it('need a route and a routes test, and an alias hides neither', () => {
    const test = "it('opens', () => call('contracts.close'));\n";
    const [registered, tested] = checkEndpoints(
      planted({ [file]: routes, 'apps/server/src/contracts/routes.test.ts': test }),
    );
    expect(registered?.detail).toContain('contracts.close (contracts.closeContract) has no route');
    expect(registered?.detail).not.toContain('contracts.open ');
    expect(registered?.detail).toContain(`${ENDPOINTS.length} endpoints`);
    expect(tested?.detail).toContain('contracts.open (contracts.openContract) is named by no');
    expect(tested?.detail).not.toContain('contracts.close ');
  });
});

describe('a capability’s head', () => {
  const door = 'apps/server/src/ledger/index.ts';
  const head = ['ledger — books.', 'Owns: a.', 'Announces: b.', 'Needs: c.', 'Refuses: d.'];
  const written = (lines: readonly string[]): string =>
    `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\nexport const a = 1;\n`;

  it('passes with its five lines and fails without any one of them', () => {
    expect(checkHeads(planted({ [door]: written(head) })).ok).toBe(true);
    for (const left of head) {
      const rest = head.filter((line) => line !== left);
      expect(checkHeads(planted({ [door]: written(rest) })).ok, left).toBe(false);
    }
    expect(checkHeads(planted({ [door]: 'export const a = 1;\n' })).ok).toBe(false);
  });
});

describe('docstrings', () => {
  const file = 'packages/pricing/src/position/fee.ts';
  const found = (text: string): readonly Outcome[] =>
    inPlanted({ [file]: text }, (folder) => checkDocstrings(readTree(folder)));

  it('are missed on exported functions of every form, and only there', () => {
    const [said] = found(
      [
        '/** Said. */',
        'export function one() {}',
        'export function two() {}',
        'export const three = () => 3;',
        'function four() {}',
        'export const five = 5;',
      ].join('\n'),
    );
    expect(said?.detail.split('\n')).toEqual([
      `${file}:3 two has no docstring`,
      `${file}:4 three has no docstring`,
      '3 functions',
    ]);
  });

  it('use only the tags of tsdoc.json', () => {
    const text = '/** Said. @units USDT @kind fee */\nexport function one() {}\n';
    const [, tags] = found(text);
    expect(tags?.detail).toContain(`${file}:1 @kind is not in tsdoc.json`);
    expect(tags?.detail).not.toContain('@units');
  });

  it('are counted where a parameter has a unit and none is named', () => {
    const takes = 'export function one(at: { price: Price }) {}\n';
    expect(found(`/** Said. */\n${takes}`)[2]?.detail).toContain(`${file}:2 one`);
    expect(found(`/** Said. @units USDT */\n${takes}`)[2]?.detail).toMatch(/^0 of 1 /);
  });
});

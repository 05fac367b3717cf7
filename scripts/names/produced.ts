import { ERRORS, ERROR_NAMES, MESSAGES, MESSAGE_NAMES } from '@candor/protocol';
import type { Tree } from '../boundaries/tree.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import type { Catalogue } from './texts.ts';
import { type Texts, sourcesOf, textsOf } from './use.ts';

type Entry = { readonly capability: string; readonly awaits?: string };

const SERVER = 'apps/server/src/';
const FEATURES = 'apps/web/src/features/';

/**
 * Rule 18: a refusal whose capability exists is produced by a test of the server, named or by its
 * code. Those that await a function, or whose capability is not built, are counted.
 */
export function checkRefusals(tree: Tree): Outcome {
  const tests = textsOf(sourcesOf(tree, ['apps/server/'], 'tests'));
  const exists = (capability: string): boolean => hasFolder(tree, `${SERVER}${capability}/`);
  const wrong: string[] = [];
  const counted = { tested: 0, awaiting: 0, unbuilt: 0 };
  for (const name of ERROR_NAMES) {
    const { code, capability, awaits }: Entry & { code: string } = ERRORS[name];
    if (awaits !== undefined) counted.awaiting += 1;
    else if (!exists(capability)) counted.unbuilt += 1;
    else if (tests.has(name) || tests.has(code)) counted.tested += 1;
    else wrong.push(`no test of the server produces ${name} (${code}, ${capability})`);
  }
  return outcomeOf('names 18 every refusal is produced by a test', wrong, said(counted));
}

/**
 * Rule 18: a sentence whose web feature exists is used by the web's source, and a test of the web
 * or a journey names it or reads its English text. `platform` is the web itself.
 */
export function checkSentences(tree: Tree, catalogues: readonly Catalogue[]): Outcome {
  const web = ['apps/web/', 'packages/ui/'];
  const product = textsOf(sourcesOf(tree, web, 'product'));
  const tests = textsOf(sourcesOf(tree, [...web, 'apps/e2e/'], 'tests'));
  const english = catalogues.find(({ locale }) => locale === 'en')?.texts;
  const wrong: string[] = [];
  const counted = { tested: 0, awaiting: 0, unbuilt: 0 };
  for (const name of MESSAGE_NAMES) {
    const { capability, awaits }: Entry = MESSAGES[name];
    const folder = capability === 'platform' ? 'apps/web/src/' : `${FEATURES}${capability}/`;
    const keys = [name, `message.${name}`];
    const shown = english?.get(`message.${name}`);
    if (awaits !== undefined) counted.awaiting += 1;
    else if (!hasFolder(tree, folder)) counted.unbuilt += 1;
    else if (!keys.some((key) => product.has(key)))
      wrong.push(`the web never says message.${name}`);
    else if (!keys.some((key) => tests.has(key)) && !isRead(shown, tests)) {
      wrong.push(`no test or journey reads message.${name}: “${shown ?? ''}”`);
    } else counted.tested += 1;
  }
  return outcomeOf('names 18 every sentence is said and read by a test', wrong, said(counted));
}

function hasFolder(tree: Tree, folder: string): boolean {
  return [...tree.sources.keys()].some((path) => path.startsWith(folder));
}

function isRead(text: string | undefined, tests: Texts): boolean {
  return text !== undefined && tests.has(text);
}

function said(counted: { tested: number; awaiting: number; unbuilt: number }): string {
  const { tested, awaiting, unbuilt } = counted;
  return `${tested} by tests, ${awaiting} await a function, ${unbuilt} of capabilities not built`;
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Outcome, outcomeOf } from '../names/outcome.ts';

/**
 * The requirements of OWASP ASVS 5.0.0 by section: the level of each, in their order.
 *
 * @source OWASP ASVS 5.0.0
 */
const LEVELS: Readonly<Record<string, string>> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
};

const TABLE = 'docs/security.md';
/** Where a path of the table may begin. */
const ROOTS = ['', 'apps/server/src'];
const STATES = ['met', 'not met', 'n/a'] as const;
type State = (typeof STATES)[number];
const WHY_LENGTH_MIN = 8;

/** A row of the table. */
type Row = {
  readonly number: string;
  readonly level: string;
  readonly state: string;
  readonly how: string;
};

function rowsOf(text: string): Row[] {
  return text.split('\n').flatMap((line) => {
    const [, number = '', level = '', , state = '', how = ''] =
      line.split(' | ').length < 5
        ? []
        : ['', ...line.replace(/^\| /, '').replace(/ \|$/, '').split(' | ')];
    return /^\d+\.\d+\.\d+$/.test(number) ? [{ number, level, state, how }] : [];
  });
}

/** Requirements of level 1 and 2, with their level, in the standard's order. */
function asked(): Map<string, string> {
  return new Map(
    Object.entries(LEVELS).flatMap(([section, levels]) =>
      [...levels].flatMap((level, at): [string, string][] =>
        level === '3' ? [] : [[`${section}.${at + 1}`, level]],
      ),
    ),
  );
}

const isState = (text: string): text is State => STATES.some((state) => state === text);

/** What is wrong with the tests a row names: a file that is not there, a title it does not hold. */
function wrongTests(root: string, { number, how }: Row): string[] {
  const named = [...how.matchAll(/`([^`]+\.test\.(?:tsx?|mjs))`(?: "([^"]+)")?/g)];
  if (named.length === 0) return [`${number} is met and names no test`];
  return named.flatMap(([, path = '', title]) => {
    const file = ROOTS.map((from) => join(root, from, path)).find((one) => existsSync(one));
    if (file === undefined) return [`${number} names ${path}, which is not there`];
    const isThere = title === undefined || readFileSync(file, 'utf8').includes(title);
    return isThere ? [] : [`${number} names “${title}”, which ${path} does not hold`];
  });
}

/** Every requirement of the standard's levels 1 and 2 is in the table, and what is met has its test. */
export function checkAsvs(root: string): Outcome {
  const name = 'docs every requirement of ASVS 5.0, levels 1 and 2, has its state';
  const file = join(root, TABLE);
  if (!existsSync(file)) return { name, ok: false, detail: `${TABLE} is not there` };
  const rows = rowsOf(readFileSync(file, 'utf8'));
  const open = asked();
  const wrong = rows.flatMap((row) => {
    const { number, level, state, how } = row;
    const known = open.get(number);
    if (!open.delete(number))
      return [`${number} comes twice, or is no requirement of level 1 or 2`];
    const levels = known === level ? [] : [`${number} is of level ${known}`];
    if (!isState(state)) return [...levels, `${number} is ${state}, which is no state`];
    if (state === 'met') return [...levels, ...wrongTests(root, row)];
    return how.length >= WHY_LENGTH_MIN ? levels : [...levels, `${number} does not say why`];
  });
  const missing = [...open.keys()].map((number) => `${number} is missing`);
  const count = (state: State): number => rows.filter((row) => row.state === state).length;
  const counted = STATES.map((state) => `${count(state)} ${state}`).join(', ');
  return outcomeOf(name, [...wrong, ...missing], counted);
}

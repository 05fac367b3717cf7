import { type Result, fail, ok } from '@candor/kernel';
import { SUPPORT_STATES } from '@candor/protocol';
import type { Files } from '../../files/index.ts';
import { queueLines, viewLines } from './staff-lines.ts';
import {
  type StaffDeps,
  type StaffRefusal,
  answerAsStaff,
  closeAsStaff,
  listWaiting,
  picturesAsStaff,
  readAsStaff,
} from './staff.ts';

/** What staff enter at a terminal: `support COMMAND WHICH FOLDER --name --text`. */
export type StaffCommand = {
  readonly words: readonly string[];
  readonly name: string;
  readonly text: string;
};

/** The terminal, and the disk of that machine. */
export type StaffTerminal = {
  say(line: string): void;
  /** Everything that is typed or piped in. */
  readInput(): Promise<string>;
  /** Keeps a file in a folder, never over another one; answers where. */
  keep(folder: string, file: { readonly name: string; readonly bytes: Buffer }): Promise<string>;
};

/** A sentence for the asker; null: it was not understood. */
type Refused = { readonly why: string | null };

const REFUSALS: Readonly<Record<StaffRefusal['name'], string>> = {
  'no-conversation': 'There is no conversation of this number.',
  'no-name': 'A name of at most 40 characters is needed: --name NAME. The asker reads it.',
  'no-text': 'A text of at most 4,000 characters is needed: --text TEXT, or --text - to read it.',
  'already-closed': 'It is closed already.',
};

type Parts = StaffDeps & { readonly files: () => Promise<Pick<Files, 'open'>> };
type Command = (
  parts: Parts,
  params: StaffCommand & { readonly which: string; readonly folder: string },
  terminal: StaffTerminal,
) => Promise<Result<readonly string[], StaffRefusal | { readonly name: 'odd' }>>;

const list: Command = async (parts, { which }) => {
  const state = SUPPORT_STATES.find((one) => one === (which === '' ? 'open' : which));
  return state === undefined
    ? fail({ name: 'odd' })
    : ok(queueLines(await listWaiting(parts, state)));
};

const show: Command = async (parts, { which }) => {
  const read = await readAsStaff(parts, which);
  return read.ok ? ok(viewLines(read.value)) : read;
};

const reply: Command = async (parts, { which, name, text: said }, terminal) => {
  const text = said === '-' ? await terminal.readInput() : said;
  const done = await answerAsStaff(parts, { number: which, name, text });
  if (!done.ok) return done;
  return ok([`Answered ${which.toUpperCase()}. Reference: ${done.value.reference}`]);
};

const pictures: Command = async (parts, { which, folder }, terminal) => {
  const found = await picturesAsStaff({ ...parts, files: await parts.files() }, which);
  if (!found.ok) return found;
  const kept: string[] = [];
  for (const picture of found.value) kept.push(await terminal.keep(folder, picture));
  return ok(kept.length === 0 ? ['There are no pictures in it.'] : kept);
};

const close: Command = async (parts, { which }) => {
  const done = await closeAsStaff(parts, which);
  return done.ok ? ok([`${which.toUpperCase()} is closed.`]) : done;
};

const ACTS: Readonly<Record<string, Command>> = { list, show, reply, pictures, close };

/**
 * Does what staff enter at a terminal.
 *
 * @failure why — a sentence, or null for a command that was not understood
 */
export async function runStaffCommand(
  parts: Parts,
  params: StaffCommand,
  terminal: StaffTerminal,
): Promise<Result<null, Refused>> {
  const [name = '', which = '', folder = '', ...more] = params.words;
  const act = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
  const isOdd = more.length > 0 || (folder !== '') !== (name === 'pictures');
  if (act === undefined || isOdd || (which === '' && name !== 'list')) return fail({ why: null });
  const done = await act(parts, { ...params, which, folder }, terminal);
  if (!done.ok)
    return fail({ why: done.failure.name === 'odd' ? null : REFUSALS[done.failure.name] });
  done.value.forEach((line) => terminal.say(line));
  return ok(null);
}

import type { UtcDay } from '@candor/kernel';
import type { Database } from '../../platform/postgres/db.ts';
import { GENESIS, canonicalText } from './chain.ts';
import { type HashedTick, findRootBefore, findTick, listDay, listRoots } from './store.ts';

const PAGE = 5_000;
/** Days whose roots one answer lists. */
const ROOTS_MAX = 60;

/** Names the format in its first line; another format gets another name. */
const TAPE_FORMAT = 'candor-tape/1';

/** Part of one day of the tape: places `from` to `to`, both included. */
export type TapeRange = { readonly day: UtcDay; readonly from: number; readonly to: number };

const lineOf = (tick: HashedTick): string =>
  `${canonicalText(tick)}\t${tick.hash.toString('hex')}\n`;

/**
 * The text of a part of the tape, a page at a time: a header with the link before the first tick,
 * a line a tick (what its link covers, a tab, the link), and an end that says how many there were,
 * so that a file cut short is seen.
 */
async function* textOf(db: Database, range: TapeRange, before: Buffer): AsyncGenerator<string> {
  const { day, from, to } = range;
  yield `${TAPE_FORMAT}\t${day}\t${from}\t${before.toString('hex')}\n`;
  let after = from - 1;
  let root = before;
  let count = 0;
  while (after < to) {
    const limit = Math.min(PAGE, to - after);
    const page = await listDay(db, { day, after, limit });
    yield page.map(lineOf).join('');
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.seq;
    root = last.hash;
    count += page.length;
  }
  yield `end\t${count}\t${root.toString('hex')}\n`;
}

/** A part of the tape as a file; null when the day has no tick at its beginning. */
export async function openTapeFile(
  db: Database,
  range: TapeRange,
): Promise<AsyncGenerator<string> | null> {
  const { day, from } = range;
  if ((await findTick(db, { day, seq: from })) === null) return null;
  const before =
    from === 1 ? await findRootBefore(db, day) : (await findTick(db, { day, seq: from - 1 }))?.hash;
  return textOf(db, range, before ?? GENESIS);
}

/** The last link of a day of the tape. */
export type TapeRoot = { readonly day: UtcDay; readonly ticks: number; readonly root: string };

/** The last links of the newest days, newest first. */
export async function tapeRoots(db: Database): Promise<TapeRoot[]> {
  const heads = await listRoots(db, ROOTS_MAX);
  return heads.map(({ day, seq, hash }) => ({ day, ticks: seq, root: hash.toString('hex') }));
}

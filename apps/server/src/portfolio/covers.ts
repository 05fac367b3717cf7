import { type EntryId, type Money, type UserId, addMoney, money } from '@candor/kernel';
import { type Cover, type StatementLine, listCovers } from '../ledger/index.ts';
import type { Sql } from '../platform/postgres/db.ts';

/** More lines than a protection and the payments it covers can be: result and fee. */
export const COVER_LINES = 4;

type Place = { readonly cover: Cover; readonly isProtection: boolean };

/** Which lines belong to a cover: the protection itself, and the payments it made possible. */
function placesOf(covers: readonly Cover[]): (line: StatementLine) => Place | null {
  const byProtection = new Map(covers.map((cover) => [cover.protection, cover]));
  const byClosing = new Map(covers.map((cover) => [cover.closing, cover]));
  return ({ entryId, line }) => {
    const own = byProtection.get(entryId);
    if (own !== undefined) return { cover: own, isProtection: true };
    const cover = byClosing.get(entryId);
    return cover?.lines.includes(line) === true ? { cover, isProtection: false } : null;
  };
}

const plus = (one: Money, units: bigint): Money => addMoney(one, money(one.asset, units));

/** Lines of one cover beside each other: the protection first, in the order of the journal. */
function protectionFirst(
  lines: readonly StatementLine[],
  placeOf: (line: StatementLine) => Place | null,
): StatementLine[] {
  const sorted: StatementLine[] = [];
  let waiting: StatementLine[] = [];
  for (const line of lines) {
    const place = placeOf(line);
    if (place === null || place.isProtection) {
      sorted.push(line, ...waiting);
      waiting = [];
    } else waiting.push(line);
  }
  return [...sorted, ...waiting];
}

/**
 * Statement lines with the house's protection where it was needed: before the payments that the
 * account could not make, and counted in the balance after each of them. In the journal it is an
 * entry of its own after them, which reads as a debt that nobody ever had.
 */
export function withCovers(
  lines: readonly StatementLine[],
  covers: readonly Cover[],
  newestFirst: boolean,
): StatementLine[] {
  const placeOf = placesOf(covers);
  const counted = lines.map((line): StatementLine => {
    const place = placeOf(line);
    if (place === null) return line;
    const { paid, short } = place.cover;
    return { ...line, after: plus(line.after, place.isProtection ? short : paid) };
  });
  if (!newestFirst) return protectionFirst(counted, placeOf);
  return protectionFirst(counted.toReversed(), placeOf).toReversed();
}

/** The covers these lines have a part in; without a negative balance or a protection none. */
export async function coversOf(
  sql: Sql,
  userId: UserId,
  lines: readonly StatementLine[],
): Promise<readonly Cover[]> {
  const isPart = ({ kind, after }: StatementLine): boolean =>
    kind === 'protection' || after.units < 0n;
  const entries = new Set<EntryId>(lines.filter(isPart).map(({ entryId }) => entryId));
  return listCovers(sql, { userId, entries: [...entries] });
}

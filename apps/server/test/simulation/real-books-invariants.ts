import type { Books, Entry } from './real-books.ts';

/** What every simulation asks of the real accounts. */
type Looked = { readonly now: Books; readonly told: Map<string, string> };

const MINUS = new Set(['user:deficit', 'user:reversed', 'user:debt']);
const isUser = (account: string): boolean => account.startsWith('user:');

/** Each asset of each mode sums to zero over everything there is. */
const zero = ({ now }: Looked): string[] => {
  const sums = new Map<string, bigint>();
  for (const [account, units] of now.totals) {
    const key = account.split(' ').slice(0, 2).join(' ');
    sums.set(key, (sums.get(key) ?? 0n) + units);
  }
  return [...sums].flatMap(([key, sum]) => (sum === 0n ? [] : [`${key} sums to ${sum}`]));
};

/** Stored balances are the sums of postings; no user's account leaves its side of zero, ever. */
const books = ({ now }: Looked): string[] => {
  const sums = new Map<string, bigint>();
  const found: string[] = [];
  for (const { userId, postings, kind } of now.entries) {
    const touched = new Set<string>();
    for (const { from, to, units, asset } of postings) {
      for (const [account, by] of [
        [from, -units],
        [to, units],
      ] as const) {
        const key = `${userId} ${asset} ${account}`;
        if (!isUser(account)) continue;
        sums.set(key, (sums.get(key) ?? 0n) + by);
        touched.add(key);
      }
    }
    for (const key of touched) {
      const sum = sums.get(key) ?? 0n;
      const isMinus = MINUS.has(key.split(' ')[2] ?? '');
      if (isMinus ? sum > 0n : sum < 0n) found.push(`${key} stood at ${sum} after ${kind}`);
    }
  }
  for (const [key, sum] of sums) {
    const stored = now.balances.get(key) ?? 0n;
    if (stored !== sum) found.push(`${key} is ${stored}, posted ${sum}`);
  }
  return found;
};

/** What was posted stays. */
const journal = ({ now, told }: Looked): string[] => {
  const lines = new Map(
    now.entries.map(({ id, kind, postings }) => [
      id,
      [
        kind,
        ...postings.map(({ from, to, units, asset }) => `${from} ${to} ${units} ${asset}`),
      ].join(),
    ]),
  );
  const changed = [...told].filter(([id, line]) => lines.get(id) !== line);
  for (const [id, line] of lines) told.set(id, line);
  return changed.map(([id]) => `entry ${id} was changed or is gone`);
};

/** What holds of the real accounts whatever moves them, by name. */
export const BOOKS_INVARIANTS = { zero, books, journal } as const;

/** What an entry moves: "asset class" → units. */
export type Moves = Map<string, bigint>;

/** Adds to what is moved; what comes to nothing is no move. */
export function add(moves: Moves, account: string, units: bigint): void {
  const sum = (moves.get(account) ?? 0n) + units;
  if (sum === 0n) moves.delete(account);
  else moves.set(account, sum);
}

/** What an entry moved. */
function movesOf({ postings }: Entry): Moves {
  const moves: Moves = new Map();
  for (const { from, to, units, asset } of postings) {
    add(moves, `${asset} ${from}`, -units);
    add(moves, `${asset} ${to}`, units);
  }
  return moves;
}

export const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** What money that comes into cash does: it pays a reversed deposit first. */
export function into(
  moves: Moves,
  asset: string,
  { units, owed }: { readonly units: bigint; readonly owed: bigint },
): void {
  const covered = least(owed, units);
  add(moves, `${asset} user:cash`, units - covered);
  add(moves, `${asset} user:reversed`, covered);
}

const line = (moves: Moves): string =>
  [...moves]
    .map(([account, units]) => `${account} ${units}`)
    .toSorted()
    .join(', ');

/** What an account of a user held before an entry. */
export type Held = (asset: string, account: string) => bigint;

/**
 * Every entry moves what `expected` says of what its user held before it: the same accounts, to the unit.
 * A kind of which it says null is left alone.
 */
export function differencesOf(
  entries: readonly Entry[],
  expected: (entry: Entry, held: Held) => Moves | null,
): string[] {
  const found: string[] = [];
  const all = new Map<string, Map<string, bigint>>();
  for (const entry of entries) {
    const own = all.get(entry.userId) ?? new Map<string, bigint>();
    all.set(entry.userId, own);
    const want = expected(entry, (asset, account) => own.get(`${asset} ${account}`) ?? 0n);
    const moved = movesOf(entry);
    if (want !== null && line(want) !== line(moved)) {
      found.push(`${entry.kind} moved ${line(moved)}; it has to move ${line(want)}`);
    }
    for (const [account, units] of moved) own.set(account, (own.get(account) ?? 0n) + units);
  }
  return found;
}

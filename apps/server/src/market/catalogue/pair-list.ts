import { assert } from '@candor/kernel';

/** Pairs against USDT as one venue named them on one day: facts, taken from its own answer. */
export type PairList = {
  /** Short name of the venue, as feeds and receipts spell it. */
  readonly venue: string;
  readonly title: string;
  /** Day the venue's answer was recorded. */
  readonly recordedOn: string;
  /** "BASE tickSize", separated by commas. */
  readonly pairs: string;
};

/** Base coin → tick size of a list. @throws InvariantError when an entry is malformed */
export function pairsOf(list: PairList): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const entry of list.pairs.split(',')) {
    const [base, tickSize, ...rest] = entry.trim().split(/\s+/);
    const isWhole = base !== undefined && tickSize !== undefined && rest.length === 0;
    assert(isWhole, `pair list ${list.venue}: "${entry.trim()}"`);
    assert(!pairs.has(base), `pair list ${list.venue} names ${base} twice`);
    pairs.set(base, tickSize);
  }
  return pairs;
}

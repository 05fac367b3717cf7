import {
  type Asset,
  type EntryId,
  type Mode,
  type UnixMs,
  type UserId,
  assert,
} from '@candor/kernel';
import {
  ALLOWED,
  type AccountClass,
  type EntryKind,
  type UserClass,
  isUserClass,
} from './chart.ts';

/** One payment within an entry: `units` of an asset from one account to another. */
export type Posting = {
  readonly from: AccountClass;
  readonly to: AccountClass;
  readonly fromSub?: string;
  readonly toSub?: string;
  readonly asset: Asset;
  readonly units: bigint;
};

/** What set an entry off. */
export type Cause = 'request' | 'tick' | 'timer' | 'case';

/** An indivisible transaction in the books. */
export type Entry = {
  readonly id: EntryId;
  readonly userId: UserId;
  readonly mode: Mode;
  readonly kind: EntryKind;
  readonly requestId: string;
  readonly part: number;
  readonly cause: Cause;
  /** What the entry is about, e.g. the contract's id. */
  readonly subject: string | null;
  readonly reverses: EntryId | null;
  readonly at: UnixMs;
  readonly postings: readonly Posting[];
};

/** User accounts of one trading account: class → units. Accounts that never moved are 0. */
export type Holdings = Readonly<Partial<Record<UserClass, bigint>>>;

/** The user id entries of the house alone carry. */
export const HOUSE = '00000000-0000-0000-0000-000000000000' as UserId;

/**
 * Checks an entry against the chart before it is written; the database checks again.
 *
 * @throws InvariantError for an empty entry, a payment of nothing or one the chart does not allow
 */
export function checkEntry(entry: Entry): void {
  assert(entry.postings.length > 0, 'an entry has at least one posting');
  const allowed: readonly (readonly [AccountClass, AccountClass])[] = ALLOWED[entry.kind];
  // A reversal pays what its original was allowed to, the other way round.
  const isReversal = entry.reverses !== null;
  for (const posting of entry.postings) {
    assert(posting.units > 0n, 'a posting moves something');
    const payer = isReversal ? posting.to : posting.from;
    const payee = isReversal ? posting.from : posting.to;
    assert(
      allowed.some(([from, to]) => from === payer && to === payee),
      `the chart does not allow ${entry.kind} from ${posting.from} to ${posting.to}`,
    );
    assert(
      entry.userId !== HOUSE || !(isUserClass(posting.from) || isUserClass(posting.to)),
      'an entry of the house touches no user account',
    );
  }
}

/**
 * The entry that takes another one back: the same payments the other way round. The database takes
 * it once, whole, and never for an entry that is a reversal itself.
 *
 * @throws    InvariantError for the reversal of a reversal
 * @invariant an entry and its reversal leave every account as it was
 */
export function reversalOf(
  entry: Entry,
  options: { id: EntryId; requestId: string; cause: Cause; at: UnixMs },
): Entry {
  assert(entry.reverses === null, 'a reversal is not taken back; the act is done anew');
  return {
    ...entry,
    ...options,
    part: 0,
    reverses: entry.id,
    postings: entry.postings.map((posting) => ({
      from: posting.to,
      to: posting.from,
      ...(posting.toSub === undefined ? {} : { fromSub: posting.toSub }),
      ...(posting.fromSub === undefined ? {} : { toSub: posting.fromSub }),
      asset: posting.asset,
      units: posting.units,
    })),
  };
}

/** Payments being put together against one trading account of one user. */
export type Draft = {
  /** What the account would hold after the payments so far. */
  held(accountClass: UserClass): bigint;
  /** Adds a payment; nothing happens for zero. */
  pay(from: AccountClass, to: AccountClass, units: bigint): void;
  /** Takes from cash as far as it goes and from the deficit for the rest. */
  charge(to: AccountClass, units: bigint): void;
  /** Pays an open deficit, then a reversed deposit, out of what a credit brought into cash. */
  cover(): void;
  postings(): readonly Posting[];
};

/**
 * Starts a draft on the holdings of one trading account.
 *
 * @units    units of `asset`
 * @throws   InvariantError when a negative amount is paid
 * @source   LEDGER part 2, rows "close, loss L" and "credit to cash while deficit or reversed < 0"
 */
export function draft(asset: Asset, holdings: Holdings): Draft {
  const moved = new Map<UserClass, bigint>();
  const postings: Posting[] = [];
  const held = (accountClass: UserClass): bigint =>
    (holdings[accountClass] ?? 0n) + (moved.get(accountClass) ?? 0n);
  const move = (account: AccountClass, units: bigint): void => {
    if (isUserClass(account)) moved.set(account, (moved.get(account) ?? 0n) + units);
  };
  function pay(from: AccountClass, to: AccountClass, units: bigint): void {
    assert(units >= 0n, 'a payment is not negative');
    if (units === 0n) return;
    postings.push({ from, to, asset, units });
    move(from, -units);
    move(to, units);
  }
  function settle(debt: UserClass): void {
    const owed = -held(debt);
    const cash = held('user:cash');
    pay('user:cash', debt, owed < cash ? owed : cash);
  }
  return {
    held,
    pay,
    charge(to, units) {
      const cash = held('user:cash');
      const fromCash = units < cash ? units : cash;
      pay('user:cash', to, fromCash);
      pay('user:deficit', to, units - fromCash);
    },
    cover() {
      settle('user:deficit');
      settle('user:reversed');
    },
    postings: () => postings,
  };
}

/** What the house held of one asset when it was looked at; an account that never moved holds 0. */
export type HouseSums = Readonly<Partial<Record<AccountClass, bigint>>>;

/** What the house earned, by cause. */
const EARNED = ['house:fees', 'house:financing', 'house:early-exit'] as const;
/** What capital covers, in this order as far as it reaches. */
const COVERED = ['house:bad-debt', 'house:goodwill', 'house:marketing', 'house:trading'] as const;

/**
 * Interest on loans that is no claim any more: repaid, or written off against `house:bad-debt`. What is
 * still owed is all debts less their principal.
 *
 * @units units, of one asset
 */
function settledInterest(sums: HouseSums, debts: bigint): bigint {
  const owed = debts - (sums['house:lending'] ?? 0n);
  return (sums['house:loan-interest'] ?? 0n) - owed;
}

/**
 * The payments of a day's cover in one asset: what was earned and won goes to capital, and capital makes
 * up for what was lost and given. What it cannot cover stays owed and is covered on another day. Of interest
 * on loans only what was repaid goes to capital; `debts` is what all borrowers owe, with interest.
 *
 * @units     units of `asset`
 * @invariant capital never ends below zero, and no account passes zero
 * @source    LEDGER part 2, row "daily cover"
 */
export function dailyCover(asset: Asset, sums: HouseSums, debts: bigint): Posting[] {
  const postings: Posting[] = [];
  let capital = sums['house:capital'] ?? 0n;
  for (const from of [...EARNED, 'house:trading', 'house:loan-interest'] as const) {
    const isInterest = from === 'house:loan-interest';
    const units = isInterest ? settledInterest(sums, debts) : (sums[from] ?? 0n);
    if (units <= 0n) continue;
    postings.push({ from, to: 'house:capital', asset, units });
    capital += units;
  }
  for (const to of COVERED) {
    const owed = -(sums[to] ?? 0n);
    const units = owed < capital ? owed : capital;
    if (units <= 0n) continue;
    postings.push({ from: 'house:capital', to, asset, units });
    capital -= units;
  }
  return postings;
}

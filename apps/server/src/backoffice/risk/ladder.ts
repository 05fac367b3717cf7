import {
  type InstrumentCode,
  type Mode,
  type Money,
  type Rate,
  type UserId,
  ensure,
  money,
} from '@candor/kernel';
import {
  type MarginState,
  NO_PNL,
  type PnlSum,
  addPnlSums,
  addToPnlSum,
  exposureOfSum,
  leastPnl,
  marginLevel,
  mustCloseOut,
  tradingEquity,
} from '@candor/pricing';
import { LADDER_PERCENTS, RISK_ACCOUNTS_SHOWN, type LadderGroup } from '@candor/protocol/desk';
import { isAtCost, judge, marginStateOf, valueAll } from '../../contracts/index.ts';
import type { OpenBook } from '../../engine/index.ts';
import type { Marks, Scenarios, StillMarket } from './scenarios.ts';

/** What users hold of an instrument together. @units USDT units */
export type ExposureSum = {
  readonly contracts: number;
  readonly long: bigint;
  readonly short: bigint;
  readonly floating: bigint;
  /** One of its contracts has no mark: no sum says anything then. */
  readonly isJudged: boolean;
};

/** An account that would be closed out. */
export type FallenAccount = {
  readonly userId: UserId;
  readonly contracts: number;
  readonly level: Rate;
  readonly equity: Money;
};

/** One rung of the ladder. */
export type Rung = StillMarket & {
  readonly group: LadderGroup;
  readonly percent: number;
  total: number;
  /** The first of them; `fallenAccount` says how they would stand. */
  readonly accounts: OpenBook[];
};

/** What a look over all accounts of one mode found. */
export type RiskSums = {
  readonly instruments: ReadonlyMap<InstrumentCode, ExposureSum>;
  readonly rungs: readonly Rung[];
  readonly accounts: number;
  readonly below: number;
  readonly unjudged: number;
};

/** The same while it is made: what is held of an instrument is added up before it is valued. */
type Sums = { -readonly [Name in keyof Omit<RiskSums, 'instruments'>]: RiskSums[Name] } & {
  readonly held: Map<InstrumentCode, { sum: PnlSum; unmarked: number }>;
};

/** Sums of no accounts. */
function newSums({ all }: Pick<Scenarios, 'all'>): Sums {
  const rungs = all.map((scenario) => ({ ...scenario, total: 0, accounts: [] }));
  return { held: new Map(), rungs, accounts: 0, below: 0, unjudged: 0 };
}

/** Adds what an account holds of an instrument; contracts without a mark are counted alone. */
function addHeld({ held }: Sums, code: InstrumentCode, more: { sum: PnlSum; unmarked: number }) {
  const known = held.get(code);
  if (known === undefined) return void held.set(code, { ...more });
  known.sum = addPnlSums(known.sum, more.sum);
  known.unmarked += more.unmarked;
}

/** An account's contracts by instrument; those that count at cost move with nothing. */
function groupsOf(book: OpenBook, { now }: Scenarios) {
  const { key } = now.market.feed();
  const groups = new Map<InstrumentCode, { sum: PnlSum; unmarked: number }>();
  for (const contract of book.contracts) {
    const { code, feed, open } = contract;
    if (isAtCost(contract, feed !== key)) continue;
    let group = groups.get(code);
    if (group === undefined) groups.set(code, (group = { sum: NO_PNL, unmarked: 0 }));
    if (feed !== key || now.marksOf(code) === null) group.unmarked += 1;
    else group.sum = addToPnlSum(group.sum, { ...contract, openPrice: open.price }, 1n);
  }
  return groups;
}

const HUNDRED = 100n;
const DEEPEST = BigInt(Math.max(...LADDER_PERCENTS));
const AFTER_DEEPEST = HUNDRED - DEEPEST;

/**
 * Less than any scenario leaves of a sum: prices fall by the most percent, and the rate of the currency
 * moves by as much in whichever direction is worse. One division for all scenarios together.
 */
function leastInAny(sum: PnlSum, marks: Marks): bigint {
  const { long, short } = exposureOfSum(sum, marks);
  const falling = (marks.bid > 0n ? long.units : 0n) + (marks.ask < 0n ? short.units : 0n);
  const left = leastPnl(sum, marks).units - (falling * DEEPEST) / HUNDRED;
  const [times, over] = left < 0n ? [HUNDRED, AFTER_DEEPEST] : [AFTER_DEEPEST, HUNDRED];
  // Two units a contract and two more for what was rounded here, there and in the fallen prices.
  return (left * times) / over - 2n * sum.count - 2n;
}

/** The least an account's contracts have won in each scenario that moves one of them. */
function leastIn(
  scenarios: Scenarios,
  groups: ReadonlyMap<InstrumentCode, { readonly sum: PnlSum }>,
): { readonly now: bigint; readonly at: ReadonlyMap<number, bigint> } {
  const leasts = new Map<InstrumentCode, bigint>();
  let now = 0n;
  for (const [code, { sum }] of groups) {
    const marks = ensure(scenarios.now.marksOf(code), 'a judged account has its marks');
    const { units } = leastPnl(sum, marks);
    leasts.set(code, units);
    now += units;
  }
  const at = new Map<number, bigint>();
  for (const [code, { sum }] of groups) {
    for (const place of scenarios.of(code)) {
      const marks = scenarios.all[place]?.marksOf(code);
      const { units } = leastPnl(sum, ensure(marks, 'what has a mark has one after a fall'));
      at.set(place, (at.get(place) ?? now) + units - (leasts.get(code) ?? 0n));
    }
  }
  return { now, at };
}

/** Where an account would stand, exactly: each contract valued by itself. */
function exactly({ holdings, contracts }: OpenBook, { market }: StillMarket): MarginState | null {
  const judged = judge(holdings ?? {}, valueAll(contracts, market));
  return judged.isJudged ? judged.marginState : null;
}

/** How an account of a rung would stand after its fall. */
export function fallenAccount(book: OpenBook, fallen: StillMarket): FallenAccount {
  const state = ensure(exactly(book, fallen), 'who is on a rung was judged');
  const level = ensure(marginLevel(state), 'who is closed out holds a margin');
  const { userId, contracts } = book;
  return { userId, contracts: contracts.length, level, equity: tradingEquity(state) };
}

/**
 * Adds an account to the sums: its exposures, and in which scenarios it would be closed out. Bounds
 * decide it from sums by instrument; where they leave it open, the functions decide that decide it when
 * prices move. Stops and orders that wait are not thought of: they may end contracts before.
 */
function addBook(sums: Sums, book: OpenBook, scenarios: Scenarios): void {
  const { holdings } = book;
  sums.accounts += 1;
  const groups = groupsOf(book, scenarios);
  let isMarked = true;
  let count = 0n;
  for (const [code, group] of groups) {
    addHeld(sums, code, group);
    isMarked &&= group.unmarked === 0;
    count += group.sum.count;
  }
  if (holdings === null || !isMarked) {
    sums.unjudged += 1;
    return;
  }
  const isOutWith = (units: bigint): boolean => {
    const judged = marginStateOf(holdings, { floatingPnl: money('USDT', units), unmarked: [] });
    return judged.isJudged && mustCloseOut(judged.marginState);
  };
  let worst = 0n;
  for (const [code, { sum }] of groups) {
    const marks = scenarios.now.marksOf(code);
    worst += leastInAny(sum, ensure(marks, 'a judged account has its marks'));
  }
  // No fall breaks its margin, nor is it broken now.
  if (!isOutWith(worst)) return;
  /** `least` is at most two units a contract too low. */
  const isOut = (least: bigint, fallen: StillMarket): boolean => {
    if (!isOutWith(least)) return false;
    if (isOutWith(least + 2n * count)) return true;
    const state = exactly(book, fallen);
    return state !== null && mustCloseOut(state);
  };
  const least = leastIn(scenarios, groups);
  const isBelow = isOut(least.now, scenarios.now);
  if (isBelow) sums.below += 1;
  for (const [place, rung] of sums.rungs.entries()) {
    const units = least.at.get(place);
    // What no scenario moves stays as it is: who is below already counts there as well.
    if (!(units === undefined ? isBelow : isOut(units, rung))) continue;
    rung.total += 1;
    if (rung.accounts.length < RISK_ACCOUNTS_SHOWN) rung.accounts.push(book);
  }
}

/** What all accounts hold of each instrument, at the marks of the look. */
function valued({ held, ...sums }: Sums, { now }: Scenarios): RiskSums {
  const instruments = new Map<InstrumentCode, ExposureSum>();
  for (const [code, { sum, unmarked }] of held) {
    const contracts = Number.parseInt(String(sum.count), 10) + unmarked;
    const marks = now.marksOf(code);
    if (marks === null || unmarked > 0) {
      instruments.set(code, { contracts, long: 0n, short: 0n, floating: 0n, isJudged: false });
      continue;
    }
    const { long, short, pnl } = exposureOfSum(sum, marks);
    const units = { long: long.units, short: short.units, floating: pnl.units };
    instruments.set(code, { contracts, ...units, isJudged: true });
  }
  return { ...sums, instruments };
}

/** Both modes, as they were looked at. */
export type RiskLook = Readonly<Record<Mode, RiskSums>>;

/** After so long a look lets others go first. @units milliseconds */
const SLICE_MS = 4;

/**
 * Looks over all accounts, in slices between which everything else goes on.
 *
 * @shape accounts with what they have open → sums of both modes
 */
export async function lookOver(
  books: Iterable<OpenBook>,
  scenarios: Scenarios,
  pause: () => Promise<unknown>,
): Promise<RiskLook> {
  const sums = { real: newSums(scenarios), demo: newSums(scenarios) };
  let began = performance.now();
  for (const book of books) {
    addBook(sums[book.mode], book, scenarios);
    if (performance.now() - began < SLICE_MS) continue;
    await pause();
    began = performance.now();
  }
  return { real: valued(sums.real, scenarios), demo: valued(sums.demo, scenarios) };
}

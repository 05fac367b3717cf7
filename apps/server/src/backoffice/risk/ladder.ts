import {
  type InstrumentCode,
  type Mode,
  type Money,
  type Rate,
  type UserId,
  addMoney,
  ensure,
  money,
  zero,
} from '@candor/kernel';
import { marginLevel, mustCloseOut, notionalUsdt, tradingEquity } from '@candor/pricing';
import { RISK_ACCOUNTS_SHOWN, type LadderGroup } from '@candor/protocol/desk';
import { marginStateOf, valueAll, valueContract, type Valued } from '../../contracts/index.ts';
import type { OpenBook } from '../../engine/index.ts';
import type { Scenarios } from './scenarios.ts';

/** What users hold of an instrument together. @units USDT units */
export type ExposureSum = {
  contracts: number;
  long: bigint;
  short: bigint;
  floating: bigint;
  /** One of its contracts has no mark: no sum says anything then. */
  isJudged: boolean;
};

/** An account that would be closed out. */
export type FallenAccount = {
  readonly userId: UserId;
  readonly contracts: number;
  readonly level: Rate;
  readonly equity: Money;
};

/** One rung of the ladder. */
export type Rung = {
  readonly group: LadderGroup;
  readonly percent: number;
  total: number;
  /** The first of them. */
  readonly accounts: FallenAccount[];
};

/** What a look over all accounts of one mode found. */
export type RiskSums = {
  readonly instruments: Map<InstrumentCode, ExposureSum>;
  readonly rungs: readonly Rung[];
  accounts: number;
  below: number;
  unjudged: number;
};

/** Sums of no accounts. */
function newSums({ all }: Pick<Scenarios, 'all'>): RiskSums {
  return {
    instruments: new Map(),
    rungs: all.map(({ group, percent }) => ({ group, percent, total: 0, accounts: [] })),
    accounts: 0,
    below: 0,
    unjudged: 0,
  };
}

function sumOf({ instruments }: RiskSums, code: InstrumentCode): ExposureSum {
  const known = instruments.get(code);
  if (known !== undefined) return known;
  const made = { contracts: 0, long: 0n, short: 0n, floating: 0n, isJudged: true };
  instruments.set(code, made);
  return made;
}

function addExposure(sums: RiskSums, { contract, mark, link, pnl }: Valued): void {
  const { code, side, lots, contractSize } = contract;
  const sum = sumOf(sums, code);
  const { units } = notionalUsdt({ lots, contractSize, price: mark, link });
  sum.contracts += 1;
  sum[side] += units;
  sum.floating += pnl.units;
}

/** How the results of an account's contracts would be in each scenario that moves one of them. */
function resultsIn(
  scenarios: Scenarios,
  { valued, floating }: { readonly valued: readonly Valued[]; readonly floating: bigint },
): Map<number, bigint> {
  const results = new Map<number, bigint>();
  for (const { contract, pnl } of valued) {
    for (const place of scenarios.of(contract.code)) {
      const { market } = ensure(scenarios.all[place], 'a scenario has its place');
      const moved = ensure(valueContract(contract, market), 'what has a mark has one after a fall');
      const before = results.get(place) ?? floating;
      results.set(place, before + moved.pnl.units - pnl.units);
    }
  }
  return results;
}

/**
 * Adds an account to the sums: its exposures, and in which scenarios it would be closed out, decided by
 * the functions that decide it when prices move. Stops and orders that wait are not thought of: they may
 * end contracts before.
 */
function addBook(sums: RiskSums, book: OpenBook, scenarios: Scenarios): void {
  const { holdings, contracts, userId } = book;
  sums.accounts += 1;
  const { valued, unmarked } = valueAll(contracts, scenarios.now);
  for (const one of valued) addExposure(sums, one);
  for (const code of unmarked) {
    const sum = sumOf(sums, code);
    sum.contracts += 1;
    sum.isJudged = false;
  }
  if (holdings === null || unmarked.length > 0) {
    sums.unjudged += 1;
    return;
  }
  const floating = valued.reduce((sum, { pnl }) => addMoney(sum, pnl), zero('USDT'));
  const stateAt = (floatingPnl: Money) => {
    const judged = marginStateOf(holdings, { floatingPnl, unmarked });
    return judged.isJudged ? judged.marginState : null;
  };
  const now = stateAt(floating);
  const isBelow = now !== null && mustCloseOut(now);
  if (isBelow) sums.below += 1;
  const results = resultsIn(scenarios, { valued, floating: floating.units });
  for (const [place, rung] of sums.rungs.entries()) {
    const units = results.get(place);
    // What no scenario moves stays as it is: who is below already counts there as well.
    const state = units === undefined ? now : stateAt(money('USDT', units));
    if (state === null || !(units === undefined ? isBelow : mustCloseOut(state))) continue;
    rung.total += 1;
    if (rung.accounts.length >= RISK_ACCOUNTS_SHOWN) continue;
    const level = ensure(marginLevel(state), 'who is closed out holds a margin');
    const equity = tradingEquity(state);
    rung.accounts.push({ userId, contracts: contracts.length, level, equity });
  }
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
  const look = { real: newSums(scenarios), demo: newSums(scenarios) };
  let began = performance.now();
  for (const book of books) {
    addBook(look[book.mode], book, scenarios);
    if (performance.now() - began < SLICE_MS) continue;
    await pause();
    began = performance.now();
  }
  return look;
}

import {
  type ContractId,
  type InstrumentCode,
  type Mode,
  type Money,
  type Rate,
  type UnixMs,
  type UserId,
  SECOND_MS,
  formatDecimal,
  formatMoney,
  isLaterTick,
  newUuid,
} from '@candor/kernel';
import {
  type Quote,
  type MarginState,
  isFresh,
  marginLevel,
  marginNotice,
  mustCloseOut,
  tradingEquity,
  worstLoser,
} from '@candor/pricing';
import { closingOf } from '../closing/rules.ts';
import type { Contract } from '../order/contract.ts';
import { MARGIN_LEVEL_FELL, type MarginLevelFell, type MarginNotice } from './close-out-events.ts';
import type { ConversionRate, MarketStatus, MarketView } from '../order/market-view.ts';
import { toldStatement } from './notice-store.ts';
import { type Valued, judge, valueAll } from '../order/valuation.ts';
import { endContract } from '../batch/batch-changes.ts';
import { type BatchTransaction, accountOf } from '../batch/batch-transaction.ts';

/** Looking after a trading account whose margin level seems to have moved past a line. */
export type MarginCommand = {
  readonly kind: 'margin';
  readonly userId: UserId;
  readonly mode: Mode;
  /** Of each of its instruments the last quote that passed the source rule, as of `at`. */
  readonly marks: ReadonlyMap<InstrumentCode, Quote>;
  /** When the tick was received that moved the level. */
  readonly at: UnixMs;
  /** The lowest level the trader was told of and has not recovered from. */
  readonly told: Rate | null;
};

/** What became of it. */
export type MarginOutcome = {
  readonly told: Rate | null;
  /** The level that is left; null also while the account cannot be judged. */
  readonly level: Rate | null;
  /**
   * Whether every contract of the trading account had a mark. Without one nothing is told and
   * nothing closed.
   */
  readonly isJudged: boolean;
  readonly closed: readonly ContractId[];
};

type Candidate = {
  readonly id: ContractId;
  readonly valued: Valued;
  readonly link: ConversionRate;
};

/**
 * How old the mark of a loser may be while winners wait for its next price: a thin instrument
 * says one every few seconds, a silent one must not keep the account from being closed out.
 *
 * @source LEDGER 4: the worst loser goes first
 */
const PATIENCE_MS = 30 * SECOND_MS;

/** A command that was held up fills later than its marks: they have to be fresh then, too. */
const fillTime = (batch: BatchTransaction, { at }: MarginCommand): UnixMs =>
  batch.now > at ? batch.now : at;

/** Contracts that may be closed at the command's marks: their market was open, their mark fresh. */
function closeOutCandidates(
  batch: BatchTransaction,
  command: MarginCommand,
  valued: readonly Valued[],
): Candidate[] {
  const { market } = batch.deps;
  const { at, marks } = command;
  const now = fillTime(batch, command);
  return valued.flatMap((one) => {
    const { code, id } = one.contract;
    const instrument = market.instrument(code);
    const mark = marks.get(code);
    if (instrument === null || mark === undefined) return [];
    const status = market.status(code, at);
    // A mark the sources agreed on stands while it is fresh, also if they disagree by now.
    if (status !== 'open' && status !== 'closeOnly' && status !== 'disputed') return [];
    if (!isFresh(mark, { now, freshForMs: instrument.freshForMs })) return [];
    const conversionRate = market.freshConversionRate(instrument.quoteCurrency, batch.now);
    return conversionRate === null ? [] : [{ id, valued: one, link: conversionRate }];
  });
}

/** A market that is open, whether or not it has a price one may act on. */
const AWAITED: readonly MarketStatus[] = ['open', 'closeOnly', 'stale', 'disputed'];

/** Whether a contract that has no fresh mark may be expected to have one soon: its market is open. */
function isAwaited(batch: BatchTransaction, command: MarginCommand, { contract }: Valued): boolean {
  const { market } = batch.deps;
  const { at, marks } = command;
  const now = fillTime(batch, command);
  const instrument = market.instrument(contract.code);
  const mark = marks.get(contract.code);
  if (instrument === null || mark === undefined) return false;
  const status = market.status(contract.code, at);
  if (!AWAITED.includes(status)) return false;
  if (isFresh(mark, { now, freshForMs: instrument.freshForMs })) return false;
  return isFresh(mark, { now, freshForMs: PATIENCE_MS });
}

/**
 * What is closed next: of the losers that have a price the worst; without one the least winner, but
 * only when no loser is about to have a price.
 */
function nextOut(
  batch: BatchTransaction,
  command: MarginCommand,
  valued: readonly Valued[],
): (Candidate & { readonly pnl: Money }) | null {
  const candidates = closeOutCandidates(batch, command, valued);
  const worst = worstLoser(candidates.map((one) => ({ ...one, pnl: one.valued.pnl })));
  if (worst === null || worst.pnl.units < 0n) return worst;
  const isHeld = valued.some((one) => one.pnl.units < 0n && isAwaited(batch, command, one));
  return isHeld ? null : worst;
}

/** The market as it stood at the command's marks. */
function asOf(market: MarketView, marks: MarginCommand['marks']): MarketView {
  return { ...market, latest: (code) => marks.get(code) ?? null };
}

/**
 * Where the trading account stands at the command's marks; null while one of its contracts has
 * none.
 */
function marginNow(
  batch: BatchTransaction,
  command: MarginCommand,
): { marginState: MarginState; valued: readonly Valued[] } | null {
  const state = accountOf(batch, command);
  const all = valueAll(state.running(), asOf(batch.deps.market, command.marks));
  const margin = judge(state.holdings(), all);
  return margin.isJudged ? { marginState: margin.marginState, valued: all.valued } : null;
}

/** Whether a contract was opened after the mark it would be valued at. */
function isAhead(contract: Contract, marks: MarginCommand['marks']): boolean {
  const mark = marks.get(contract.code);
  return mark !== undefined && isLaterTick(contract.open.tickId, mark.tickId);
}

/** Closes one after the other, until the level is back or nothing is left that could be closed. */
function closeOut(batch: BatchTransaction, command: MarginCommand): ContractId[] {
  const closed: ContractId[] = [];
  for (;;) {
    const now = marginNow(batch, command);
    if (now === null || !mustCloseOut(now.marginState)) return closed;
    const worst = nextOut(batch, command, now.valued);
    if (worst === null) return closed;
    const { contract } = worst.valued;
    const quote = command.marks.get(contract.code) as Quote;
    const closing = closingOf(contract, {
      quote,
      link: worst.link,
      reason: 'closeOut',
      now: batch.now,
    });
    endContract(batch, contract, {
      closing,
      requestId: `${contract.id}:closeOut`,
      part: 0,
      cause: 'tick',
    });
    closed.push(contract.id);
  }
}

function noticeOf(
  batch: BatchTransaction,
  facts: { marginState: MarginState; level: Rate; announced: Rate },
): MarginNotice {
  return {
    id: newUuid(batch.now),
    kind: 'marginLevel',
    level: formatDecimal(facts.announced) as MarginNotice['level'],
    marginLevel: formatDecimal(facts.level),
    tradingEquity: formatMoney(tradingEquity(facts.marginState)),
    bondAmount: formatMoney(facts.marginState.margin),
    at: batch.now,
  };
}

/**
 * Tells a trader of a margin level the account fell through, and below the last one closes
 * contracts, worst loser first, computed again after each at the same marks. A winner is closed
 * only when no loser can get a price: one that is merely a little old is waited for. A trading
 * account with a contract without a mark is left alone: without it the level would be wrong.
 * Everything is exact and under the trading account's lock: the engine only suspected that
 * something is due.
 *
 * @source LEDGER 4; PRODUCT 4
 */
export function watchMargin(batch: BatchTransaction, command: MarginCommand): MarginOutcome {
  const { userId, mode, told, marks } = command;
  const state = accountOf(batch, command);
  const before = marginNow(batch, command);
  // What was told stays told: it is judged again with the first price.
  if (before === null) return { told, level: null, isJudged: false, closed: [] };
  const { marginState } = before;
  const level = marginLevel(marginState);
  // What was opened meanwhile cannot be valued at older marks; the next tick asks again.
  if (state.running().some((contract) => isAhead(contract, marks))) {
    return { told, level, isJudged: true, closed: [] };
  }
  const notice = marginNotice({ level, told });
  if (level !== null && notice.announce !== null) {
    const item = noticeOf(batch, { marginState, level, announced: notice.announce });
    const payload: MarginLevelFell = { userId, mode, item };
    batch.facts.push({ topic: MARGIN_LEVEL_FELL, payload });
  }
  if (notice.told !== told) {
    batch.extra.push(toldStatement(command, notice.told, batch.now));
  }
  const closed = closeOut(batch, command);
  const left = marginNow(batch, command);
  const levelLeft = left === null ? null : marginLevel(left.marginState);
  return { told: notice.told, level: levelLeft, isJudged: true, closed };
}

import {
  type RunState,
  type TimedPrices,
  STRATEGIES,
  decideRun,
  newRun,
  tradeRun,
} from '@candor/advisor';
import { NO_POSITION } from '@candor/advisor';
import { type UnixMs, ensure, isLaterTick, plusMs, SECOND_MS, startOfDay } from '@candor/kernel';
import { INTERVAL_MS, type Quote, barStart } from '@candor/pricing';
import type { Tx } from '../../platform/postgres/db.ts';
import type { PlanDeps } from '../fund/deps.ts';
import { fundOf, isGone, isOnFeed, keptFills, priceOf, withFund } from '../fund/holding.ts';
import { writeFund } from '../fund/writing.ts';
import { findFund, lockFund } from '../plan/fund-store.ts';
import type { StoredFund, TickPrices } from '../plan/plan.ts';
import { midnightOf } from '../plan/rules.ts';
import { isCurrent } from '../plan/versions.ts';
import { type Sight, openSight } from './sight.ts';

/**
 * How long after its end a bar is taken to be whole: ticks are stored in batches of 40 ms, and a venue says
 * some a moment late. The fill is at the first tick after the end all the same.
 */
const BAR_GRACE_MS = 2 * SECOND_MS;

type Reached = { readonly quotes: readonly Quote[]; readonly last: Quote };

/** Works funds forward: bars that have ended are decided on, what was decided is traded on the tape. */
export function createTrading(deps: PlanDeps) {
  const { acting, clock, market, isRehearsal } = deps;
  const sights = new Map<string, Sight>();
  /** Funds whose target met a market that may not be traded: the tape is not asked again until that may be. */
  const shut = new Map<string, UnixMs>();

  /** Whether a fund may take up the run of prices that is on. */
  function mayRun({ mode }: StoredFund): boolean {
    return mode === 'demo' || isRehearsal || market.feed().mode === 'live';
  }

  /** Changes a fund's run, behind its lock; what moved its money meanwhile stays. */
  async function put(fund: StoredFund): Promise<StoredFund> {
    return acting.transaction(async (tx: Tx) => {
      const now = ensure(await lockFund(tx, fund.id), 'a fund stays');
      const { feed, run, decidedThrough } = fund;
      const isMoved = feed !== now.feed;
      const next: StoredFund = {
        ...now,
        ...{ run, decidedThrough },
        ...(isMoved && now.units === 0n ? { feed, positions: fund.positions, marked: null } : {}),
      };
      await writeFund(tx, { fund: next, at: clock.now() });
      return next;
    });
  }

  /** A fund nobody has money in takes up the run of prices that is on. */
  async function onFeed(fund: StoredFund): Promise<StoredFund | null> {
    if (isOnFeed(fund, market)) return fund;
    if (fund.units > 0n || fund.phase !== 'open' || !mayRun(fund)) return null;
    sights.delete(fund.id);
    return put({
      ...fund,
      feed: market.feed().key,
      run: newRun(STRATEGIES[fund.plan.strategy]),
      decidedThrough: null,
      positions: fund.plan.codes.map(() => NO_POSITION),
    });
  }

  /** Market time up to which all there is of the tape is in the bars, and never behind the day's midnight. */
  function knownUntil(fund: StoredFund): UnixMs {
    const now = clock.now();
    const unstored = market.unstoredSince();
    const stored = unstored !== null && unstored < now ? unstored : now;
    const known = plusMs(market.marketTime(stored), -BAR_GRACE_MS);
    return Math.min(known, market.marketTime(midnightOf(fund.day))) as UnixMs;
  }

  /** The moment in which the last of a fund's instruments had its first price since a target became due. */
  async function reachedBy(fund: StoredFund, from: UnixMs): Promise<Reached | null> {
    const { feed, plan, day } = fund;
    const begin = startOfDay(day);
    // Where market time is wall time nothing was received before it was due.
    const isWallTime = market.feed().mode !== 'replay';
    let receivedFrom = isWallTime && from > begin ? from : begin;
    for (;;) {
      const since = receivedFrom;
      const firsts = await market.firstFrom(
        plan.codes.map((code) => ({ code, feed, from, receivedFrom: since })),
      );
      const known = firsts.filter((quote) => quote !== null);
      if (known.length < plan.codes.length) return null;
      const last = known.reduce((late, one) => (isLaterTick(one.tickId, late.tickId) ? one : late));
      const before = plusMs(last.receivedAt, 1);
      const others = await market.lastActing(
        plan.codes.map((code) => ({ code, feed, before, upTo: last.tickId })),
      );
      const quotes = others.map((quote, index) => quote ?? ensure(known[index], 'it has a price'));
      const opens = openFrom(quotes, last);
      if (opens === null) {
        shut.set(fund.id, from);
        return null;
      }
      if (opens <= since) return { quotes, last };
      receivedFrom = opens;
    }
  }

  /**
   * From when on a fund's instruments may be traded, where one of its prices was said while that was not so, or it
   * is not so at the last of them: a moment behind that price. The beginning of time where all may be; null where it
   * is not known yet: what is due stays so until the next bar has ended.
   */
  function openFrom(quotes: readonly Quote[], last: Quote): UnixMs | null {
    let from = 0 as UnixMs;
    for (const { code, receivedAt } of quotes) {
      for (const at of [receivedAt, last.receivedAt]) {
        const opens = market.opensFrom(code, at);
        if (opens === null) return null;
        if (opens > at && opens > from) from = opens;
      }
    }
    return from;
  }

  /** Trades a fund to what is due, at the moment it became so on the tape; as it is while there is none yet. */
  async function tradeDue(fund: StoredFund): Promise<StoredFund> {
    const { run } = fund;
    if (run.dueFrom === null || fund.units === 0n || fund.phase !== 'open') return fund;
    if (shut.get(fund.id) === run.dueFrom) {
      const now = clock.now();
      if (fund.plan.codes.some((code) => market.opensFrom(code, now) === null)) return fund;
    }
    shut.delete(fund.id);
    const reached = await reachedBy(fund, run.dueFrom);
    // What comes after the midnight waits until the day is settled.
    if (reached === null || reached.last.receivedAt >= midnightOf(fund.day)) return fund;
    const prices: TickPrices = reached.quotes.map(priceOf);
    return acting.transaction(async (tx) => {
      const stored = ensure(await lockFund(tx, fund.id), 'a fund stays');
      const { decidedThrough } = fund;
      if (stored.phase !== 'open' || stored.day !== fund.day) return stored;
      const at = clock.now();
      const reason = ensure(run.target, 'what is due has a target').reason;
      const done = tradeRun(run, fundOf(stored, market), prices as TimedPrices);
      const fills = keptFills(stored, done.fills, { kind: 'run', prices, reason, at });
      const next = {
        ...withFund(stored, done.fund),
        ...{ run: done.state, decidedThrough },
        fills: stored.fills + fills.length,
      };
      await writeFund(tx, { fund: next, fills, at });
      return next;
    });
  }

  async function sightOf(fund: StoredFund, through: UnixMs): Promise<Sight> {
    const known = sights.get(fund.id);
    if (known !== undefined && known.through() === through) return known;
    const opened = await openSight(market, fund, through);
    sights.set(fund.id, opened);
    return opened;
  }

  return {
    /** Forgets what strategies of funds that are gone have seen. */
    keepOnly(ids: ReadonlySet<string>): void {
      for (const id of sights.keys()) if (!ids.has(id)) sights.delete(id);
      for (const id of shut.keys()) if (!ids.has(id)) shut.delete(id);
    },

    /**
     * Decides and trades everything of a fund up to now, or up to the midnight of its day. Answers the fund as
     * it is then; null while it waits for the run of prices it is on. Where it may not go on it stops behind a bar.
     */
    async advance(given: StoredFund, mayGoOn: () => boolean): Promise<StoredFund | null> {
      const placed = await onFeed(given);
      if (placed === null) return null;
      let fund = await tradeDue(placed);
      // Whose rules are not the product's any more, or whose instruments, decides nothing; it ends at the next midnight.
      if (fund.phase !== 'open' || !isCurrent(fund.plan) || isGone(fund, market)) return fund;
      const until = knownUntil(fund);
      const { interval } = fund.plan;
      const begin = fund.decidedThrough ?? barStart(until, interval);
      const isFirst = fund.decidedThrough === null;
      if (!isFirst && begin + INTERVAL_MS[interval] > until) return fund;
      const sight = await sightOf(fund, begin);
      let hasMoved = isFirst;
      let run: RunState = fund.run;
      for await (const { endedAt, decide } of sight.look(until)) {
        if (decide !== null) run = decideRun(run, decide, endedAt);
        fund = { ...fund, run, decidedThrough: endedAt };
        hasMoved = true;
        const traded = run.dueFrom === null ? fund : await tradeDue(fund);
        if (traded !== fund) {
          fund = traded;
          ({ run } = fund);
          hasMoved = false;
        }
        if (!mayGoOn()) break;
      }
      const through = sight.through();
      if (!hasMoved && fund.decidedThrough === through) return fund;
      return put({ ...fund, decidedThrough: through });
    },

    find: (id: string) => findFund(acting, id),
  };
}

/** @see createTrading */
export type Trading = ReturnType<typeof createTrading>;

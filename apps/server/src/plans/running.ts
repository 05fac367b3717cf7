import { SECOND_MS, type UnixMs, plusMs } from '@candor/kernel';
import type { PlanDeps } from './fund/deps.ts';
import { isOnFeed } from './fund/holding.ts';
import type { Away } from './leaving/away.ts';
import type { Watching } from './leaving/watching.ts';
import type { Midnight } from './midnight/midnight.ts';
import type { StoredFund } from './plan/plan.ts';
import { isAwayForAll } from '../platform/postgres/unavailable.ts';
import type { Trading } from './trading/trading.ts';

/** How often funds are looked at. */
export const TURN_MS = SECOND_MS as UnixMs;

/** After this long a fund that makes up for missed time waits for its next turn. */
const FUND_MS = SECOND_MS / 2;
/** After this long the funds that are left are only looked at, and are worked on first in the next turn. */
const TURN_MOST_MS = 5 * SECOND_MS;

/** Works on all funds, one after another; a fund that cannot be worked on keeps no other. */
export function createRunning(
  deps: Pick<PlanDeps, 'clock' | 'log' | 'market'> & {
    /** Every fund that has to be worked on. */
    readonly list: () => Promise<StoredFund[]>;
  },
  parts: {
    readonly trading: Trading;
    readonly midnight: Midnight;
    readonly watching: Watching;
    readonly away: Away;
  },
) {
  const { clock, list, log, market } = deps;
  const { trading, midnight, watching, away } = parts;
  let running: Promise<void> | null = null;
  let isStopping = false;
  /** Funds the last turn had no time for. */
  let left: ReadonlySet<string> = new Set();

  /** Real money first, and of each mode those the last turn had no time for. */
  const turnOf = ({ id, mode }: StoredFund, waited: ReadonlySet<string>): number =>
    (mode === 'real' ? 0 : 2) + (waited.has(id) ? 0 : 1);

  /** Whether a step through a midnight led nowhere: it waits for a price. */
  const isStuck = (before: StoredFund, after: StoredFund): boolean =>
    before.phase === 'open' && after.phase === 'open' && before.day === after.day;

  /** Brings a fund as far as it goes now, and answers it; null while it waits for prices. */
  async function work(given: StoredFund): Promise<StoredFund | null> {
    let fund = given;
    const until = clock.now() + FUND_MS;
    const mayGoOn = (): boolean => !isStopping && clock.now() < until;
    while (!isStopping) {
      if (fund.phase === 'open') {
        const advanced = await trading.advance(fund, mayGoOn);
        if (advanced === null) return null;
        fund = advanced;
      }
      if (!mayGoOn() || !midnight.isOver(fund)) break;
      const stepped = await midnight.step(fund);
      watching.forget(fund.id);
      if (isStuck(fund, stepped)) return null;
      fund = stepped;
    }
    return fund;
  }

  function told(error: unknown, fund: StoredFund): void {
    // None can be while the database is away; each would wait for its own time-out.
    if (isAwayForAll(error)) throw error;
    log.error({ err: error, fund: fund.id }, 'a fund could not be worked on');
  }

  /** One look at all funds; whether a midnight was broken off that goes on. */
  async function pass(until: UnixMs): Promise<boolean> {
    let isAmid = false;
    const funds = await list();
    const ids = new Set(funds.map(({ id }) => id));
    trading.keepOnly(ids);
    watching.keepOnly(ids);
    away.keepOnly(ids);
    const missed = new Set<string>();
    const waited = left;
    for (const fund of funds.toSorted((a, b) => turnOf(a, waited) - turnOf(b, waited))) {
      if (isStopping) return false;
      let worked: StoredFund | null = fund;
      let hasFailed = false;
      try {
        if (clock.now() < until) {
          worked = await work(fund);
          isAmid ||= worked !== null && worked.phase !== 'open';
        } else missed.add(fund.id);
      } catch (error) {
        told(error, fund);
        hasFailed = true;
      }
      try {
        // What its owners agreed to lose is looked after all the same.
        if (hasFailed) worked = await trading.find(fund.id);
        if (worked !== null && isOnFeed(worked, market)) await watching.look(worked);
        else await away.look(worked ?? fund);
      } catch (error) {
        told(error, fund);
      }
    }
    left = missed;
    return isAmid;
  }

  /** A midnight that many orders share goes on at once, each time behind a look at all others. */
  async function turn(): Promise<void> {
    const until = plusMs(clock.now(), TURN_MOST_MS);
    while ((await pass(until)) && !isStopping && clock.now() < until);
  }

  return {
    /** One look at all funds; a second waits for the first. */
    turn(): Promise<void> {
      running ??= turn().finally(() => {
        running = null;
      });
      return running;
    },
    async stop(): Promise<void> {
      isStopping = true;
      // What failed was told where it ran.
      await running?.catch(() => undefined);
    },
  };
}

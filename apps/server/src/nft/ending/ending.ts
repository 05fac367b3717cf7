import { MINUTE_MS, SECOND_MS, type UnixMs, plusMs } from '@candor/kernel';
import { lockAccounts } from '../../ledger/index.ts';
import { type Tx, sendAll } from '../../platform/postgres/db.ts';
import { sell } from '../bidding/selling.ts';
import { changeStatements } from '../bidding/writing.ts';
import type { NftDeps } from '../token/deps.ts';
import { findFirst } from '../token/part-store.ts';
import { listDue, lockTokens } from '../token/token-store.ts';

/** Auctions ended in one turn; what is left waits for the next. */
const ENDED_A_TURN = 50;
/** After the first failure; each further one doubles it, up to the most. */
const WAIT_MS = 2 * SECOND_MS;
const WAIT_MAX_MS = 15 * MINUTE_MS;

type EndingDeps = Pick<NftDeps, 'acting' | 'clock' | 'committed' | 'log'>;

/** Ends auctions whose time has come. */
export type Ending = {
  /** One look at what is due; a second waits for the first. Answers how many ended. */
  turn(): Promise<number>;
  stop(): Promise<void>;
};

/**
 * Ends one auction, in one transaction: sold to who leads, or closed without a bid. Whether its time has come is asked
 * under its lock, since a bid may have moved it, and an auction that ended is not ended again.
 *
 * @source RELIABILITY N1, N4
 */
async function endAuction(tx: Tx, deps: EndingDeps, id: string): Promise<boolean> {
  const [token] = await lockTokens(tx, [id]);
  const now = deps.clock.now();
  if (token?.auction == null || token.state !== 'open' || token.auction.endsAt > now) return false;
  const [leader] = await findFirst(tx, [id]);
  const none = { parts: [], bids: [], sales: [], entries: [], told: [] };
  if (leader === undefined) {
    const closed = {
      ...token,
      state: 'closed',
      version: token.version + 1,
      closedAt: now,
    } as const;
    await sendAll(tx, changeStatements({ ...none, tokens: [closed] }, now));
    return true;
  }
  const { userId } = leader;
  await lockAccounts(tx, [{ userId, mode: 'real' }]);
  const sold = sell(token, leader, { at: now, cause: 'timer' });
  const { part, sale, entry, news } = sold;
  await sendAll(
    tx,
    changeStatements(
      {
        tokens: [sold.token],
        parts: [part],
        bids: [],
        sales: [sale],
        entries: [entry],
        told: [{ part, title: token.title, news }],
      },
      now,
    ),
  );
  return true;
}

/** Makes what ends auctions in one process. */
export function createEnding(deps: EndingDeps): Ending {
  const { acting, clock, log } = deps;
  let running: Promise<number> | null = null;
  let isStopping = false;

  /** Those that could not be ended, and when each is tried again: meanwhile others have their turn. */
  const failing = new Map<string, { readonly tries: number; readonly at: UnixMs }>();

  function failed(id: string, error: unknown): void {
    const tries = (failing.get(id)?.tries ?? 0) + 1;
    const waitMs = Math.min(WAIT_MS * 2 ** (tries - 1), WAIT_MAX_MS);
    failing.set(id, { tries, at: plusMs(clock.now(), waitMs) });
    // The first time, then after twice as many tries each time.
    if (!Number.isInteger(Math.log2(tries))) return;
    const facts = { err: error, token: id, tries };
    log.error(facts, 'an auction could not be ended; it is tried again');
  }

  async function turn(): Promise<number> {
    let ended = 0;
    const now = clock.now();
    const but = [...failing].flatMap(([id, { at }]) => (at > now ? [id] : []));
    for (const id of await listDue(acting, { now, most: ENDED_A_TURN, but })) {
      if (isStopping) break;
      try {
        // Each by itself: one that cannot be ended keeps no other from its end.
        if (await acting.transaction((tx) => endAuction(tx, deps, id))) ended += 1;
        failing.delete(id);
      } catch (error) {
        failed(id, error);
      }
    }
    if (ended > 0) deps.committed();
    return ended;
  }

  return {
    turn() {
      running ??= turn().finally(() => {
        running = null;
      });
      return running;
    },
    async stop() {
      isStopping = true;
      // What failed was told where it ran.
      await running?.catch(() => undefined);
    },
  };
}

import type { UnixMs } from '@candor/kernel';
import { mid } from '@candor/pricing';
import { accountKey } from '../../ledger/index.ts';
import type { OptionCommands } from '../batch/commands.ts';
import { type DueList, type Waiting, createDueList } from './due.ts';
import type { OptionMarket } from '../option/offers.ts';
import type { Option, SettlementTick } from '../option/option.ts';
import { windowEnd } from '../option/rules.ts';

/** Waits for the ends of running options and brings them about. */
export type Settling = {
  add(option: Option): void;
  remove(id: Option['id']): void;
  /** Settles everything whose period is over and whose price, or lack of one, is known. */
  settleExpired(now: UnixMs): Promise<void>;
  size(): number;
};

type End = { readonly waiting: Waiting; readonly tick: SettlementTick | null };

/** Options settled in one look; the rest follows at the next turn, the earliest first. */
const AT_ONCE_MAX = 2_000;

/** Whether no price can come any more: the window is over and all that came in it is stored. */
function isOver(market: OptionMarket, waiting: Waiting, now: UnixMs): boolean {
  const end = windowEnd(waiting);
  const unstored = market.unstoredSince();
  return now > end && (unstored === null || unstored > end);
}

/**
 * Whether asking the tape may find something now: its own run has said a price since the period
 * ended which it was not asked about yet, or nothing more can come.
 */
function isWorthAsking(market: OptionMarket, waiting: Waiting, now: UnixMs): boolean {
  if (isOver(market, waiting, now)) return true;
  if (waiting.feed !== market.feed().key) return false;
  const latest = market.latest(waiting.code);
  if (latest === null || latest.receivedAt < waiting.settleAt) return false;
  return latest.tickId !== waiting.askedAt;
}

/** Makes the list of what runs, empty; `settleExpired` is called at every turn. */
export function createSettling(deps: {
  readonly market: OptionMarket;
  readonly commands: Pick<OptionCommands, 'settle'>;
}): Settling {
  const { market, commands } = deps;
  const due: DueList = createDueList();

  /** The tick of each, null where none can come any more; those that still wait are left out. */
  async function findEnds(waiting: readonly Waiting[], now: UnixMs): Promise<End[]> {
    // Looked at before the tape is read: what is over then cannot have a price later.
    const over = new Set(waiting.filter((one) => isOver(market, one, now)));
    const asked = waiting.map((one) => market.latest(one.code)?.tickId ?? null);
    const ticks = await market.firstActing(
      waiting.map((one) => {
        const { code, feed, settleAt } = one;
        return { code, feed, from: settleAt, to: windowEnd(one) };
      }),
    );
    return waiting.flatMap((one, index): End[] => {
      const tick = ticks[index] ?? null;
      if (tick !== null) {
        const { tickId, receivedAt } = tick;
        return [{ waiting: one, tick: { tickId, receivedAt, price: mid(tick) } }];
      }
      one.askedAt = asked[index] ?? null;
      return over.has(one) ? [{ waiting: one, tick: null }] : [];
    });
  }

  return {
    add: due.add,
    remove: due.remove,
    size: due.size,
    async settleExpired(now) {
      const worth = due
        .upTo(now)
        .filter((waiting) => isWorthAsking(market, waiting, now))
        .slice(0, AT_ONCE_MAX);
      if (worth.length === 0) return;
      const ends = await findEnds(worth, now);
      const byBook = Map.groupBy(ends, ({ waiting }) => accountKey(waiting));
      const outcomes = await Promise.allSettled(
        [...byBook.values()].map(async (own) => {
          const [first] = own;
          if (first === undefined) return;
          const { userId, mode } = first.waiting;
          const list = own.map(({ waiting, tick }) => ({ id: waiting.id, tick }));
          await commands
            .settle({ kind: 'settle', userId, mode, ends: list })
            .catch((cause: unknown) => {
              const ids = list.map(({ id }) => id).join(', ');
              throw new Error(`options ${ids} could not be settled`, { cause });
            });
          for (const { waiting } of own) due.remove(waiting.id);
        }),
      );
      // What failed stays in the list and is tried at the next turn.
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
  };
}

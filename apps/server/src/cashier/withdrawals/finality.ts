import { type EntryId, newUuid } from '@candor/kernel';
import type { Network } from '@candor/protocol';
import { commitEntries, lockAccounts, reversalOf } from '../../ledger/index.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { type Chain, FINAL_BLOCKS } from '../chain/port.ts';
import { CASHIER_CHANGED } from '../facts/events.ts';
import {
  type Confirmation,
  countGone,
  endConfirmation,
  findCounted,
  listWatched,
} from './confirmation-store.ts';
import type { WithdrawalDeps } from './deps.ts';
import { doneEntry } from './postings.ts';
import { UNREAD_MAX } from './rules.ts';
import { putProblem } from './sent-store.ts';
import { lockWithdrawal, moveWithdrawal } from './store.ts';

/** What is told of a withdrawal whose block left the chain, until it is confirmed again. */
const GONE = 'the block that confirmed it left the chain';

/** Follows confirmed withdrawals until their blocks are deep enough to stay. */
export function createFinality(deps: WithdrawalDeps & { readonly onGone: () => void }) {
  const { db, clock, log, committed, onGone } = deps;

  /** Its block is not on the chain any more: it is sent, and waits to be confirmed again. */
  async function takeBack(tx: Tx, { userId, withdrawalId: id }: Confirmation): Promise<boolean> {
    await lockAccounts(tx, [{ userId, mode: 'real' }]);
    const one = await lockWithdrawal(tx, { userId, id });
    const counted = await findCounted(tx, { userId, id });
    if (one?.state !== 'confirmed' || counted === null) return false;
    const at = clock.now();
    const rounds = await countGone(tx, { userId, id });
    const done = { ...doneEntry(one, { at: counted.at, rounds }), id: counted.entryId };
    const entry = reversalOf(done, {
      id: newUuid(at) as EntryId,
      requestId: `withdrawal-undone:${counted.entryId}`,
      cause: 'timer',
      at,
    });
    await endConfirmation(tx, counted, 'gone');
    await moveWithdrawal(tx, one, { to: 'broadcast', at, reason: 'block-gone', holder: 'chain' });
    const { network, hash } = counted;
    await putProblem(tx, { network, hash, problem: GONE });
    const payload = { userId, kind: 'withdrawal', id };
    await commitEntries(tx, [entry], at, [{ topic: CASHIER_CHANGED, payload }]);
    return true;
  }

  async function look(chain: Chain, height: number, one: Confirmation): Promise<void> {
    const { hash, block } = one;
    const found = await chain.transaction(hash);
    const stands = 'block' in found && found.block.hash === block.hash;
    if (stands && found.state === 'mined') {
      if (height - block.height + 1 < FINAL_BLOCKS[one.network]) return;
      await db.transaction((tx) => endConfirmation(tx, one, 'final'));
      return;
    }
    // Only another block in its place says that it left; a node that is behind says nothing.
    const now = await chain.blockAt(block.height);
    if (now === null || now.hash === block.hash) return;
    if (!(await db.transaction((tx) => takeBack(tx, one)))) return;
    onGone();
    log.error({ network: one.network, hash, withdrawal: one.withdrawalId }, GONE);
    committed();
  }

  /** Behind which one a network's next turn begins: those that cannot be read leave the others theirs. */
  const places = new Map<Network, string>();

  return {
    /** Looks at what confirmed withdrawals of a network, at its present height. */
    async turn(chain: Chain, height: number): Promise<void> {
      const { network } = chain;
      const found = await listWatched(db, network);
      const from = found.findIndex((one) => one.withdrawalId === places.get(network)) + 1;
      let unread = 0;
      for (const one of [...found.slice(from), ...found.slice(0, from)]) {
        places.set(network, one.withdrawalId);
        try {
          await look(chain, height, one);
        } catch (error) {
          const { hash, withdrawalId: withdrawal } = one;
          log.warn({ err: error, network, hash, withdrawal }, 'a confirmation could not be read');
          unread += 1;
          if (unread >= UNREAD_MAX) return;
        }
      }
    },
  };
}

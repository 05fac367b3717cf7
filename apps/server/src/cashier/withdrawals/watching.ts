import { type EntryId, type UnixMs, type UserId, newUuid } from '@candor/kernel';
import { NETWORKS, type Network } from '@candor/protocol';
import { type Entry, HOUSE, commitEntries, lockAccounts } from '../../ledger/index.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { type Chain, type ChainTransaction, FINAL_BLOCKS, SENT_BLOCKS } from '../chain/port.ts';
import { CASHIER_CHANGED } from '../facts/events.ts';
import { countGone, insertConfirmation } from './confirmation-store.ts';
import { doneEntry, returnEntry } from './postings.ts';
import type { WithdrawalDeps } from './deps.ts';
import type { createFinality } from './finality.ts';
import { isPlanned } from './payouts/dead.ts';
import { readPlan } from './payouts/document.ts';
import { findDocument } from './batch-store.ts';
import { UNREAD_MAX, UNREAD_TOLD, checkPaid } from './rules.ts';
import {
  type SentTransaction,
  endProblem,
  listPaidBy,
  listSent,
  noteGas,
  putProblem,
} from './sent-store.ts';
import { lockWithdrawal, moveWithdrawal } from './store.ts';
import type { Withdrawal } from './withdrawal.ts';

const UNREAD = 'the transaction cannot be read';
/** Transactions whose failed readings are counted at once. */
const MISSED_MAX = 1_000;

type Sent = { readonly network: Network; readonly hash: string };
type Mined = Extract<ChainTransaction, { block: unknown }>;
/** One with the blocks on top of each other from its own on. */
type Deep = Mined & { readonly depth: number };

/** The network's own fee, in the books once a transaction; Tron's energy is paid outside them. */
async function gasEntry(tx: Tx, sent: Sent, mined: Mined, at: UnixMs): Promise<Entry[]> {
  const { gas } = mined;
  const { network, hash } = sent;
  if (gas === null || gas.units <= 0n || network === 'tron') return [];
  if (!(await noteGas(tx, { network, hash, ...gas, at }))) return [];
  const posting = { from: 'house:network-fees', to: `world:${network}`, ...gas } as const;
  return [
    {
      id: newUuid(at) as EntryId,
      userId: HOUSE,
      mode: 'real',
      kind: 'network-gas',
      requestId: `network-gas:${network}:${hash}`,
      part: 0,
      cause: 'timer',
      subject: null,
      reverses: null,
      at,
      postings: [posting],
    },
  ];
}

/** Follows broadcast withdrawals on their chains until they are confirmed or have failed. */
export function createWatching(
  deps: WithdrawalDeps,
  finality: Pick<ReturnType<typeof createFinality>, 'turn'>,
) {
  const { db, clock, chains, log, committed } = deps;

  /** Everything a transaction pays, held until the transaction of the books ends. */
  async function hold(tx: Tx, sent: Sent): Promise<Withdrawal[]> {
    const named = await listPaidBy(tx, sent);
    const users = [...new Set(named.map(({ userId }) => userId as UserId))];
    await lockAccounts(
      tx,
      users.map((userId) => ({ userId, mode: 'real' as const })),
    );
    const held: Withdrawal[] = [];
    for (const { userId, id } of named) {
      const one = await lockWithdrawal(tx, { userId: userId as UserId, id });
      if (one !== null) held.push(one);
    }
    return held;
  }

  const factOf = ({ userId, id }: Withdrawal) => ({
    topic: CASHIER_CHANGED,
    payload: { userId, kind: 'withdrawal', id },
  });

  async function raise(tx: Tx, sent: Sent, problem: string): Promise<void> {
    if (await putProblem(tx, { ...sent, problem })) log.error({ ...sent }, problem);
  }

  /** Whether another than the house's wallet sent it: it proves nothing of what was handed in with its hash. */
  function isForeign({ network }: Sent, { from }: Mined): boolean {
    const hot = deps.payoutSource[network]?.hot;
    if (from === undefined || hot === undefined) return false;
    return network === 'ethereum' ? from.toLowerCase() !== hot.toLowerCase() : from !== hot;
  }

  /** It was mined: what it paid is what was owed, or it is a case for the operator. */
  async function confirm(tx: Tx, sent: Sent, mined: Mined): Promise<void> {
    const at = clock.now();
    const all = await hold(tx, sent);
    const open = all.filter(({ state }) => state === 'broadcast');
    const owed = all.map(({ asset, address: to, receive: units }) => ({ asset, to, units }));
    if (checkPaid(owed, mined.paid) === 'wrong') {
      return raise(tx, sent, 'the transaction pays another recipient or sum');
    }
    const entries: Entry[] = [];
    for (const one of open) {
      await moveWithdrawal(tx, one, { to: 'confirmed', at });
      const entry = doneEntry(one, { at, rounds: await countGone(tx, one) });
      entries.push(entry);
      const { network, hash } = sent;
      const own = { userId: one.userId, withdrawalId: one.id, entryId: entry.id };
      await insertConfirmation(tx, { ...own, network, hash, block: mined.block, at });
    }
    if (open.length === 0) return;
    await commitEntries(
      tx,
      [...entries, ...(await gasEntry(tx, sent, mined, at))],
      at,
      open.map(factOf),
    );
  }

  /** Whether what failed is the very transaction a batch was exported with: another one proves nothing. */
  async function isOfBatch(tx: Tx, one: Withdrawal, sent: Sent, mined: Mined): Promise<boolean> {
    const { id, network, batchId } = one;
    const document = batchId === null ? null : await findDocument(tx, batchId);
    if (document === null) return false;
    const { planned } = await readPlan(network, document);
    const own = planned.find(({ withdrawalId }) => withdrawalId === id);
    return own !== undefined && isPlanned(own, { hash: sent.hash, mined });
  }

  /**
   * It was mined and paid nobody: the money never left. It comes back once nothing replaces the block: in
   * another one the same transaction may succeed, and what came back is not taken again.
   */
  async function refund(tx: Tx, sent: Sent, { depth, ...mined }: Deep): Promise<void> {
    const at = clock.now();
    const open = (await hold(tx, sent)).filter(({ state }) => state === 'broadcast');
    for (const one of open) {
      if (await isOfBatch(tx, one, sent, mined)) continue;
      return raise(tx, sent, 'the transaction that failed is not the one of its batch');
    }
    if (depth < FINAL_BLOCKS[sent.network]) return;
    for (const one of open) {
      const failed = await moveWithdrawal(tx, one, { to: 'failed', at });
      await moveWithdrawal(tx, failed, { to: 'refunded', at });
      // One after another: each looks at what its owner holds.
      await commitEntries(tx, [await returnEntry(tx, one, { cause: 'timer', at })], at, [
        factOf(one),
      ]);
    }
    const gas = open.length === 0 ? [] : await gasEntry(tx, sent, mined, at);
    if (gas.length > 0) await commitEntries(tx, gas, at);
  }

  async function look(sent: Sent, { chain, height }: { chain: Chain; height: number }) {
    const found = await chain.transaction(sent.hash);
    if (!('block' in found)) return;
    const depth = height - found.block.height + 1;
    if (depth < SENT_BLOCKS[sent.network]) return;
    const settle = found.state === 'mined' ? confirm : refund;
    await db.transaction((tx) =>
      isForeign(sent, found)
        ? raise(tx, sent, 'the transaction was sent by another wallet')
        : settle(tx, sent, { ...found, depth }),
    );
    committed();
  }

  /** Behind which one a network's next turn begins. */
  const places = new Map<Network, string>();
  /** How often in a row transactions could not be read. */
  const missed = new Map<string, number>();

  /** It could not be read though the node answers: staff are told once it was so several times. */
  async function miss(one: SentTransaction, sent: Sent, error: unknown): Promise<void> {
    const count = (missed.get(sent.hash) ?? 0) + 1;
    missed.delete(sent.hash);
    missed.set(sent.hash, count);
    const [oldest] = missed.keys();
    if (missed.size > MISSED_MAX && oldest !== undefined) missed.delete(oldest);
    log.warn({ err: error, ...sent }, 'a transaction could not be read');
    // What was found out about it before says more.
    if (count < UNREAD_TOLD || one.problem !== null) return;
    await db.transaction((tx) => raise(tx, sent, UNREAD));
  }

  /** Looks at one; answers whether it could be read. */
  async function tried(
    one: SentTransaction,
    at: { readonly chain: Chain; readonly height: number },
  ): Promise<boolean> {
    const sent = { network: at.chain.network, hash: one.hash };
    try {
      await look(sent, at);
    } catch (error) {
      await miss(one, sent, error);
      return false;
    }
    missed.delete(one.hash);
    if (one.problem === UNREAD) await endProblem(db, { ...sent, problem: UNREAD });
    return true;
  }

  /**
   * Looks at some one after another; one that cannot be read holds no other up, several are a node that
   * does not answer. The next turn begins where this one ends, so that they leave the others their turn.
   */
  async function inTurn(
    found: readonly SentTransaction[],
    at: { readonly chain: Chain; readonly height: number },
  ): Promise<void> {
    let unread = 0;
    for (const one of found) {
      places.set(at.chain.network, one.ordinal);
      if (!(await tried(one, at))) unread += 1;
      if (unread >= UNREAD_MAX) return;
    }
  }

  /** Looks at what was broadcast on one network. */
  async function onNetwork(chain: Chain): Promise<void> {
    const { network } = chain;
    try {
      const found = await listSent(db, network, places.get(network) ?? '0');
      const { height } = await chain.head();
      await finality.turn(chain, height);
      await inTurn(found, { chain, height });
    } catch (error) {
      log.warn({ err: error, network }, 'a chain did not answer; withdrawals are looked at again');
    }
  }

  /** Looks at everything that was broadcast; a node that does not answer holds its own network's alone. */
  async function all(): Promise<void> {
    await Promise.all(NETWORKS.map((network) => turnOf(network)));
  }

  const turns = new Map<Network, Promise<void>>();
  function turnOf(network: Network): Promise<void> {
    const chain = chains[network];
    if (chain === undefined) return Promise.resolve();
    const turn = turns.get(network) ?? onNetwork(chain).finally(() => turns.delete(network));
    turns.set(network, turn);
    return turn;
  }

  return { all, turnOf };
}

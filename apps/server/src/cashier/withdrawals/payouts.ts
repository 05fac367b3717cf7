import { createHash } from 'node:crypto';
import {
  type Result,
  type UnixMs,
  ensure,
  fail,
  formatMoney,
  isUuid,
  newUuid,
  ok,
} from '@candor/kernel';
import { NETWORKS, type Network } from '@candor/protocol';
import { writeAudit } from '../../audit/index.ts';
import { appendFacts } from '../../platform/commit/outbox.ts';
import { canonicalJson } from '../../platform/formats/canonical-json.ts';
import { type Tx, sqlState } from '../../platform/postgres/db.ts';
import { CASHIER_CHANGED } from '../facts/events.ts';
import type { createAdvancing } from './advancing.ts';
import {
  type ListedBatch,
  type Member,
  endBatch,
  findOpenBatch,
  insertBatch,
  listBatches,
  listMembers,
  listMembersOf,
  listReady,
  listVoided,
  listVoidedOf,
  lockBatch,
  putExport,
  putIntoBatch,
  putSent,
} from './batch-store.ts';
import type { PayoutActor, PayoutSource, WithdrawalDeps } from './deps.ts';
import { HASH } from './payouts/dead.ts';
import { lockOwners, mayAllLeave } from './leaving.ts';
import { unsignedBitcoin, unsignedEthereum, unsignedTron } from './payouts/unsigned.ts';
import { lockWithdrawal, lockWithdrawals, moveWithdrawal } from './store.ts';
import type { createVoiding } from './voiding.ts';

/** Withdrawals of one batch. */
const BATCH_MAX = 200;

type Refusal = {
  readonly name: 'case-impossible' | 'not-found' | 'case-own';
  readonly field?: string;
};

/** Hashes as the signer hands them back. */
export type HashesDocument = {
  readonly batch: string;
  readonly hashes: readonly { readonly withdrawalId: string; readonly hash: string }[];
};

/** SHA-256 of the rows a batch was made from: what is exported is what was decided. */
function hashRows(members: readonly Member[]): Buffer {
  const rows = members.map((one) => ({
    id: one.id,
    network: one.network,
    asset: one.asset,
    address: one.address,
    amount: one.amount.toString(),
    fee: one.fee.toString(),
    networkFee: one.networkFee.toString(),
    receive: one.receive.toString(),
  }));
  return createHash('sha256').update(canonicalJson(rows)).digest();
}

type Unsigned = { readonly unsigned: readonly unknown[]; readonly psbt?: string };
type Builder = (members: readonly Member[]) => Promise<Unsigned | null>;

const paymentsOf = (members: readonly Member[]) =>
  members.map(({ asset, address: to, receive: units }) => ({ asset, to, units }));

/**
 * What makes unsigned transactions of a batch, once the node said what they need; null where nothing is
 * paid out from. What it makes is null where the wallet has too little.
 */
async function askBuilder(source: PayoutSource, network: Network): Promise<Builder | null> {
  if (network === 'ethereum' && source.ethereum !== undefined) {
    const { hot, usdt } = source.ethereum;
    const spending = await source.ethereum.spendingOf(hot);
    return async (members) => ({
      unsigned: await unsignedEthereum(paymentsOf(members), { spending, usdt }),
    });
  }
  if (network === 'tron' && source.tron !== undefined) {
    const { hot: from, usdt } = source.tron;
    const spending = await source.tron.spendingOf();
    return async (members) => ({
      unsigned: paymentsOf(members).map((one, place) => {
        // Two payments of one sum to one address would be one transaction otherwise.
        const timestamp = spending.timestamp + place;
        return unsignedTron(one, { spending: { ...spending, timestamp }, usdt, from });
      }),
    });
  }
  if (network === 'bitcoin' && source.bitcoin !== undefined) {
    const { hot: from } = source.bitcoin;
    const spending = await source.bitcoin.spendingOf(from);
    return async (members) => {
      const psbt = unsignedBitcoin(paymentsOf(members), { spending, from });
      return psbt === null ? null : { unsigned: members.map(() => null), psbt };
    };
  }
  return null;
}

/** Pay-outs: approved withdrawals leave in batches that are signed outside the server. */
export function createPayouts(
  deps: WithdrawalDeps,
  advancing: Pick<ReturnType<typeof createAdvancing>, 'within'>,
  voiding: Pick<ReturnType<typeof createVoiding>, 'propose' | 'cancelling' | 'correct'>,
) {
  const { db, clock, payoutSource, committed } = deps;

  const audit = (
    tx: Tx,
    { actor, action, batch, at }: { actor: PayoutActor; action: string; batch: string; at: UnixMs },
  ) =>
    writeAudit(tx, {
      at,
      actor: { kind: 'staff', id: actor.id, role: actor.role },
      action,
      subject: batch,
      userId: null,
      details: {},
    });

  const viewOf = (
    batch: ListedBatch,
    { members, voided }: { members: readonly Member[]; voided: readonly Member[] },
  ) => {
    const itemOf = ({ id, asset, address, receive, state, txHash, problem }: Member) => ({
      id,
      asset,
      address,
      receive: formatMoney({ asset, units: receive }),
      state,
      txHash,
      problem,
    });
    return {
      id: batch.id,
      number: batch.number,
      network: batch.network,
      state: batch.state,
      madeBy: batch.madeBy,
      madeAt: batch.madeAt as number,
      sentBy: batch.sentBy,
      sentAt: batch.sentAt as number | null,
      items: [
        ...members.map((one) => ({ ...itemOf(one), isVoided: false })),
        ...voided.map((one) => ({ ...itemOf(one), isVoided: true })),
      ],
    };
  };

  /** Ends a batch that was made and holds nothing: all of it was taken back, or its making broke off. */
  const endEmpty = (id: string): Promise<boolean> =>
    db.transaction(async (tx) => {
      const batch = await lockBatch(tx, id);
      const isEmpty = batch?.state === 'made' && (await listMembers(tx, id)).length === 0;
      if (isEmpty) await endBatch(tx, id);
      return isEmpty;
    });

  /** Gathers what may leave now: each is looked at once more under its owner's lock. */
  async function make(network: Network, actor: PayoutActor): Promise<Result<string, Refusal>> {
    const impossible = fail({ name: 'case-impossible', field: 'network' } as const);
    const open = await findOpenBatch(db, network);
    if (open !== null && !(await endEmpty(open.id))) return impossible;
    const at = clock.now();
    const id = newUuid(at);
    const ready = await listReady(db, { network, max: BATCH_MAX });
    if (ready.length === 0) return impossible;
    try {
      await db.transaction(async (tx) => {
        const number = await insertBatch(tx, { id, network, by: actor.id, at });
        await audit(tx, { actor, action: 'payouts.make', batch: number, at });
      });
    } catch (error) {
      // Another member made one at the same moment.
      if (sqlState(error) === '23505') return impossible;
      throw error;
    }
    let place = 0;
    for (const of of ready) {
      const isIn = await db.transaction(async (tx) => {
        // The account's lock comes first, as everywhere.
        await advancing.within(tx, of);
        const one = await lockWithdrawal(tx, of);
        if (one?.state !== 'approved' || one.batchId !== null) return false;
        return putIntoBatch(tx, of, { batchId: id, place });
      });
      if (isIn) place += 1;
    }
    return db.transaction(async (tx) => {
      if (place > 0) return ok(id);
      await endBatch(tx, id);
      return impossible;
    });
  }

  /** The document of a batch: from now on none of it is taken back. */
  async function exported(id: string, actor: PayoutActor): Promise<Result<string, Refusal>> {
    const known = await db.transaction((tx) => lockBatch(tx, id));
    if (known === null) return fail({ name: 'not-found' });
    if (known.document !== null) return ok(known.document);
    // What its owner froze or the product holds since the batch was made stays here.
    for (const of of await listMembers(db, id)) {
      await db.transaction((tx) => advancing.within(tx, of));
    }
    committed();
    // Before anything is locked: who trades or takes a withdrawal back never waits for a node.
    const build = await askBuilder(payoutSource, known.network);
    return db.transaction(async (tx): Promise<Result<string, Refusal>> => {
      // Their owners' accounts come first, as everywhere: a freeze is seen here, or comes after the export.
      await lockOwners(tx, await listMembers(tx, id));
      const batch = ensure(await lockBatch(tx, id), 'a batch stays');
      if (batch.document !== null) return ok(batch.document);
      const held = await lockWithdrawals(tx, await listMembers(tx, id));
      const staying = held.filter(({ batchId }) => batchId === id);
      // Frozen, held or owed since the node was asked: none leaves before each was looked at anew.
      if (!(await mayAllLeave(tx, staying, clock.now()))) {
        return fail({ name: 'case-impossible', field: 'network' });
      }
      const members = await listMembers(tx, id);
      if (members.length === 0) {
        // All of it was taken back meanwhile: the next batch of the network may be made.
        await endBatch(tx, id);
        return fail({ name: 'case-impossible', field: 'network' });
      }
      const made = (await build?.(members)) ?? null;
      if (made === null) return fail({ name: 'case-impossible', field: 'network' });
      const at = clock.now();
      const document = JSON.stringify(
        {
          batch: batch.number,
          network: batch.network,
          from: payoutSource[batch.network]?.hot,
          createdAt: at,
          items: members.map(({ id: withdrawalId, address: to, asset, receive }, place) => ({
            withdrawalId,
            to,
            asset,
            units: receive.toString(),
            unsigned: made.unsigned[place] ?? null,
          })),
          ...(made.psbt !== undefined && { psbt: made.psbt }),
        },
        null,
        2,
      );
      await putExport(tx, { id, document, rowsHash: hashRows(members), by: actor.id, at });
      await audit(tx, { actor, action: 'payouts.export', batch: batch.number, at });
      return ok(document);
    });
  }

  /** Takes the signer's hashes; who made or exported the batch does not hand them in. */
  async function sent(
    id: string,
    said: HashesDocument,
    actor: PayoutActor,
  ): Promise<Result<null, Refusal>> {
    const bad = fail({ name: 'case-impossible', field: 'document' } as const);
    const act = async (tx: Tx): Promise<Result<null, Refusal>> => {
      const batch = await lockBatch(tx, id);
      if (batch === null) return fail({ name: 'not-found' });
      if (batch.madeBy === actor.id || batch.exportedBy === actor.id) {
        return fail({ name: 'case-own' });
      }
      const members = await listMembers(tx, id);
      const rows = [...members, ...(await listVoided(tx, id))].toSorted(
        (a, b) => a.place - b.place,
      );
      const isSame = batch.rowsHash !== null && hashRows(rows).equals(batch.rowsHash);
      if (batch.state !== 'exported' || said.batch !== batch.number || !isSame) return bad;
      const byId = new Map(members.map((one) => [one.id, one]));
      const at = clock.now();
      const hashes = new Map(said.hashes.map(({ withdrawalId, hash }) => [withdrawalId, hash]));
      const areRight =
        hashes.size === said.hashes.length &&
        said.hashes.every(
          ({ withdrawalId, hash }) =>
            isUuid(withdrawalId) && byId.has(withdrawalId) && HASH[batch.network].test(hash),
        );
      if (!areRight || hashes.size === 0) return bad;
      for (const [withdrawalId, txHash] of hashes) {
        const of = ensure(byId.get(withdrawalId), 'it is of the batch');
        const one = ensure(await lockWithdrawal(tx, of), 'a withdrawal stays');
        if (one.txHash === txHash) continue;
        if (one.state !== 'approved') return bad;
        await moveWithdrawal(tx, one, { to: 'broadcast', at, txHash });
        const payload = { userId: one.userId, kind: 'withdrawal', id: one.id };
        await appendFacts(tx, [{ topic: CASHIER_CHANGED, payload }], at);
      }
      const left = (await listMembers(tx, id)).filter(({ state }) => state === 'approved');
      await putSent(tx, { id, by: actor.id, at, isAll: left.length === 0 });
      await audit(tx, { actor, action: 'payouts.send', batch: batch.number, at });
      return ok(null);
    };
    const done = await db.transaction(act).catch((error: unknown): Result<null, Refusal> => {
      // A hash that another withdrawal has.
      if (sqlState(error) === '23505') return bad;
      throw error;
    });
    committed();
    return done;
  }

  return {
    /** Networks with what waits, and the newest batches. */
    async overview() {
      const waiting = await Promise.all(
        NETWORKS.map(async (network) => ({
          network,
          ready: (await listReady(db, { network, max: BATCH_MAX })).length,
        })),
      );
      const found = await listBatches(db);
      const ids = found.map(({ id }) => id);
      const [members, voided] = await Promise.all([listMembersOf(db, ids), listVoidedOf(db, ids)]);
      const batches = found.map((one) => {
        const holds = { members: members.get(one.id) ?? [], voided: voided.get(one.id) ?? [] };
        return viewOf(one, holds);
      });
      return { waiting, batches };
    },
    make,
    exported,
    sent,
    /** Proposes that a batch can never be sent. */
    propose: voiding.propose,
    /** The document that makes sure that a batch can never be sent. */
    cancelling: voiding.cancelling,
    /** Corrects a hash that was handed in wrongly. */
    correct: voiding.correct,
  };
}

/** Pay-outs as the desk asks for them. */
export type Payouts = ReturnType<typeof createPayouts>;

import { createHash } from 'node:crypto';
import { type Result, ensure, fail, ok } from '@candor/kernel';
import { NETWORK_NAMES } from '@candor/locales/cashier-words';
import { writeAudit } from '../../audit/index.ts';
import { appendFacts } from '../../platform/commit/outbox.ts';
import { type Tx, sqlState } from '../../platform/postgres/db.ts';
import { CASHIER_CHANGED } from '../facts/events.ts';
import { type Batch, type Member, listMembers, lockBatch } from './batch-store.ts';
import { correctHash, findCancelling, putCancelling } from './correction-store.ts';
import type { PayoutActor, WithdrawalDeps } from './deps.ts';
import { type Dead, HASH, findDead, judgeCorrection } from './payouts/dead.ts';
import { readPlan } from './payouts/document.ts';
import { cancellingEthereum } from './payouts/unsigned.ts';
import { isPending } from './rules.ts';
import { lockWithdrawal } from './store.ts';
import { countUnproven, listDecidedVoids, putProof } from './void-store.ts';

type Refusal = { readonly name: 'case-impossible' | 'not-found'; readonly field?: string };
type CorrectionRefusal = Refusal | { readonly name: 'case-own' };

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The way out for batches that can never be sent. */
export function createVoiding(deps: WithdrawalDeps) {
  const { db, clock, cases, chains, log } = deps;

  const batchOf = (id: string): Promise<Batch | null> => db.transaction((tx) => lockBatch(tx, id));

  /** What the chain says of what a batch holds; null where nothing can be asked. */
  async function ask(
    { id, network, document }: Batch,
    hashes: readonly string[],
  ): Promise<{ readonly dead: Dead; readonly pending: readonly Member[] } | null> {
    const chain = chains[network];
    if (chain === undefined || document === null) return null;
    const pending = (await listMembers(db, id)).filter(isPending);
    const plan = await readPlan(network, document);
    return { dead: await findDead(chain, { plan, pending, hashes }), pending };
  }

  /**
   * A document that uses up the nonces of what a batch still holds, for the signer: where nothing shows yet that
   * it can never be sent, this makes it so.
   */
  async function cancelling(id: string, actor: PayoutActor): Promise<Result<string, Refusal>> {
    const impossible = fail({ name: 'case-impossible', field: 'network' } as const);
    const batch = await batchOf(id);
    if (batch === null) return fail({ name: 'not-found' });
    const { number, network, document } = batch;
    const source = deps.payoutSource.ethereum;
    // Bitcoin's coins are spent by any other payment, and Tron's transactions expire.
    if (network !== 'ethereum' || document === null || source === undefined) return impossible;
    const plan = await readPlan(network, document);
    const waiting = new Set((await listMembers(db, id)).filter(isPending).map((one) => one.id));
    const planned = plan.planned.filter(({ withdrawalId }) => waiting.has(withdrawalId));
    const { from } = plan;
    if (planned.length === 0 || from === null) return impossible;
    const spending = await source.spendingOf(from);
    const texts = planned.map(({ unsigned }) => ensure(unsigned, 'each has its own'));
    const made = await cancellingEthereum(texts, { spending, from });
    const at = clock.now();
    const out = JSON.stringify(
      {
        batch: number,
        network,
        from,
        cancels: true,
        createdAt: at,
        items: planned.map(({ withdrawalId }, place) => {
          const unsigned = made[place] ?? null;
          return { withdrawalId, to: from, asset: 'ETH', units: '0', unsigned };
        }),
      },
      null,
      2,
    );
    await db.transaction(async (tx) => {
      await putCancelling(tx, { batchId: id, at, by: actor.id, document: out });
      await writeAudit(tx, {
        at,
        actor: { kind: 'staff', id: actor.id, role: actor.role },
        action: 'payouts.cancel',
        subject: number,
        userId: null,
        details: { sha256: sha256(out) },
      });
    });
    return ok(out);
  }

  /** Puts another hash in the place of one that was handed in wrongly. */
  async function correct(
    id: string,
    said: { readonly withdrawalId: string; readonly hash: string },
    actor: PayoutActor,
  ): Promise<Result<null, CorrectionRefusal>> {
    const bad = (field: string) => fail({ name: 'case-impossible', field } as const);
    const batch = await batchOf(id);
    if (batch === null || batch.document === null) return fail({ name: 'not-found' });
    const { number, network, document } = batch;
    if (batch.madeBy === actor.id || batch.exportedBy === actor.id) {
      return fail({ name: 'case-own' });
    }
    const chain = chains[network];
    const { withdrawalId, hash } = said;
    const member = (await listMembers(db, id)).find((one) => one.id === withdrawalId);
    if (member === undefined) return fail({ name: 'not-found' });
    const { txHash } = member;
    if (member.state !== 'broadcast' || txHash === null) return bad('withdrawalId');
    if (!HASH[network].test(hash) || hash === txHash || chain === undefined) return bad('hash');
    const plan = await readPlan(network, document);
    const about = { plan, id: withdrawalId, oldHash: txHash, newHash: hash };
    const judged = await judgeCorrection(chain, about).catch((error: unknown) => {
      log.warn({ err: error, network }, 'a chain did not answer; no hash is corrected');
      return null;
    });
    if (judged === null) return bad('network');
    if (judged !== 'right') return bad(judged === 'old-may-pay' ? 'withdrawalId' : 'hash');
    const at = clock.now();
    const act = async (tx: Tx): Promise<Result<null, CorrectionRefusal>> => {
      await lockBatch(tx, id);
      const one = await lockWithdrawal(tx, member);
      if (one?.state !== 'broadcast' || one.txHash !== txHash) return bad('withdrawalId');
      await correctHash(tx, one, { hash, by: actor.id, at });
      await writeAudit(tx, {
        at,
        actor: { kind: 'staff', id: actor.id, role: actor.role },
        action: 'payouts.correct',
        subject: number,
        userId: one.userId,
        isToldElsewhere: true,
        details: { withdrawal: one.number, old: txHash, new: hash },
      });
      const payload = { userId: one.userId, kind: 'withdrawal', id: one.id };
      await appendFacts(tx, [{ topic: CASHIER_CHANGED, payload }], at);
      return ok(null);
    };
    const done = await db.transaction(act).catch((error: unknown) => {
      // A hash that another withdrawal has, or had here before.
      if (sqlState(error) === '23505') return bad('hash');
      throw error;
    });
    if (done.ok) deps.committed();
    return done;
  }

  /** Puts before two people that a batch can never be sent, with what the chain says of it. */
  async function propose(
    id: string,
    { hashes }: { readonly hashes: readonly string[] },
    actor: PayoutActor,
  ): Promise<Result<string, Refusal>> {
    const batch = await batchOf(id);
    if (batch === null) return fail({ name: 'not-found' });
    const { number, network } = batch;
    if (!hashes.every((hash) => HASH[network].test(hash))) {
      return fail({ name: 'case-impossible', field: 'hashes' });
    }
    const asked = await ask(batch, hashes).catch((error: unknown) => {
      log.warn({ err: error, network }, 'a chain did not answer; no void is proposed');
      return null;
    });
    if (asked === null) return fail({ name: 'case-impossible', field: 'network' });
    const { dead, pending } = asked;
    const named = pending.filter((one) => dead.ids.has(one.id));
    if (named.length === 0) return fail({ name: 'case-impossible', field: 'hashes' });
    const cancels = await findCancelling(db, id);
    const proposal = {
      userId: null,
      subject:
        `${number} (${NETWORK_NAMES[network]}): ${named.map((one) => one.number).join(', ')}`.slice(
          0,
          200,
        ),
      amount: null,
      asset: null,
      facts: {
        batchId: id,
        batch: number,
        network,
        withdrawalIds: named.map((one) => one.id).join(','),
        withdrawals: named.map((one) => one.number).join(', '),
        hashes: hashes.join(','),
        chainSays: dead.said,
        cancelling: cancels === null ? '' : sha256(cancels.document),
      },
    };
    return db.transaction(async (tx) => {
      const opened = await cases.open(tx, { kind: 'payoutVoid', proposal, by: actor.id });
      await writeAudit(tx, {
        at: clock.now(),
        actor: { kind: 'staff', id: actor.id, role: actor.role },
        action: 'payouts.void',
        subject: number,
        userId: null,
        details: { case: opened.number },
      });
      return ok(opened.id);
    });
  }

  /** Asks a chain once more about a void that was decided; without its answer nothing is done. */
  async function prove(decided: {
    readonly caseId: string;
    readonly batchId: string;
    readonly hashes: readonly string[];
  }): Promise<void> {
    const { caseId, batchId, hashes } = decided;
    const at = clock.now();
    const batch = ensure(await batchOf(batchId), 'a batch stays');
    const asked = await ask(batch, hashes);
    const dead = [...(asked?.dead.ids ?? [])];
    const said = asked?.dead.said ?? '';
    await db.transaction((tx) => putProof(tx, { caseId, batchId, at, dead, said }));
  }

  async function all(): Promise<void> {
    const decided = await listDecidedVoids(db);
    // Side by side: a node that does not answer holds no other network's up.
    await Promise.all(
      decided.map((one) =>
        prove(one).catch((error: unknown) => {
          log.warn({ err: error, caseId: one.caseId }, 'a void waits for what its chain says');
        }),
      ),
    );
  }

  let running: Promise<void> | null = null;
  return {
    propose,
    cancelling,
    correct,
    /** Asks the chains about everything that was decided. */
    prove: () =>
      (running ??= all().finally(() => {
        running = null;
      })),
    /** Voids that were decided and that the chain does not show. */
    unproven: () => countUnproven(db),
  };
}

import { type Result, ensure, fail, ok } from '@candor/kernel';
import { writeAudit } from '../../audit/index.ts';
import { type Batch, type Member, listMembers, lockBatch } from './batch-store.ts';
import type { PayoutActor, WithdrawalDeps } from './deps.ts';
import { type Dead, HASH, findDead } from './payouts/dead.ts';
import { readPlan } from './payouts/document.ts';
import { countUnproven, listDecidedVoids, putProof } from './void-store.ts';

type Refusal = { readonly name: 'case-impossible' | 'not-found'; readonly field?: string };

const isPending = ({ state }: Member): boolean => state === 'approved' || state === 'broadcast';

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
    const proposal = {
      userId: null,
      subject: `${number} (${network}): ${named.map((one) => one.number).join(', ')}`.slice(0, 200),
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
    /** Asks the chains about everything that was decided. */
    prove: () =>
      (running ??= all().finally(() => {
        running = null;
      })),
    /** Voids that were decided and that the chain does not show. */
    unproven: () => countUnproven(db),
  };
}

import { DAY_MS, plusMs } from '@candor/kernel';
import { CASE_REASONS } from '@candor/protocol';
import type { KindTerms } from '../../cases/index.ts';
import { lockAccounts } from '../../ledger/index.ts';
import { appendFacts } from '../../platform/commit/outbox.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { CASHIER_CHANGED } from '../facts/events.ts';
import { closeBatch, listMembers, lockBatch } from './batch-store.ts';
import { RESEND_MS, isPending } from './rules.ts';
import { lockWithdrawal, moveWithdrawal } from './store.ts';
import { findProof, insertVoided } from './void-store.ts';

/** How long an answer of the chain counts; the database keeps the same time. */
const PROOF_MS = 10 * 60_000;

/** Puts a batch where it belongs once some of it left. */
async function close(tx: Tx, batchId: string, wasExported: boolean): Promise<void> {
  const left = await listMembers(tx, batchId);
  if (left.length === 0) return closeBatch(tx, batchId, 'voided');
  const isSent = !left.some(({ state }) => state === 'approved');
  if (wasExported && isSent) await closeBatch(tx, batchId, 'sent');
}

/**
 * A batch whose transactions can never be confirmed any more: what it holds waits for the next one. Two
 * people decide, and the chain is asked again after their decision.
 *
 * @source PRODUCT 9, RELIABILITY K5
 */
export const payoutVoid: KindTerms = {
  name: 'payoutVoid',
  letter: 'X',
  deadlineMs: DAY_MS,
  people: 2,
  roles: {
    opener: ['cashierMaker', 'cashierChecker'],
    maker: ['cashierMaker', 'risk'],
    checker: ['cashierChecker'],
  },
  reasons: CASE_REASONS.payoutVoid,
  passkey: true,
  describe: ({ batch = '', network = '', withdrawals = '', chainSays = '', cancelling = '' }) => [
    { key: 'batch', as: 'text', value: batch },
    { key: 'network', as: 'text', value: network },
    { key: 'withdrawals', as: 'text', value: withdrawals },
    { key: 'chain-says', as: 'text', value: chainSays },
    ...(cancelling === '' ? [] : [{ key: 'cancelling', as: 'text', value: cancelling } as const]),
  ],
  async apply(tx, { id: caseId, facts }, at) {
    const { batchId = '', withdrawalIds = '' } = facts;
    const named = new Set(withdrawalIds.split(','));
    const ofCase = async () => (await listMembers(tx, batchId)).filter(({ id }) => named.has(id));
    const users = [...new Set((await ofCase()).map(({ userId }) => userId))];
    await lockAccounts(
      tx,
      users.map((userId) => ({ userId, mode: 'real' as const })),
    );
    const batch = await lockBatch(tx, batchId);
    const pending = (await ofCase()).filter(isPending);
    // All of it was confirmed, paid back or voided meanwhile.
    if (batch === null || pending.length === 0) return 'overtaken';
    const proof = await findProof(tx, { caseId, since: plusMs(at, -PROOF_MS) });
    if (proof === null || pending.some(({ id }) => !proof.dead.has(id))) return 'waits';
    for (const member of pending) {
      const one = await lockWithdrawal(tx, member);
      // A hash that was handed in since the chain was asked is asked about first.
      if (one === null || one.at > proof.askedAt) return 'waits';
    }
    for (const member of pending) {
      const one = await lockWithdrawal(tx, member);
      if (one === null) continue;
      await insertVoided(tx, member, { batchId, caseId, at });
      const why = { reason: 'batch-void', holder: 'operator' } as const;
      const deadline = plusMs(at, RESEND_MS);
      await moveWithdrawal(tx, one, { to: 'approved', at, ...why, deadline, isVoided: true });
      const payload = { userId: one.userId, kind: 'withdrawal', id: one.id };
      await appendFacts(tx, [{ topic: CASHIER_CHANGED, payload }], at);
    }
    await close(tx, batchId, batch.state === 'exported');
    return 'done';
  },
};

import { type Asset, plusMs } from '@candor/kernel';
import { CASE_REASONS, type Network } from '@candor/protocol';
import type { KindTerms } from '../../cases/index.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { CLAIM_MS, CREDIT_MS, decideClaim } from './rules.ts';
import { endClaim, listSeen, markFound } from './store.ts';

type Decided = Parameters<KindTerms['apply']>[1];
type At = Parameters<KindTerms['apply']>[2];

/** Says what a decision made of a claim; false while it waits for the books. */
async function close(tx: Tx, decided: Decided, at: At): Promise<boolean> {
  const { id: caseId, userId, facts, reason, decidedAt } = decided;
  if (userId === null) return true;
  const network = facts['network'] as Network;
  const asset = facts['asset'] as Asset;
  const seen = await listSeen(tx, { userId, network, asset, tail: facts['tail'] ?? '' });
  const isCredited = seen.some(({ state }) => state === 'credited');
  const state = decideClaim({ reason, isCredited, decidedAt, at });
  if (state === null) {
    await markFound(tx, { userId, caseId, deadline: plusMs(decidedAt, CREDIT_MS) });
    return false;
  }
  await endClaim(tx, { userId, caseId, at }, state);
  return true;
}

/**
 * A user says that a payment in is missing: one member of staff looks for it. The case moves no money.
 *
 * @source PRODUCT 9 "a review case, never a credit by itself"
 */
export const depositClaim: KindTerms = {
  name: 'deposit',
  letter: 'D',
  deadlineMs: CLAIM_MS,
  people: 1,
  roles: {
    opener: [],
    maker: ['cashierMaker', 'risk'],
    checker: ['cashierMaker', 'cashierChecker', 'risk'],
  },
  reasons: CASE_REASONS.deposit,
  passkey: false,
  describe: ({ userId = '', network = '', asset = '', amount = '', tail = '', ...found }) => [
    { key: 'user', as: 'user', value: userId },
    { key: 'network', as: 'text', value: network },
    { key: 'asset', as: 'asset', value: asset },
    { key: 'amount', as: 'amount', value: amount },
    { key: 'hash-tail', as: 'text', value: tail },
    { key: 'on-chain', as: 'text', value: found['seen'] ?? '' },
    { key: 'alike', as: 'text', value: found['alike'] ?? '–' },
  ],
  apply: async (tx, decided, at) => ((await close(tx, decided, at)) ? 'done' : 'waits'),
  async undo(tx, decided, at) {
    await close(tx, decided, at);
  },
};

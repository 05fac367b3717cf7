import { DAY_MS } from '@candor/kernel';
import { CASE_REASONS, NETWORKS, type Network } from '@candor/protocol';
import type { KindTerms } from '../../cases/index.ts';
import { forgetQuestion, insertKey } from './store.ts';

function keyOf(facts: Readonly<Record<string, string>>) {
  const network = NETWORKS.find((one) => one === facts['network']);
  const { fingerprint = '' } = facts;
  return network === undefined ? null : { network: network as Network, fingerprint };
}

/**
 * Two people compare a key that was set with the signing machine: a caller who can change a setting could
 * otherwise have all deposits paid to himself.
 *
 * @source PRODUCT 9
 */
export const payInKey: KindTerms = {
  name: 'payInKey',
  letter: 'K',
  deadlineMs: 7 * DAY_MS,
  people: 2,
  roles: {
    opener: [],
    maker: ['cashierMaker', 'risk'],
    checker: ['cashierChecker'],
  },
  reasons: CASE_REASONS.payInKey,
  passkey: true,
  describe: ({ network = '', fingerprint = '', address0 = '', address1 = '', address2 = '' }) => [
    { key: 'network', as: 'text', value: network },
    { key: 'fingerprint', as: 'text', value: fingerprint },
    { key: 'address-0', as: 'text', value: address0 },
    { key: 'address-1', as: 'text', value: address1 },
    { key: 'address-2', as: 'text', value: address2 },
  ],
  async apply(tx, { id: caseId, number, facts }, at) {
    const key = keyOf(facts);
    if (key === null) return 'overtaken';
    await insertKey(tx, { ...key, caseId, number }, at);
    return 'done';
  },
  async undo(tx, { facts }) {
    const key = keyOf(facts);
    if (key !== null) await forgetQuestion(tx, key);
  },
};

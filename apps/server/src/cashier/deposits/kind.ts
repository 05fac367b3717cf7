import { DAY_MS } from '@candor/kernel';
import { CASE_REASONS } from '@candor/protocol';
import type { KindTerms } from '../../cases/index.ts';

/**
 * A chain took back what was credited and spent: one member of staff looks at it. What is owed is in
 * the books already, and a credit pays it first; the case itself moves nothing.
 *
 * @source LEDGER part 2, row "reorg"
 */
export const depositReversal: KindTerms = {
  name: 'depositReversal',
  letter: 'V',
  deadlineMs: DAY_MS,
  people: 1,
  roles: {
    opener: [],
    maker: ['cashierMaker', 'risk'],
    checker: ['cashierMaker', 'cashierChecker', 'risk'],
  },
  reasons: CASE_REASONS.depositReversal,
  passkey: false,
  describe: ({
    userId = '',
    network = '',
    asset = '',
    amount = '',
    owed = '',
    transaction = '',
  }) => [
    { key: 'user', as: 'user', value: userId },
    { key: 'network', as: 'text', value: network },
    { key: 'asset', as: 'asset', value: asset },
    { key: 'amount', as: 'amount', value: amount },
    { key: 'owed', as: 'amount', value: owed },
    { key: 'transaction', as: 'text', value: transaction },
  ],
  apply: async () => 'done',
};

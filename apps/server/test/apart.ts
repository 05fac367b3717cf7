/**
 * Test files that put another module in the place of one. All others share processes, in which such a
 * module would stay.
 */
export const APART = [
  'apps/server/src/platform/postgres/db.test.ts',
  'apps/server/test/simulation/planted.test.ts',
  'apps/server/test/simulation/cashier/planted-money.test.ts',
  'apps/server/test/simulation/loans/planted-loans.test.ts',
  'apps/server/test/simulation/plans/planted-plans.test.ts',
  'apps/server/test/simulation/nft/planted-tokens.test.ts',
  'apps/server/test/sources/sources.test.ts',
];

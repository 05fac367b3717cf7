/**
 * cashier — real money in and out, as the chains say it.
 * Owns: pay-in keys and addresses, deposits, claims of missing ones, the address book, withdrawals.
 * Announces: CashierChanged.
 * Needs: ledger, audit, cases, accounts, contracts, exchange, files, parameters; a node of each chain, read only.
 * Refuses: to sign anything, to credit by a picture, to hold money without a reason and an end.
 */
export { type Deposits, depositReversal } from './deposits/index.ts';
export { depositClaim } from './claims/index.ts';
export { type KeySettings, NO_KEYS, keyProblem, payInKey } from './keys/index.ts';
export { CASHIER_CHANGED, type CashierChanged, type CashierNews } from './facts/events.ts';
export { type ChainSettings, type Chains, openChains } from './chain/chains.ts';
export { depositAddressOf } from './keys/deposit-address.ts';
export { canonicalDestination } from './networks/destinations.ts';
export { ETHEREUM_CHAINS, ETHEREUM_USDT } from './networks/uris.ts';
export type { Chain, ChainBlock, ChainTransaction, ChainTransfer } from './chain/port.ts';
export {
  createScreening,
  payoutVoid,
  withdrawalReview,
  type PayoutActor,
  type PayoutSource,
  type Payouts,
  type Withdrawals,
} from './withdrawals/index.ts';

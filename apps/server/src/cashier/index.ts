/**
 * cashier — real money in and out, as the chains say it.
 * Owns: pay-in keys and addresses, deposits, the address book, withdrawals.
 * Announces: CashierChanged.
 * Needs: ledger, cases, accounts, contracts, files, parameters; a node of each chain, read only.
 * Refuses: to sign anything, to credit by a picture, to hold money without a reason and an end.
 */
export { CASHIER_CHANGED, type CashierChanged } from './events.ts';
export { depositReversal, hasReversed } from './deposits/index.ts';
export { type KeySettings, NO_KEYS, keyProblem, payInKey } from './keys/index.ts';
export type { Chain, ChainBlock, ChainTransaction, ChainTransfer } from './chain/port.ts';

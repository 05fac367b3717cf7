import type { ContractId, UserId } from '@candor/kernel';
import { type Column, columnsOf } from '../../platform/postgres/columns.ts';

/** What names a contract, or an order. */
export type ContractKey = { readonly userId: UserId; readonly id: ContractId };

/** The key of orders in their own table. */
export const KEY: readonly Column<ContractKey>[] = [
  ['user_id', 'uuid', ({ userId }) => userId],
  ['id', 'uuid', ({ id }) => id],
];
/** Orders as statements name them. */
export const ORDERS = columnsOf<ContractKey>(KEY);

/** The key of the contract in tables of what belongs to one. */
export const CONTRACT_KEY: readonly Column<ContractKey>[] = [
  ['user_id', 'uuid', ({ userId }) => userId],
  ['contract_id', 'uuid', ({ id }) => id],
];
/** Contracts as statements name them where they look for what belongs to one. */
export const CONTRACTS = columnsOf<ContractKey>(CONTRACT_KEY);

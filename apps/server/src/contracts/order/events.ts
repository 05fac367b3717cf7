import type { ContractId, Mode, UserId } from '@candor/kernel';

/** Something became of orders; one fact for all of a transaction. */
export type ContractsChanged = {
  readonly changed: readonly {
    readonly userId: UserId;
    readonly mode: Mode;
    readonly contractId: ContractId;
  }[];
};

/** Orders were taken that wait for their price. */
export const CONTRACTS_PLACED = 'contracts.ContractsPlaced';
/** Contracts run: opened at once, or filled after they waited. */
export const CONTRACTS_OPENED = 'contracts.ContractsOpened';
/** Of what runs now, the orders that waited for their price; told besides. */
export const CONTRACTS_FILLED = 'contracts.ContractsFilled';
/** Open orders are not what they were: amended, armed, closed in part, charged for a night. */
export const CONTRACTS_CHANGED = 'contracts.ContractsChanged';
/** Orders ended: closed for whatever reason, cancelled, rejected. */
export const CONTRACTS_CLOSED = 'contracts.ContractsClosed';

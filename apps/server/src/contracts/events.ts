import type { ContractId, Mode, UserId } from '@candor/kernel';

/** Contracts were opened, or closed for whatever reason; one fact for all of a transaction. */
export type ContractsChanged = {
  readonly changed: readonly {
    readonly userId: UserId;
    readonly mode: Mode;
    readonly contractId: ContractId;
  }[];
};

export const CONTRACTS_OPENED = 'contracts.ContractsOpened';
export const CONTRACTS_CLOSED = 'contracts.ContractsClosed';

import type { ContractId, TickId, UserId } from '@candor/kernel';
import type { PassedSpan } from '../../contracts/index.ts';

/** A row of `engine.place`, as far as it is read. */
export type PlaceRow = { readonly tick: TickId };

/** A row of `engine.due`, as far as it is read. */
export type DueRow = {
  readonly user_id: UserId;
  readonly contract_id: ContractId;
  readonly tick: TickId;
};

/** A row of `engine.passed`, as far as it is read. */
export type PassedRow = {
  readonly user_id: UserId;
  readonly contract_id: ContractId;
  readonly spans: readonly PassedSpan[];
};

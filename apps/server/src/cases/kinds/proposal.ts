import { type Clock, type Money, type Result } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import type { Parameters } from '../../parameters/index.ts';
import type { Database } from '../../platform/postgres/db.ts';
import type { CaseRefusal, Proposal } from '../case/index.ts';
import { type AdjustedAccounts, type AdjustmentTerms, checkAdjustment } from './adjustment.ts';
import { type CoverTerms, coverProposal } from './exchange-cover.ts';
import { type HouseTerms, fundingProposal, takeOutProposal } from './house.ts';
import {
  type ChangeTerms,
  type WithdrawalTerms,
  changeProposal,
  withdrawalProposal,
} from './parameter-change.ts';

/** What a member proposes that moves money. */
export type MoneyTerms =
  | ({ readonly kind: 'adjustment' } & AdjustmentTerms)
  | ({ readonly kind: 'houseFunding' | 'takeOut' } & HouseTerms)
  | ({ readonly kind: 'exchangeCover' } & CoverTerms);

/** What a member proposes, by its kind. */
export type StaffTerms =
  | MoneyTerms
  | ({ readonly kind: 'parameterChange' } & (
      | Omit<ChangeTerms, 'note'>
      | Omit<WithdrawalTerms, 'note'>
    ));

/** Why a proposal is refused. */
export type ProposeRefusal = CaseRefusal | Failure<'case-impossible' | 'parameter-unknown'>;

/** Makes proposals of what members state, checked against the books and parameters as they are. */
export function createProposals(deps: {
  /** The product's role: the books are not the desk's to read. */
  readonly db: Database;
  readonly clock: Clock;
  readonly parameters: Parameters;
  readonly floor: () => Money;
  readonly adjusted: AdjustedAccounts;
}): (terms: StaffTerms, note: string) => Promise<Result<Proposal, ProposeRefusal>> {
  const { db, clock, parameters, floor, adjusted } = deps;
  return async (terms, note) => {
    switch (terms.kind) {
      case 'adjustment':
        return checkAdjustment(db, adjusted, terms);
      case 'houseFunding':
        return fundingProposal(db, terms);
      case 'takeOut':
        return takeOutProposal(db, terms, floor());
      case 'exchangeCover':
        return coverProposal(db, terms);
      default:
        return 'version' in terms
          ? withdrawalProposal(parameters, { ...terms, note }, clock.now())
          : changeProposal(parameters, { ...terms, note }, clock.now());
    }
  };
}

import { freeMargin } from '@candor/pricing';
import { accountDisabling, holdOpen } from './accounts/index.ts';
import type { AdjustedAccounts, KindsAbove } from './cases/index.ts';
import {
  depositClaim,
  depositReversal,
  payInKey,
  payoutVoid,
  withdrawalReview,
} from './cashier/index.ts';
import { legalText } from './content/index.ts';
import type { Contracts } from './contracts/index.ts';
import { accountKey } from './ledger/index.ts';
import { identityReview } from './identity/index.ts';
import { type Loans, loanReview, loanWriteOff } from './loans/index.ts';
import { instrumentCase, specificationCase } from './market/index.ts';
import {
  beneficiaryCase,
  charityPayoutCase,
  creatorPayoutCase,
  tokenCancelCase,
  tokenCase,
  tokenChangeCase,
  tokenDeliveryCase,
} from './nft/index.ts';
import { offerCase } from './offers/index.ts';
import { optionsEnabling, optionsEnding } from './options/index.ts';
import { planChangeCase, planSubsidyCase, planVersionCase } from './plans/index.ts';

/** Kinds of cases that capabilities bring: whatever opens cases in a process knows all of them. */
export const KINDS_ABOVE: KindsAbove = {
  accountDisabling,
  legalText,
  instrument: instrumentCase,
  specification: specificationCase,
  optionsEnabling,
  optionsEnding,
  deposit: depositClaim,
  depositReversal,
  payInKey,
  payoutVoid,
  identity: identityReview,
  withdrawal: withdrawalReview,
  offer: offerCase,
  planVersion: planVersionCase,
  planChange: planChangeCase,
  planSubsidy: planSubsidyCase,
  loan: loanReview,
  // Whether collateral could be sold is known where there are prices.
  loanWriteOff: loanWriteOff(() => null),
  beneficiary: beneficiaryCase,
  token: tokenCase,
  tokenChange: tokenChangeCase,
  tokenCancel: tokenCancelCase,
  tokenDelivery: tokenDeliveryCase,
  charityPayout: charityPayoutCase,
  creatorPayout: creatorPayoutCase,
};

/** The same where prices are known; loans are opened after cases, and asked later. */
export const kindsAbove = (loans: () => Pick<Loans, 'priced'>): KindsAbove => ({
  ...KINDS_ABOVE,
  loanWriteOff: loanWriteOff(() => loans().priced()),
});

/** What adjustments ask of accounts; contracts are opened after cases, and asked later. */
export function adjustedBy(contracts: () => Pick<Contracts, 'accountMargins'>): AdjustedAccounts {
  return {
    isOpen: holdOpen,
    async free(sql, account) {
      const margins = await contracts().accountMargins(sql, [account]);
      const margin = margins.get(accountKey(account))?.margin;
      return margin?.isJudged === true ? freeMargin(margin.marginState).units : null;
    },
  };
}

/** Where no adjustment is proposed and none is carried out. */
export const ADJUSTS_NONE: AdjustedAccounts = {
  isOpen: async () => false,
  free: async () => null,
};

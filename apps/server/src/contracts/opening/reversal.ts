import { type Money, addMoney, negMoney, zero } from '@candor/kernel';
import type { MarginState } from '@candor/pricing';
import type { Holdings } from '../../ledger/index.ts';
import type { Closing, Contract } from '../order/contract.ts';
import type { MarketView } from '../order/market-view.ts';
import { closePostings, holdingsAfter } from '../batch/postings.ts';
import type { OpenFacts } from './rules.ts';
import { heldOf, valueContract } from '../order/valuation.ts';

/** A contract that is reversed: how it closes, and the trading account it is closed in. */
type Reversed = {
  readonly contract: Contract;
  readonly closing: Closing;
  readonly holdings: Holdings;
  /** Whether it is all that is open. */
  readonly isLast: boolean;
};

/** How an account will stand once a contract is closed, before anything is taken down. */
function marginStateAfterClosing(
  floatingPnl: Money,
  ended: Reversed,
  market: MarketView,
): MarginState {
  const { contract, closing, holdings, isLast } = ended;
  const paid = closePostings(closing, { holdings, isLast });
  const after = holdingsAfter(holdings, [...paid.close, ...paid.protection]);
  const own: Money = valueContract(contract, market)?.pnl ?? zero('USDT');
  return { ...heldOf(after), floatingPnl: addMoney(floatingPnl, negMoney(own)) };
}

/** The facts of an order that reverses a contract: those after that contract is closed. */
export function factsAfterClosing(
  facts: OpenFacts,
  before: MarginState,
  ended: Reversed & { readonly market: MarketView },
): OpenFacts {
  const marginState = marginStateAfterClosing(before.floatingPnl, ended, ended.market);
  return {
    ...facts,
    margin: { isJudged: true, marginState },
    exposures: facts.exposures.filter((one) => one !== ended.contract),
    counts: { ...facts.counts, open: facts.counts.open - 1 },
  };
}

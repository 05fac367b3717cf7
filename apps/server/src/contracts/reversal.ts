import { type Money, addMoney, negMoney, zero } from '@candor/kernel';
import type { Standing } from '@candor/pricing';
import type { Holdings } from '../ledger/index.ts';
import type { Closing, Contract } from './contract.ts';
import type { MarketView } from './market-view.ts';
import { closePostings, holdingsAfter } from './postings.ts';
import { heldOf, valueContract } from './valuation.ts';

/**
 * How an account will stand once a contract is closed, before anything is taken down: what a
 * reversal, and its quote, measure the other side against.
 */
export function standingAfterClosing(
  book: { readonly holdings: Holdings; readonly floatingPnl: Money; readonly isLast: boolean },
  ended: { readonly contract: Contract; readonly closing: Closing },
  market: MarketView,
): Standing {
  const { holdings, floatingPnl, isLast } = book;
  const paid = closePostings(ended.closing, { holdings, isLast });
  const after = holdingsAfter(holdings, [...paid.close, ...paid.protection]);
  const own: Money = valueContract(ended.contract, market)?.pnl ?? zero('USDT');
  return { ...heldOf(after), floatingPnl: addMoney(floatingPnl, negMoney(own)) };
}

import type { Conversion } from '@candor/pricing';
import { type AccountHoldings, type Posting, draft } from '../ledger/index.ts';

/**
 * The payments of a conversion: each stays in one asset, and what comes into cash and stays there pays
 * an open deficit and a reversed deposit first. The USDT between two coins do not stay.
 *
 * @source LEDGER 2, rows "convert" and "partial sale"
 */
export function conversionPostings(
  conversion: Conversion,
  account: {
    readonly holdings: AccountHoldings;
    /** Where what is given comes from; proceeds of collateral go to its loan and cover nothing. */
    readonly source: 'user:cash' | 'user:collateral';
  },
): readonly Posting[] {
  const { amount, legs, spread, receive } = conversion;
  const { holdings, source } = account;
  const covers = source === 'user:cash';
  const usdt = draft('USDT', holdings.USDT);
  const [first] = legs;
  const last = legs.at(-1);
  const others: Posting[][] = [[], []];
  if (first !== undefined && first.side === 'sell') {
    const given = draft(amount.asset, holdings[amount.asset]);
    given.pay(source, 'house:exchange', amount.units);
    others[0] = [...given.postings()];
    usdt.pay('house:exchange', 'user:cash', first.received.units);
  }
  usdt.pay('user:cash', 'house:fees', spread.units);
  if (last !== undefined && last.side === 'buy') {
    usdt.pay('user:cash', 'house:exchange', last.given.units);
    const coin = draft(receive.asset, holdings[receive.asset]);
    coin.pay('house:exchange', 'user:cash', receive.units);
    if (covers) coin.cover();
    others[1] = [...coin.postings()];
  } else if (covers) usdt.cover();
  return [...(others[0] ?? []), ...usdt.postings(), ...(others[1] ?? [])];
}

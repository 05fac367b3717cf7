import { type Money, formatMoney, parseMoney } from '@candor/kernel';
import type { DonationReceipt } from '@candor/protocol/light';
import { sharesOf } from '@candor/pricing';
import { formatNumber } from '@candor/ui';
import type { Step } from './step.ts';

/** Parts of a price are counted in these. */
const WHOLE = '10000';

function usdt(text: string): Money {
  const amount = parseMoney(text, 'USDT');
  if (amount === null) throw new Error(`not an amount: ${text}`);
  return amount;
}

/** What each gets of the price, recomputed; who won, and until when was bid, the rules below say. */
export function donationSteps({ shares, split }: DonationReceipt): readonly Step[] {
  const is = sharesOf(usdt(shares.price), split);
  const part = (basis: number): string =>
    `${formatNumber(shares.price)} × ${formatNumber(String(basis))} ÷ ${formatNumber(WHOLE)}`;
  const rest = [shares.price, shares.creator, shares.house].map((text) => formatNumber(text));
  const step = (
    id: 'creator' | 'house' | 'charity',
    label: Step['label'],
    formula: string,
  ): Step => ({
    ...{ id, label, formula },
    said: shares[id],
    is: formatMoney(is[id]),
    unit: 'USDT',
  });
  return [
    step('creator', 'nft.creator', part(split.creator)),
    step('house', 'nft.house', part(split.house)),
    step('charity', 'receipt.donation-charity', rest.join(' − ')),
  ];
}

import { isoText, unixMs } from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import type { ContractReceipt, OptionReceipt, Receipt } from '@candor/protocol/light';
import { formatNumber } from '@candor/ui';
import { PLAN_TITLES, isOfPlan } from './plan.ts';

/** What a receipt is about, in a heading. */
export function titleKey(receipt: Receipt): MessageKey {
  if (receipt.kind === 'conversion') return 'receipt.conversion-title';
  if (receipt.kind === 'collateralSale') return 'receipt.sale-title';
  if (receipt.kind === 'donation') return 'receipt.donation-title';
  if (isOfPlan(receipt)) return PLAN_TITLES[receipt.kind];
  if (receipt.kind === 'cover') return 'receipt.cover-title';
  if (receipt.kind === 'option') {
    return receipt.direction === 'up' ? 'receipt.option-up' : 'receipt.option-down';
  }
  return receipt.side === 'long' ? 'receipt.long-closed' : 'receipt.short-closed';
}

/** Why a contract was closed. */
export const REASONS: Readonly<Record<ContractReceipt['reason'], MessageKey>> = {
  user: 'receipt.reason-user',
  stopLoss: 'orders.reason-stop-loss',
  takeProfit: 'orders.reason-take-profit',
  trailing: 'orders.reason-trailing',
  closeOut: 'orders.reason-close-out',
  expiry: 'orders.reason-expiry',
  void: 'orders.reason-void',
  cancelled: 'orders.reason-cancelled',
  rejected: 'orders.reason-rejected',
};

/** How an option ended. */
export const OUTCOMES: Readonly<Record<OptionReceipt['outcome'], MessageKey>> = {
  won: 'receipt.outcome-won',
  lost: 'receipt.outcome-lost',
  tie: 'receipt.outcome-tie',
  void: 'receipt.outcome-void',
};

/** What a price was measured against. */
export const ASKED: Readonly<
  Record<NonNullable<ContractReceipt['open']['asked']>['kind'], MessageKey>
> = {
  quote: 'receipt.asked-quote',
  limit: 'receipt.asked-limit',
  stop: 'receipt.asked-stop',
  stopLimit: 'receipt.asked-stop-limit',
  stopLoss: 'orders.reason-stop-loss',
  takeProfit: 'orders.reason-take-profit',
  trailing: 'orders.reason-trailing',
};

/** Whose prices they were; simulated and recorded ones are named wherever they are shown. */
export const FEEDS: Readonly<Record<OptionReceipt['feed']['mode'], MessageKey>> = {
  live: 'receipt.feed-live',
  replay: 'receipt.feed-replay',
  simulated: 'receipt.feed-simulated',
};

/** Letters of a number in groups, so that it can be read out. */
export function groupsOf(number: string): string {
  return number.replace(/(.{8})(?=.)/g, '$1 ');
}

/** A moment in UTC, the same in every language. @shape 1795293098664 → "2026-11-21 20:31:38.664 UTC" */
export function momentText(at: number): string {
  return isoText(unixMs(at)).replace('T', ' ').replace('Z', ' UTC');
}

/** Its time of day. @shape 1795293098664 → "20:31:38.664" */
export function clockText(at: number): string {
  return isoText(unixMs(at)).slice(11, 23);
}

/** An amount to its last unit inside a sentence, which cannot be asked for more. */
export function exactUsdt(amount: string): string {
  return `${formatNumber(amount, { placesMin: 2 })} USDT`;
}

/** What recomputes a receipt without the product. */
export function commandFor(number: string, origin: string): string {
  return `npm run verify -- ${number} --from ${origin}`;
}

/** On paper there is the receipt alone, without the frame of the page. */
export const PRINT_STYLE = '@media print { :has(> #content) > :not(#content) { display: none } }';

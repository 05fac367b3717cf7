import {
  type Decimal,
  abs,
  divideInteger,
  formatMoney,
  money,
  parseDecimal,
  parseMoney,
} from '@candor/kernel';
import type { MessageKey, Translate } from '@candor/locales';
import type {
  PlanDayReceipt,
  PlanExitReceipt,
  PlanFillReceipt,
  PlanFundReceipt,
  Receipt,
} from '@candor/protocol/light';
import { formatNumber } from '@candor/ui';
import type { Step } from './step.ts';

/** A receipt of a plan: a trade, a day of its fund, a day or the end of an order. */
export type PlanReceipt = PlanDayReceipt | PlanExitReceipt | PlanFillReceipt | PlanFundReceipt;
export type PlanMoved = PlanExitReceipt['moved'][number];

/** Whether a receipt is one of a plan. */
export function isOfPlan(receipt: Receipt): receipt is PlanReceipt {
  return 'plan' in receipt;
}

export const PLAN_TITLES: Readonly<Record<PlanReceipt['kind'], MessageKey>> = {
  planFill: 'receipt.plan-fill-title',
  planFund: 'receipt.plan-fund-title',
  planDay: 'receipt.plan-day-title',
  planExit: 'receipt.plan-exit-title',
};

/** How an order ended. */
export const PLAN_ENDS: Readonly<Record<PlanExitReceipt['state'], MessageKey>> = {
  matured: 'receipt.plan-matured',
  left: 'receipt.plan-left',
  lossReached: 'receipt.plan-loss',
  ended: 'receipt.plan-ended',
};

/** What its heading names; a plan by its rules and what it trades, as on its page. */
export function planNames(
  receipt: PlanReceipt,
  t: Translate,
): { plan: string; day: string; number: string } {
  const number = 'orderNo' in receipt ? receipt.orderNo : '';
  const { plan, day } = receipt;
  return {
    plan: `\u2068${t(`plans.strategy-${plan.strategy}`)} · \u2066${plan.codes.join(', ')}\u2069\u2069`,
    day: `\u2066${day}\u2069`,
    number: `\u2068${number}\u2069`,
  };
}

/** What owners traded who joined or left together. */
export function movedOf(receipt: PlanReceipt): readonly PlanMoved[] {
  if (receipt.kind === 'planExit') return receipt.moved;
  return receipt.kind === 'planDay' ? (receipt.joined?.moved ?? []) : [];
}

type Priced = PlanFillReceipt['trade'] | PlanFundReceipt['marks'][number];

/** Trades and marks a receipt states itself. */
export function pricedOf(receipt: PlanReceipt): readonly Priced[] {
  if (receipt.kind === 'planFill') return [receipt.trade];
  return receipt.kind === 'planFund' ? [...receipt.fills, ...receipt.marks] : [];
}

const NOTIONAL = 10n ** 48n;

function unitsOf(text: string): bigint {
  const amount = parseMoney(text, 'USDT');
  if (amount === null) throw new Error(`not an amount: ${text}`);
  return amount.units;
}

function decimalOf(text: string): Decimal {
  const value = parseDecimal(text);
  if (value === null) throw new Error(`not a number: ${text}`);
  return value;
}

function step(
  id: string,
  label: MessageKey,
  facts: { readonly formula: string; readonly said: string; readonly is: bigint },
): Step {
  const { formula, said } = facts;
  return { id, label, formula, said, is: formatMoney(money('USDT', facts.is)), unit: 'USDT' };
}

const show = (text: string): string => formatNumber(text);

/** A sum or difference of amounts, with its signs. */
function sumStep(
  id: string,
  label: MessageKey,
  facts: {
    readonly plus: readonly string[];
    readonly minus?: readonly string[];
    readonly said: string;
  },
): Step {
  const { plus, minus = [], said } = facts;
  const is =
    plus.reduce((sum, text) => sum + unitsOf(text), 0n) -
    minus.reduce((sum, text) => sum + unitsOf(text), 0n);
  const taken = minus.map((text) => ` − ${show(text)}`).join('');
  return step(id, label, { formula: `${plus.map(show).join(' + ')}${taken}`, said, is });
}

type Fill = Pick<PlanFillReceipt['trade'], 'quantity' | 'price' | 'fee'>;

function feeStep(id: string, { quantity, price, fee }: Fill): Step {
  const size = abs(decimalOf(quantity)) * decimalOf(price) * decimalOf(fee.rate);
  return step(id, 'receipt.step-plan-fee', {
    formula: [quantity.replace('-', ''), price, fee.rate].map(show).join(' × '),
    said: fee.amount,
    is: divideInteger(size, NOTIONAL, 'up'),
  });
}

/** The figures of a receipt of a plan, recomputed; what takes other receipts the rules below say. */
export function planSteps(receipt: PlanReceipt): readonly Step[] {
  const fills =
    receipt.kind === 'planFill'
      ? [receipt.trade]
      : receipt.kind === 'planFund'
        ? receipt.fills
        : movedOf(receipt).flatMap(({ fill }) => fill ?? []);
  const fees = fills.map((fill, index) => feeStep(`fee-${index}`, fill));
  if (receipt.kind === 'planFill') return fees;
  if (receipt.kind === 'planFund') {
    const { traded, mark, others, result, before, value } = receipt;
    return [
      ...fees,
      sumStep('result', 'receipt.step-plan-day', { plus: [traded, mark, others], said: result }),
      sumStep('value', 'plans.value', { plus: [before, result], said: value }),
    ];
  }
  const { before, result } = receipt;
  if (receipt.kind === 'planDay') {
    const { joined, share, amount, value } = receipt;
    const minus = share === null ? [] : [share.amount];
    return [
      ...fees,
      ...(joined === null
        ? []
        : [
            sumStep('joined', 'receipt.plan-before', {
              plus: [amount, joined.result, receipt.granted],
              said: before,
            }),
          ]),
      sumStep('value', 'receipt.step-plan-value', { plus: [before, result], minus, said: value }),
    ];
  }
  const minus = [receipt.share.amount, receipt.exitShare.amount];
  const said = receipt.received;
  return [
    ...fees,
    sumStep('paid', 'receipt.step-plan-value', { plus: [before, result], minus, said }),
  ];
}

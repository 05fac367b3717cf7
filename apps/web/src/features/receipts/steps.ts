import {
  type Asset,
  type Money,
  type Price,
  type Quantity,
  type Rate,
  addMoney,
  formatDecimal,
  formatMoney,
  negMoney,
  parseMoney,
  price,
  quantity,
  rate,
  subMoney,
  zero,
} from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import {
  closingPrice,
  financing,
  initialMargin,
  conversionRateOf,
  convert,
  mid,
  needsConversion,
  openingPrice,
  optionPaid,
  optionPayout,
  orderProfit,
  realizedPnl,
  settleOption,
  spread,
  tradeFee,
} from '@candor/pricing';
import type {
  ContractReceipt,
  ConversionReceipt,
  OptionReceipt,
  Receipt,
  ReceiptFill,
  TapeTick,
} from '@candor/protocol/light';
import { formatNumber } from '@candor/ui';
import { donationSteps } from './donation.ts';
import { isOfPlan, planSteps } from './plan.ts';
import { type Step, isSame } from './step.ts';

export { isSame, type Step };

const show = (text: string): string => formatNumber(text);
const times = (...figures: string[]): string => figures.map(show).join(' × ');
const read = (text: string, asset: Asset): Money => {
  const amount = parseMoney(text, asset);
  if (amount === null) throw new Error(`not an amount: ${text}`);
  return amount;
};
const usdt = (text: string): Money => read(text, 'USDT');
const sum = (amounts: readonly Money[]): Money => amounts.reduce(addMoney, zero('USDT'));
const quoteOf = (tick: TapeTick): { bid: Price; ask: Price } => ({
  bid: price(tick.bid),
  ask: price(tick.ask),
});

/** Parts of a product, without those that change nothing. */
const withLink = (figures: string[], link: string): string =>
  link === '1' ? times(...figures) : times(...figures, link);

type Facts = {
  readonly receipt: ContractReceipt;
  readonly contractSize: Quantity;
  readonly feeRate: Rate;
  readonly open: { readonly price: Price; readonly link: Price };
  readonly close: { readonly price: Price; readonly link: Price } | null;
};

function linkStep(id: string, fill: ReceiptFill, currency: string): Step[] {
  const { tick } = fill.link;
  if (!needsConversion(currency) || tick === null) return [];
  const isDirect = tick.code.startsWith(`${currency}/`);
  const is = conversionRateOf(quoteOf(tick), isDirect ? 'direct' : 'inverse');
  const middle = `(${show(tick.bid)} + ${show(tick.ask)}) ÷ 2`;
  return [
    {
      id: `${id}-link`,
      label: 'receipt.step-link',
      formula: isDirect ? middle : `1 ÷ (${middle})`,
      said: fill.link.rate,
      is: formatDecimal(is),
      unit: `USDT/${currency}`,
    },
  ];
}

function priceSteps(id: 'open' | 'close', fill: ReceiptFill, receipt: ContractReceipt): Step[] {
  const { side, instrument } = receipt;
  const quote = quoteOf(fill.tick);
  const at = id === 'open' ? openingPrice(side, quote) : closingPrice(side, quote);
  const isAsk = (side === 'long') === (id === 'open');
  const currency = instrument.quoteCurrency;
  return [
    {
      id: `${id}-price`,
      label: isAsk ? `receipt.step-${id}-ask` : `receipt.step-${id}-bid`,
      formula: show(isAsk ? fill.tick.ask : fill.tick.bid),
      said: fill.price,
      is: formatDecimal(at),
      unit: currency,
    },
    {
      id: `${id}-spread`,
      label: 'receipt.step-spread',
      formula: `${show(fill.tick.ask)} − ${show(fill.tick.bid)}`,
      said: fill.spread,
      is: formatDecimal(spread(quote)),
      unit: currency,
    },
    ...linkStep(id, fill, currency),
  ];
}

function moneyStep(
  id: string,
  label: MessageKey,
  formula: string,
  amounts: { said: string; is: Money },
): Step {
  return { id, label, formula, said: amounts.said, is: formatMoney(amounts.is), unit: 'USDT' };
}

function openingSteps({ receipt, contractSize, feeRate, open }: Facts): Step[] {
  const { lots, leverage, margin, fee, instrument } = receipt;
  const sized = { lots: quantity(lots.opened), contractSize, link: open.link, price: open.price };
  const { rate: link } = receipt.open.link;
  const base = [lots.opened, instrument.contractSize, receipt.open.price];
  const held = withLink(base, link);
  const charged = withLink([...base, fee.rate], link);
  return [
    moneyStep('margin', 'receipt.step-margin', `${held} ÷ ${leverage}`, {
      said: margin.opened,
      is: initialMargin({ ...sized, leverage }),
    }),
    moneyStep('open-fee', 'receipt.step-open-fee', charged, {
      said: fee.opened,
      is: tradeFee({ ...sized, feeRate }),
    }),
  ];
}

function financingSteps({ receipt, contractSize }: Facts): Step[] {
  return receipt.financing.items.map((item) => {
    const is = financing({
      lots: quantity(item.lots),
      contractSize,
      link: price(item.link.rate),
      price: price(item.mark),
      rateDaily: rate(item.rate),
    });
    const figures = [item.lots, receipt.instrument.contractSize, item.mark, item.rate];
    return moneyStep(
      `financing-${item.day}`,
      'receipt.step-financing',
      withLink(figures, item.link.rate),
      { said: item.amount, is },
    );
  });
}

function closingSteps({ receipt, contractSize, feeRate, open, close }: Facts): Step[] {
  const { side, lots, instrument, fee } = receipt;
  const closed = quantity(lots.closed);
  if (close === null || receipt.close === null) return [];
  const { rate: link } = receipt.close.link;
  const [more, less] =
    side === 'long'
      ? [receipt.close.price, receipt.open.price]
      : [receipt.open.price, receipt.close.price];
  const sized = { lots: closed, contractSize, link: close.link };
  const won = realizedPnl({ ...sized, side, openPrice: open.price, closePrice: close.price });
  const size = withLink([lots.closed, instrument.contractSize], link);
  const charged = [lots.closed, instrument.contractSize, receipt.close.price, fee.rate];
  return [
    moneyStep('result', 'receipt.step-result', `(${show(more)} − ${show(less)}) × ${size}`, {
      said: receipt.realised,
      is: won,
    }),
    moneyStep('close-fee', 'receipt.step-close-fee', withLink(charged, link), {
      said: fee.close,
      is: tradeFee({ ...sized, price: close.price, feeRate }),
    }),
  ];
}

/**
 * What the house won or lost by a closing, fees and financing included, and how much of it those
 * are; the page of the order says the same. Null for a receipt whose figures cannot be read.
 */
export function resultOfHouse(
  receipt: ContractReceipt,
): { readonly all: string; readonly costs: string } | null {
  const { fee, financing: nights, profit } = receipt;
  const own = parseMoney(profit, 'USDT');
  const costs = [fee.open, fee.close, nights.share].map((text) => parseMoney(text, 'USDT'));
  if (own === null) return null;
  const read = costs.filter((one) => one !== null);
  if (read.length < costs.length) return null;
  return { all: formatMoney(negMoney(own)), costs: formatMoney(sum(read)) };
}

function profitSteps({ receipt }: Facts): Step[] {
  const { realised, fee, financing: nights, counterparty } = receipt;
  const fees = sum([usdt(fee.open), usdt(fee.close)]);
  const profit = orderProfit({ realized: usdt(realised), fees, financing: usdt(nights.share) });
  const taken = [counterparty.result, fee.open, fee.close, nights.share].map(show).join(' + ');
  const formula = [realised, fee.open, fee.close, nights.share].map(show).join(' − ');
  return [
    moneyStep('profit', 'receipt.step-profit', formula, { said: receipt.profit, is: profit }),
    moneyStep('house', 'receipt.step-house-price', `0 − (${show(realised)})`, {
      said: counterparty.result,
      is: negMoney(usdt(realised)),
    }),
    moneyStep('house-all', 'receipt.step-house-all', taken, {
      said: formatMoney(negMoney(usdt(receipt.profit))),
      is: sum([usdt(counterparty.result), fees, usdt(nights.share)]),
    }),
  ];
}

function contractSteps(receipt: ContractReceipt): Step[] {
  const fill = (from: ReceiptFill) => ({ price: price(from.price), link: price(from.link.rate) });
  const facts: Facts = {
    receipt,
    contractSize: quantity(receipt.instrument.contractSize),
    feeRate: rate(receipt.fee.rate),
    open: fill(receipt.open),
    close: receipt.close === null ? null : fill(receipt.close),
  };
  return [
    ...priceSteps('open', receipt.open, receipt),
    ...openingSteps(facts),
    ...financingSteps(facts),
    ...(receipt.close === null ? [] : priceSteps('close', receipt.close, receipt)),
    ...closingSteps(facts),
    ...profitSteps(facts),
  ];
}

function midStep(id: 'open' | 'settle', end: OptionReceipt['open']): Step {
  return {
    id: `${id}-price`,
    label: id === 'open' ? 'receipt.step-open-middle' : 'receipt.step-settle-middle',
    formula: `(${show(end.tick.bid)} + ${show(end.tick.ask)}) ÷ 2`,
    said: end.price,
    is: formatDecimal(mid(quoteOf(end.tick))),
    unit: '',
  };
}

function optionSteps(receipt: OptionReceipt): Step[] {
  const { direction, open, settle } = receipt;
  const stake = usdt(receipt.stake);
  const share = rate(receipt.rate);
  const outcome =
    settle === null
      ? ('void' as const)
      : settleOption({ direction, openPrice: price(open.price), settlePrice: price(settle.price) });
  const paid = optionPaid({ outcome, stake, payout: optionPayout({ stake, rate: share }) });
  const whole = receipt.stake;
  const formulas = {
    won: `${show(whole)} + ${times(receipt.stake, receipt.rate)}`,
    lost: '0',
    tie: show(whole),
    void: show(whole),
  };
  return [
    midStep('open', open),
    ...(settle === null ? [] : [midStep('settle', settle)]),
    moneyStep('payout', 'receipt.step-payout', formulas[outcome], {
      said: receipt.payout,
      is: paid,
    }),
    moneyStep('profit', 'receipt.step-option-profit', `${show(receipt.payout)} − ${show(whole)}`, {
      said: receipt.profit,
      is: subMoney(paid, stake),
    }),
    moneyStep('house', 'receipt.step-house', `0 − (${show(receipt.profit)})`, {
      said: receipt.counterparty.result,
      is: negMoney(subMoney(paid, stake)),
    }),
  ];
}

function conversionSteps(receipt: ConversionReceipt): Step[] {
  const { from, to, legs, receive, spread: taken } = receipt;
  const amount = read(receipt.amount, from);
  const priced = legs.map((leg) => [leg.side === 'sell' ? from : to, quoteOf(leg.tick)]);
  const is = convert({
    amount,
    to,
    prices: Object.fromEntries(priced),
    spreadRate: rate(taken.rate),
  });
  const whole = legs.find(({ side }) => side === 'sell')?.received ?? receipt.amount;
  return [
    ...legs.map((leg, index): Step => {
      const isSold = leg.side === 'sell';
      return {
        id: `leg-${index}`,
        label: isSold ? 'exchange.step-sold' : 'exchange.step-bought',
        formula: `${show(leg.given)} ${isSold ? '×' : '÷'} ${show(leg.price)}`,
        said: leg.received,
        is: formatMoney(is.legs[index]?.received ?? zero(to)),
        unit: isSold ? 'USDT' : to,
      };
    }),
    moneyStep('spread', 'exchange.spread', times(whole, taken.rate), {
      said: taken.amount,
      is: is.spread,
    }),
    {
      ...moneyStep('receive', 'exchange.receive', show(receive), { said: receive, is: is.receive }),
      unit: to,
    },
  ];
}

/**
 * Every figure of a receipt recomputed with the formulas the server charges with, in the order in
 * which one follows from the other.
 *
 * @throws Error when a figure of the receipt cannot be read
 */
export function stepsOf(receipt: Receipt): readonly Step[] {
  if (receipt.kind === 'contract') return contractSteps(receipt);
  if (receipt.kind === 'option') return optionSteps(receipt);
  if (receipt.kind === 'conversion') return conversionSteps(receipt);
  // Which part was the least takes more than a formula: the rules below say it.
  if (receipt.kind === 'collateralSale') return [];
  if (receipt.kind === 'donation') return donationSteps(receipt);
  if (isOfPlan(receipt)) return planSteps(receipt);
  const paid = sum(
    receipt.entries.flatMap((entry) => entry.postings.map((one) => usdt(one.amount))),
  );
  const formula = receipt.entries
    .flatMap((entry) => entry.postings.map((one) => show(one.amount)))
    .join(' + ');
  return [moneyStep('cover', 'receipt.step-cover', formula, { said: receipt.amount, is: paid })];
}

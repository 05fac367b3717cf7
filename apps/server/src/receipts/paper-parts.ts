import { decimal, formatDecimal, mul, parseDecimal } from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import type {
  ContractReceipt,
  CollateralSaleReceipt,
  ConversionReceipt,
  CoverReceipt,
  OptionReceipt,
  Receipt,
  ReceiptFill,
} from '@candor/protocol';
import { donationParts } from './donation-paper.ts';
import type { PlanReceipt } from './plan-paper.ts';
import type { PaperWords } from '../messaging/index.ts';
import { type PdfPart, type PdfRow, leftToRight } from '../platform/formats/pdf/pdf.ts';

/** What receipts count in. */
export const USDT = 'USDT';

const REASONS: Readonly<Record<ContractReceipt['reason'], MessageKey>> = {
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

const OUTCOMES: Readonly<Record<OptionReceipt['outcome'], MessageKey>> = {
  won: 'receipt.outcome-won',
  lost: 'receipt.outcome-lost',
  tie: 'receipt.outcome-tie',
  void: 'receipt.outcome-void',
};

const ASKED: Readonly<Record<NonNullable<ReceiptFill['asked']>['kind'], MessageKey>> = {
  quote: 'receipt.asked-quote',
  limit: 'receipt.asked-limit',
  stop: 'receipt.asked-stop',
  stopLimit: 'receipt.asked-stop-limit',
  stopLoss: 'orders.reason-stop-loss',
  takeProfit: 'orders.reason-take-profit',
  trailing: 'orders.reason-trailing',
};

const HUNDRED = decimal('100');

/** A share as a percentage, exact. @rounding none is needed: a share has 18 places at most */
function percentOf(words: PaperWords, rate: string): string {
  const share = parseDecimal(rate);
  if (share === null) return rate;
  return words.figure(formatDecimal(mul(share, HUNDRED, 'down')));
}

function fillRows(words: PaperWords, fill: ReceiptFill, currency: string): PdfRow[] {
  const { say, figure, moment } = words;
  const { tick, asked, link } = fill;
  return [
    { label: say('receipt.price'), value: leftToRight(`${figure(fill.price)} ${currency}`) },
    {
      label: say('receipt.bid-ask'),
      value: `${figure(tick.bid)} / ${figure(tick.ask)}`,
      note: say('receipt.spread', { spread: figure(fill.spread) }),
    },
    ...(asked === null
      ? []
      : [
          {
            label: say(ASKED[asked.kind]),
            value: figure(asked.price),
            note: say('receipt.slippage', { slippage: figure(asked.slippage) }),
          },
        ]),
    ...(link.tick === null
      ? []
      : [{ label: say('receipt.link', { code: link.tick.code }), value: figure(link.rate) }]),
    ...tickRows(words, tick),
    { label: say('receipt.time'), value: moment(fill.at) },
  ];
}

function tickRows({ say, moment }: PaperWords, tick: ReceiptFill['tick']): PdfRow[] {
  const facts = { source: tick.source, count: String(tick.sources) };
  return [
    {
      label: say('receipt.tick'),
      value: leftToRight(tick.id),
      note: say('receipt.sources', facts),
    },
    { label: say('receipt.tick-time'), value: moment(tick.receivedAt) },
  ];
}

function instrumentRow(
  { say }: PaperWords,
  { name, code }: { readonly name: string; readonly code: string },
): PdfRow {
  return { label: say('receipt.instrument'), value: `${name} · ${leftToRight(code)}` };
}

function contractParts(words: PaperWords, receipt: ContractReceipt): PdfPart[] {
  const { say, figure, amount, signed, moment } = words;
  const { lots, instrument, fee, financing, close } = receipt;
  const { quoteCurrency } = instrument;
  const isPart = lots.closed !== lots.opened;
  const opened = { opened: figure(lots.opened) };
  const deal: PdfRow[] = [
    instrumentRow(words, instrument),
    {
      label: say('receipt.lots'),
      value: figure(lots.closed),
      note: isPart ? say('receipt.lots-part', opened) : undefined,
    },
    { label: say('receipt.contract-size'), value: figure(instrument.contractSize) },
    { label: say('receipt.leverage'), value: leftToRight(`${receipt.leverage}×`) },
    { label: say('receipt.margin'), value: amount(receipt.margin.released, USDT) },
    { label: say('receipt.order'), value: leftToRight(receipt.orderNo) },
  ];
  const closing: PdfRow[] =
    close === null
      ? [{ label: say('receipt.voided'), value: moment(receipt.closedAt) }]
      : fillRows(words, close, quoteCurrency);
  const rate = { percent: percentOf(words, fee.rate), version: String(fee.version) };
  const nights = { count: String(financing.items.length) };
  const costs: PdfRow[] = [
    {
      label: say('receipt.open-fee'),
      value: amount(fee.open, USDT),
      note: say('receipt.fee-rate', rate),
    },
    { label: say('receipt.close-fee'), value: amount(fee.close, USDT) },
    {
      label: say('receipt.financing'),
      value: amount(financing.share, USDT),
      note: say('receipt.financing-days', nights),
    },
  ];
  const outcome: PdfRow[] = [
    { label: say('receipt.reason'), value: say(REASONS[receipt.reason]) },
    { label: say('receipt.result'), value: signed(receipt.realised, USDT) },
    { label: say('receipt.profit'), value: signed(receipt.profit, USDT) },
    houseRow(words, receipt),
    ...(receipt.cover === null
      ? []
      : [{ label: say('receipt.covered'), value: leftToRight(receipt.cover) }]),
  ];
  return [
    { title: say('receipt.deal'), rows: deal },
    { title: say('receipt.opening'), rows: fillRows(words, receipt.open, quoteCurrency) },
    { title: say('receipt.closing'), rows: closing },
    { title: say('receipt.costs'), rows: costs },
    ...nightsPart(words, receipt),
    { title: say('receipt.outcome'), rows: outcome },
    ...earlierPart(words, receipt),
  ];
}

/** Each night's financing; no part where there was none. */
function nightsPart(
  { say, figure, amount }: PaperWords,
  { financing }: ContractReceipt,
): PdfPart[] {
  if (financing.items.length === 0) return [];
  const lines = financing.items.map((night) => [
    leftToRight(night.day),
    figure(night.lots),
    figure(night.mark),
    figure(night.rate),
    amount(night.amount, USDT),
  ]);
  const columns = [
    { head: say('records.time'), share: 3 },
    { head: say('receipt.lots'), share: 2, isFigure: true },
    { head: say('receipt.price'), share: 3, isFigure: true },
    { head: say('paper.rate'), share: 3, isFigure: true },
    { head: say('records.amount'), share: 3, isFigure: true },
  ] as const;
  return [{ title: say('receipt.financing'), columns, lines }];
}

/** What was closed of the order before; no part where nothing was. */
function earlierPart(words: PaperWords, { earlier }: ContractReceipt): PdfPart[] {
  if (earlier.length === 0) return [];
  const { say, figure, amount, moment } = words;
  const lines = earlier.map((part) => [
    leftToRight(part.number),
    moment(part.at),
    figure(part.lots),
    amount(part.margin, USDT),
  ]);
  const columns = [
    { head: say('receipt.number'), share: 4 },
    { head: say('receipt.time'), share: 3 },
    { head: say('receipt.lots'), share: 2, isFigure: true },
    { head: say('receipt.margin'), share: 3, isFigure: true },
  ] as const;
  return [{ title: say('receipt.rules-pairs'), columns, lines }];
}

function houseRow(
  { say, signed }: PaperWords,
  { counterparty }: ContractReceipt | OptionReceipt,
): PdfRow {
  return {
    label: say('receipt.house'),
    value: signed(counterparty.result, USDT),
    note: say('receipt.house-note'),
  };
}

function optionParts(words: PaperWords, receipt: OptionReceipt): PdfPart[] {
  const { say, figure, amount, signed, moment } = words;
  const { settle } = receipt;
  const endRows = (end: OptionReceipt['open']): PdfRow[] => [
    { label: say('receipt.middle'), value: figure(end.price) },
    {
      label: say('receipt.bid-ask'),
      value: `${figure(end.tick.bid)} / ${figure(end.tick.ask)}`,
    },
    ...tickRows(words, end.tick),
    { label: say('receipt.time'), value: moment(end.at) },
  ];
  const deal: PdfRow[] = [
    instrumentRow(words, receipt.instrument),
    { label: say('receipt.stake'), value: amount(receipt.stake, USDT) },
    {
      label: say('receipt.payout-rate'),
      value: leftToRight(`${percentOf(words, receipt.rate)}%`),
      note: say('receipt.rate-version', { version: String(receipt.version) }),
    },
    {
      label: say('receipt.period'),
      value: say('receipt.seconds', { count: String(receipt.period) }),
    },
    { label: say('receipt.order'), value: leftToRight(receipt.orderNo) },
  ];
  const settled: PdfRow[] =
    settle === null
      ? [{ label: say('receipt.no-tick'), value: moment(receipt.settledAt) }]
      : endRows(settle);
  const outcome: PdfRow[] = [
    { label: say('receipt.option-outcome'), value: say(OUTCOMES[receipt.outcome]) },
    { label: say('receipt.paid'), value: amount(receipt.payout, USDT) },
    { label: say('receipt.profit'), value: signed(receipt.profit, USDT) },
    houseRow(words, receipt),
  ];
  return [
    { title: say('receipt.deal'), rows: deal },
    { title: say('receipt.opening'), rows: endRows(receipt.open) },
    { title: say('receipt.settlement'), rows: settled },
    { title: say('receipt.outcome'), rows: outcome },
  ];
}

function coverParts({ say, amount, moment }: PaperWords, receipt: CoverReceipt): PdfPart[] {
  const rows: PdfRow[] = [
    {
      label: say('receipt.cover-amount'),
      value: amount(receipt.amount, USDT),
      note: say('receipt.cover-note'),
    },
    { label: say('receipt.time'), value: moment(receipt.at) },
    { label: say('receipt.cover-of'), value: leftToRight(receipt.closing) },
  ];
  return [{ title: say('receipt.cover-part'), rows }];
}

function conversionParts(words: PaperWords, receipt: ConversionReceipt): PdfPart[] {
  const { say, figure, amount, moment } = words;
  const { spread, from, to } = receipt;
  const deal: PdfRow[] = [
    { label: say('exchange.give'), value: amount(receipt.amount, from) },
    {
      label: say('exchange.rate'),
      value: leftToRight(`1 ${from} = ${figure(receipt.rate)} ${to}`),
    },
    {
      label: say('exchange.spread'),
      value: amount(spread.amount, USDT),
      note: leftToRight(
        `${percentOf(words, spread.rate)} % · ${spread.parameter} ${spread.version}`,
      ),
    },
    { label: say('exchange.receive'), value: amount(receipt.receive, to) },
    { label: say('receipt.time'), value: moment(receipt.at) },
    { label: say('receipt.order'), value: leftToRight(receipt.orderNo) },
  ];
  const legs = receipt.legs.map((leg): PdfPart => {
    const coin = leg.side === 'sell' ? from : to;
    const [given, received] = leg.side === 'sell' ? [coin, USDT] : [USDT, coin];
    return {
      title: leftToRight(leg.instrument.code),
      rows: [
        instrumentRow(words, leg.instrument),
        { label: say('receipt.price'), value: leftToRight(`${figure(leg.price)} ${USDT}`) },
        {
          label: say('receipt.bid-ask'),
          value: `${figure(leg.tick.bid)} / ${figure(leg.tick.ask)}`,
        },
        { label: say('exchange.give'), value: amount(leg.given, given) },
        { label: say('exchange.receive'), value: amount(leg.received, received) },
        ...tickRows(words, leg.tick),
      ],
    };
  });
  return [{ title: say('receipt.deal'), rows: deal }, ...legs];
}

function saleParts(words: PaperWords, receipt: CollateralSaleReceipt): PdfPart[] {
  const { say, labelled, figure, amount, moment } = words;
  const { spread, given, held } = receipt;
  const deal: PdfRow[] = [
    ...given.map((part) => ({
      label: say('exchange.give'),
      value: amount(part.amount, part.asset),
      note: labelled(say('exchange.receive'), amount(part.received, USDT)),
    })),
    {
      label: say('exchange.spread'),
      value: amount(spread.amount, USDT),
      note: leftToRight(
        `${percentOf(words, spread.rate)} % · ${spread.parameter} ${spread.version}`,
      ),
    },
    { label: say('receipt.time'), value: moment(receipt.at) },
  ];
  const coins = held
    .flatMap(({ priced }) => priced ?? [])
    .map((priced): PdfPart => ({
      title: leftToRight(priced.instrument.code),
      rows: [
        instrumentRow(words, priced.instrument),
        { label: say('receipt.price'), value: leftToRight(`${figure(priced.price)} ${USDT}`) },
        ...tickRows(words, priced.tick),
      ],
    }));
  return [{ title: say('receipt.deal'), rows: deal }, ...coins];
}

/** What a receipt says of its deal, part by part, as the page shows it. */
export function dealParts(words: PaperWords, receipt: Exclude<Receipt, PlanReceipt>): PdfPart[] {
  if (receipt.kind === 'conversion') return conversionParts(words, receipt);
  if (receipt.kind === 'collateralSale') return saleParts(words, receipt);
  if (receipt.kind === 'donation') return donationParts(words, receipt);
  if (receipt.kind === 'contract') return contractParts(words, receipt);
  return receipt.kind === 'option' ? optionParts(words, receipt) : coverParts(words, receipt);
}

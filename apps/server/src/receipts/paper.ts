import { type UnixMs, decimal, formatDecimal, mul, parseDecimal } from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import type {
  ContractReceipt,
  CoverReceipt,
  OptionReceipt,
  Receipt,
  ReceiptFill,
} from '@candor/protocol';
import { type PaperWords, paperWords } from '../messaging/index.ts';
import {
  type PdfPaper,
  type PdfPart,
  type PdfRow,
  leftToRight,
} from '../platform/formats/pdf/pdf.ts';

const USDT = 'USDT';

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

const FEEDS: Readonly<Record<Receipt['feed']['mode'], MessageKey>> = {
  live: 'receipt.feed-live',
  replay: 'receipt.feed-replay',
  simulated: 'receipt.feed-simulated',
};

function titleOf(receipt: Receipt): MessageKey {
  if (receipt.kind === 'cover') return 'receipt.cover-title';
  if (receipt.kind === 'option') {
    return receipt.direction === 'up' ? 'receipt.option-up' : 'receipt.option-down';
  }
  return receipt.side === 'long' ? 'receipt.long-closed' : 'receipt.short-closed';
}

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
    { label: say('receipt.price'), value: `${figure(fill.price)} ${leftToRight(currency)}` },
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

function partsOf(words: PaperWords, receipt: Receipt): PdfPart[] {
  if (receipt.kind === 'contract') return contractParts(words, receipt);
  return receipt.kind === 'option' ? optionParts(words, receipt) : coverParts(words, receipt);
}

function journalPart({ say, amount, moment }: PaperWords, { entries }: Receipt): PdfPart {
  const lines = entries.flatMap(({ number, kind, at, postings }) =>
    postings.map(({ from, to, amount: moved }, index) => [
      index === 0 ? leftToRight(number) : '',
      index === 0 ? moment(at) : '',
      index === 0 ? leftToRight(kind) : '',
      leftToRight(`${from} > ${to}`),
      amount(moved, USDT),
    ]),
  );
  return {
    title: say('receipt.journal'),
    columns: [
      { head: say('receipt.number'), share: 2 },
      { head: say('receipt.time'), share: 3 },
      { head: say('records.kind'), share: 2 },
      { head: say('paper.accounts'), share: 5 },
      { head: say('records.amount'), share: 3, isFigure: true },
    ],
    lines,
  };
}

function proofPart({ say }: PaperWords, receipt: Receipt, origin: string): PdfPart {
  const named = receipt.kind === 'cover' ? undefined : receipt.documents;
  return {
    title: say('receipt.yourself'),
    paragraphs: [
      say('receipt.yourself-text'),
      leftToRight(`npm run verify -- ${receipt.number} --from ${origin}`),
      say('receipt.yourself-note'),
      `${say('receipt.hash')}: ${leftToRight(`SHA-256 ${receipt.hash}`)}`,
      ...(named === undefined
        ? []
        : [
            `${say('paper.specification')}: ${leftToRight(named.specification)}`,
            `${say('paper.schedule')}: ${leftToRight(named.schedule)}`,
          ]),
      ...(typeof receipt.signed === 'string'
        ? [
            say('paper.signature'),
            ...receipt.signed
              .split('\n')
              .filter((line) => line !== '')
              .map(leftToRight),
          ]
        : []),
    ],
  };
}

/** When what it states came to be: of one receipt always the same. */
function momentOf(receipt: Receipt): UnixMs {
  const at =
    receipt.kind === 'contract'
      ? receipt.closedAt
      : receipt.kind === 'option'
        ? receipt.settledAt
        : receipt.at;
  return at as UnixMs;
}

/** A receipt as a document: the figures of its JSON, each to its last place, and how to check them. */
export function receiptPaper(
  receipt: Receipt,
  options: {
    readonly language: string;
    /** Address of the product’s pages. */
    readonly origin: string;
  },
): PdfPaper {
  const { language, origin } = options;
  const words = paperWords(language);
  const { say } = words;
  const code = receipt.kind === 'cover' ? '' : receipt.instrument.code;
  return {
    language,
    title: say(titleOf(receipt), { code: leftToRight(code) }),
    lead: [
      `${say('receipt.number')}: ${leftToRight(receipt.number)}`,
      say(receipt.mode === 'demo' ? 'band.demo' : 'band.real'),
      say(FEEDS[receipt.feed.mode], { label: receipt.feed.label }),
    ],
    parts: [
      ...partsOf(words, receipt),
      journalPart(words, receipt),
      proofPart(words, receipt, origin),
    ],
    footer: [
      leftToRight(`${origin}/receipt/${receipt.number}`),
      leftToRight(`SHA-256 ${receipt.hash}`),
    ],
    pageWords: say('paper.page', { page: '{page}', pages: '{pages}' }),
    at: momentOf(receipt),
  };
}

import type { MessageKey } from '@candor/locales';
import type {
  PlanDayReceipt,
  PlanExitReceipt,
  PlanFillReceipt,
  PlanFundReceipt,
  Receipt,
} from '@candor/protocol';
import type { PaperWords } from '../messaging/index.ts';
import { type PdfPart, type PdfRow, leftToRight } from '../platform/formats/pdf/pdf.ts';

const USDT = 'USDT';

/** A receipt of a plan. */
export type PlanReceipt = PlanDayReceipt | PlanExitReceipt | PlanFillReceipt | PlanFundReceipt;
type Trade = PlanFillReceipt['trade'];
type Moved = PlanExitReceipt['moved'][number];

/** Whether a receipt is one of a plan. */
export function isOfPlan(receipt: Receipt): receipt is PlanReceipt {
  return 'plan' in receipt;
}

const TITLES: Readonly<Record<PlanReceipt['kind'], MessageKey>> = {
  planFill: 'receipt.plan-fill-title',
  planFund: 'receipt.plan-fund-title',
  planDay: 'receipt.plan-day-title',
  planExit: 'receipt.plan-exit-title',
};

/** How an order ended. */
const ENDS: Readonly<Record<PlanExitReceipt['state'], MessageKey>> = {
  matured: 'receipt.plan-matured',
  left: 'receipt.plan-left',
  lossReached: 'receipt.plan-loss',
  ended: 'receipt.plan-ended',
};

/** What a receipt of a plan is about: a plan is named by its rules and what it trades, as on its page. */
export function planTitle({ say }: Pick<PaperWords, 'say'>, receipt: PlanReceipt): string {
  const { kind, plan, day } = receipt;
  return say(TITLES[kind], {
    plan: `${say(`plans.strategy-${plan.strategy}`)} · ${leftToRight(plan.codes.join(', '))}`,
    day: leftToRight(day),
    number: 'orderNo' in receipt ? leftToRight(receipt.orderNo) : '',
  });
}

/** Hashes of the specifications a receipt of a plan names, each once. */
export function planSpecifications(receipt: PlanReceipt): readonly string[] {
  const named =
    receipt.kind === 'planFill'
      ? [receipt.trade]
      : receipt.kind === 'planFund'
        ? [...receipt.fills, ...receipt.marks]
        : receipt.kind === 'planDay'
          ? (receipt.joined?.moved ?? [])
          : receipt.moved;
  return [...new Set(named.map(({ specification }) => specification))];
}

/** What was traded, line by line. */
function tradesPart(words: PaperWords, title: MessageKey, trades: readonly Trade[]): PdfPart[] {
  if (trades.length === 0) return [];
  const { say, figure, amount } = words;
  return [
    {
      title: say(title),
      columns: [
        { head: say('receipt.instrument'), share: 3 },
        { head: say('plans.quantity'), share: 3, isFigure: true },
        { head: say('receipt.price'), share: 3, isFigure: true },
        { head: say('receipt.step-plan-fee'), share: 3, isFigure: true },
        { head: say('plans.result'), share: 3, isFigure: true },
        { head: say('receipt.tick'), share: 3 },
      ],
      lines: trades.map((trade) => [
        leftToRight(trade.instrument.code),
        figure(trade.quantity),
        figure(trade.price),
        amount(trade.fee.amount, USDT),
        amount(trade.result, USDT),
        leftToRight(trade.tick.id),
      ]),
    },
  ];
}

function movedPart(
  words: PaperWords,
  title: MessageKey,
  facts: { readonly moved: readonly Moved[]; readonly at: number },
): PdfPart[] {
  const trades = facts.moved.flatMap(({ fill, tick, instrument, specification }): Trade[] => {
    if (fill === null || tick === null) return [];
    return [{ ...fill, instrument, specification, tick, at: facts.at, rule: '', figures: [] }];
  });
  return tradesPart(words, title, trades);
}

function shareRow(words: PaperWords, share: PlanExitReceipt['share']): PdfRow {
  const { say, amount } = words;
  return {
    label: say('plans.share-taken'),
    value: amount(share.amount, USDT),
    note: leftToRight(`${share.parameter} ${share.version}: ${share.rate}`),
  };
}

/** What the house paid in; nothing where it did not. */
function grantedRows({ say, amount }: PaperWords, granted: string): PdfRow[] {
  if (granted === '0') return [];
  return [{ label: say('receipt.plan-granted'), value: amount(granted, USDT) }];
}

function fundParts(words: PaperWords, receipt: PlanFundReceipt): PdfPart[] {
  const { say, signed, amount, figure } = words;
  const rows: PdfRow[] = [
    { label: say('plans.day'), value: leftToRight(receipt.day) },
    { label: say('receipt.plan-before'), value: amount(receipt.before, USDT) },
    { label: say('plans.fills'), value: signed(receipt.traded, USDT) },
    { label: say('plans.mark'), value: signed(receipt.mark, USDT) },
    { label: say('receipt.plan-others'), value: signed(receipt.others, USDT) },
    { label: say('plans.result'), value: signed(receipt.result, USDT) },
    { label: say('plans.value'), value: amount(receipt.value, USDT) },
    {
      label: say('receipt.plan-units-all'),
      value: figure(receipt.units),
      note: say('receipt.plan-place-note', { rest: String(receipt.shared.rest) }),
    },
  ];
  const marks = receipt.marks.map((mark): PdfRow[] => [
    { label: leftToRight(mark.instrument.code), value: figure(mark.held) },
    { label: say('receipt.price'), value: figure(mark.price), note: leftToRight(mark.tick.id) },
    { label: say('plans.result'), value: signed(mark.result, USDT) },
  ]);
  return [
    { title: say('receipt.deal'), rows },
    ...tradesPart(words, 'plans.fills', receipt.fills),
    ...(marks.length === 0 ? [] : [{ title: say('plans.mark'), rows: marks.flat() }]),
  ];
}

function dayParts(words: PaperWords, receipt: PlanDayReceipt): PdfPart[] {
  const { say, signed, amount, figure } = words;
  const { joined, share } = receipt;
  const rows: PdfRow[] = [
    { label: say('plans.day'), value: leftToRight(receipt.day) },
    { label: say('plans.invested'), value: amount(receipt.amount, USDT) },
    ...grantedRows(words, receipt.granted),
    { label: say('receipt.plan-before'), value: amount(receipt.before, USDT) },
    { label: say('receipt.plan-units'), value: figure(receipt.units) },
    { label: say('receipt.plan-place'), value: leftToRight(String(receipt.place)) },
    { label: say('plans.result'), value: signed(receipt.result, USDT) },
    ...(share === null ? [] : [shareRow(words, share)]),
    { label: say('plans.value'), value: amount(receipt.value, USDT) },
    { label: say('receipt.plan-fund'), value: leftToRight(receipt.fund) },
    { label: say('receipt.order'), value: leftToRight(receipt.orderNo) },
  ];
  return [
    { title: say('receipt.deal'), rows },
    ...(joined === null
      ? []
      : movedPart(words, 'receipt.plan-joining', { moved: joined.moved, at: joined.at })),
  ];
}

function exitParts(words: PaperWords, receipt: PlanExitReceipt): PdfPart[] {
  const { say, signed, amount, figure, moment } = words;
  const { exitShare } = receipt;
  const rows: PdfRow[] = [
    { label: say('receipt.reason'), value: say(ENDS[receipt.state]) },
    { label: say('plans.invested'), value: amount(receipt.amount, USDT) },
    ...grantedRows(words, receipt.granted),
    { label: say('receipt.plan-before'), value: amount(receipt.before, USDT) },
    { label: say('receipt.plan-units'), value: figure(receipt.units) },
    { label: say('receipt.plan-units-all'), value: figure(receipt.fund.units) },
    { label: say('plans.result'), value: signed(receipt.result, USDT) },
    shareRow(words, receipt.share),
    {
      label: say('plans.early'),
      value: amount(exitShare.amount, USDT),
      note: leftToRight(`${exitShare.parameter} ${exitShare.version}: ${exitShare.rate}`),
    },
    { label: say('receipt.paid'), value: amount(receipt.received, USDT) },
    { label: say('receipt.time'), value: moment(receipt.at) },
    { label: say('receipt.order'), value: leftToRight(receipt.orderNo) },
  ];
  const { moved, at } = receipt;
  return [
    { title: say('receipt.deal'), rows },
    ...movedPart(words, 'receipt.plan-leaving', { moved, at }),
  ];
}

/** What a receipt of a plan says, part by part. */
export function planParts(words: PaperWords, receipt: PlanReceipt): PdfPart[] {
  if (receipt.kind === 'planFund') return fundParts(words, receipt);
  if (receipt.kind === 'planDay') return dayParts(words, receipt);
  if (receipt.kind === 'planExit') return exitParts(words, receipt);
  return tradesPart(words, 'plans.trade', [receipt.trade]);
}

import {
  type Decimal,
  type Money,
  type TickId,
  DECIMAL_PLACES,
  ASSET_SCALE,
  addMoney,
  divideInteger,
  ensure,
  formatDecimal,
  formatMoney,
  money,
  parseDecimal,
  subMoney,
} from '@candor/kernel';
import {
  type PlanDayReceipt,
  type PlanExitReceipt,
  type PlanFillReceipt,
  type PlanFundReceipt,
  RECEIPT_SCHEMA,
} from '@candor/protocol';
import type { NumberedEntry } from '../ledger/index.ts';
import type { Parameters } from '../parameters/index.ts';
import {
  type CohortProof,
  type ExitProof,
  type FillProof,
  type FundDayProof,
  type OrderDayProof,
  type ProvenFill,
  type ProvenFund,
  exitNumber,
  fillNumber,
  fundDayNumber,
  orderDayNumber,
} from '../plans/index.ts';
import type { Unhashed } from './canonical.ts';
import { type Ticks, entriesOf, markOf, tapeTickOf } from './parts.ts';
import { feeOf, takenOf } from './plan-rates.ts';
import type { Terms } from './terms.ts';

/** What receipts of plans stand on besides their rows. */
export type PlanParts = {
  readonly terms: Terms;
  readonly ticks: Ticks;
  readonly parameters: Pick<Parameters, 'history'>;
  readonly entries: readonly NumberedEntry[];
};

function headOf({ plan, mode }: ProvenFund, terms: Terms) {
  const { schedule } = ensure(terms.documents, 'documents were published before');
  const { mode: prices, label } = terms.feed;
  return {
    schema: RECEIPT_SCHEMA as typeof RECEIPT_SCHEMA,
    mode,
    ...markOf(terms),
    feed: {
      key: ensure(terms.feedKey, 'a receipt of a plan names its prices'),
      mode: prices,
      label,
    },
    plan: {
      name: plan.name,
      version: plan.version,
      strategy: plan.strategy,
      hash: plan.hash,
      codes: plan.codes.map(String),
    },
    documents: { schedule },
  };
}

function namedOf(code: string, { legs = [] }: Terms) {
  const leg = ensure(
    legs.find(({ instrument }) => instrument.code === code),
    'each instrument has its terms',
  );
  return { instrument: leg.instrument, specification: leg.specification };
}

function tradeOf(fill: ProvenFill, { terms, ticks, parameters }: PlanParts) {
  return {
    ...namedOf(fill.code, terms),
    at: fill.at,
    quantity: formatDecimal(fill.quantity as Decimal),
    price: formatDecimal(fill.price),
    fee: feeOf(fill, parameters),
    result: formatMoney(fill.result),
    tick: tapeTickOf(ticks, fill.tickId),
    rule: fill.rule,
    figures: Object.entries(fill.figures).map(([name, value]) => ({ name, value: String(value) })),
  };
}

/** Payments of a fund, named without its id, which is told to nobody. */
function planEntries(entries: readonly NumberedEntry[], requests: readonly string[]) {
  const own = entries.filter(({ requestId }) => requests.includes(requestId));
  const plain = (account: string): string => account.replace(/^(house:strategy):.*$/, '$1');
  return entriesOf(own).map((entry) => ({
    ...entry,
    postings: entry.postings.map(({ from, to, amount }) => ({
      ...{ from: plain(from), to: plain(to), amount },
    })),
  }));
}

/** The receipt of a trade of a plan's strategy, without its hash. */
export function planFillReceipt(
  { fund, fill }: FillProof,
  parts: PlanParts,
): Unhashed<PlanFillReceipt> {
  return {
    kind: 'planFill',
    ...headOf(fund, parts.terms),
    number: ensure(fillNumber(fill), 'a trade of a strategy has a receipt'),
    day: fill.day,
    at: fill.at,
    trade: tradeOf(fill, parts),
    entries: planEntries(parts.entries, [`plan-fill:${fill.id}`]),
  };
}

const usdtOf = (units: bigint): Money => money('USDT', units);

/** The receipt of a settled day of a fund, without its hash. */
export function planFundReceipt(proof: FundDayProof, parts: PlanParts): Unhashed<PlanFundReceipt> {
  const { fund, day, fills, marks } = proof;
  const { terms, ticks } = parts;
  const traded = fills.reduce((sum, { result, fee }) => sum + result.units - fee.units, 0n);
  return {
    kind: 'planFund',
    ...headOf(fund, terms),
    number: fundDayNumber(day),
    day: day.day,
    at: proof.at,
    fills: fills.map((fill) => {
      const { quantity, cost } = ensure(fill.before, 'what stood before was kept');
      const before = { held: formatDecimal(quantity), cost: formatMoney(cost) };
      return { ...tradeOf(fill, parts), ...before };
    }),
    marks: marks.map((mark) => {
      const tick = tapeTickOf(ticks, ensure(mark.tickId, 'a mark has its tick'));
      const held = ensure(mark.held, 'what was held was kept');
      const price = held > 0n ? tick.bid : tick.ask;
      return {
        ...namedOf(ensure(mark.code, 'a mark is of an instrument'), terms),
        held: formatDecimal(held),
        cost: formatMoney(subMoney(worth(held, price), mark.result)),
        price,
        result: formatMoney(mark.result),
        tick,
      };
    }),
    traded: formatMoney(usdtOf(traded)),
    mark: formatMoney(day.mark),
    others: formatMoney(usdtOf(day.fills.units - traded)),
    result: formatMoney(day.result),
    before: formatMoney(day.before),
    value: formatMoney(day.value),
    units: formatDecimal(day.units as Decimal),
    gone: formatDecimal(proof.left as Decimal),
    shared: leftOver(day),
    entries: [],
  };
}

const UNITS = 10n ** BigInt(2 * DECIMAL_PLACES - ASSET_SCALE.USDT);

/** What closing a quantity at a price brings. @rounding toward minus infinity, as it is marked */
function worth(held: bigint, price: string): Money {
  const at = ensure(parseDecimal(price), 'a price of the tape is a number');
  return usdtOf(divideInteger(held * at, UNITS, 'floor'));
}

const leftOver = ({ rest, last }: { readonly rest: number; readonly last: bigint | null }) => ({
  rest,
  last: last?.toString() ?? null,
});

/** What owners who joined or left together shared, and the place one of them had. */
function togetherOf(
  { cohort, fills }: CohortProof,
  facts: { readonly fund: ProvenFund; readonly place: number | null; readonly part: string },
  { terms, ticks, parameters }: PlanParts,
) {
  const { fund } = facts;
  return {
    fund: {
      units: formatDecimal(cohort.units as Decimal),
      value: formatMoney(cohort.settled),
      result: formatMoney(cohort.result),
    },
    part: facts.part,
    moved: fund.plan.codes.flatMap((code, index) => {
      const position = ensure(cohort.positions[index], 'a position for each');
      if (position.quantity === 0n) return [];
      const price = cohort.prices?.[index] ?? null;
      const fill = fills.find((one) => one.code === code);
      return [
        {
          ...namedOf(code, terms),
          held: formatDecimal(position.quantity),
          cost: formatMoney(position.cost),
          tick: price === null ? null : tapeTickOf(ticks, price.at as TickId),
          fill:
            fill === undefined
              ? null
              : {
                  quantity: formatDecimal(fill.quantity as Decimal),
                  price: formatDecimal(fill.price),
                  fee: feeOf(fill, parameters),
                  result: formatMoney(fill.result),
                },
        },
      ];
    }),
    own: formatMoney(cohort.own),
    place: ensure(facts.place, 'each has its place'),
    ...leftOver(cohort),
  };
}

/** The receipt of a settled day of an order, without its hash. */
export function planDayReceipt(proof: OrderDayProof, parts: PlanParts): Unhashed<PlanDayReceipt> {
  const { fund, order, row, high, joined } = proof;
  const value = ensure(row.value, 'a day that was paid has its value');
  const { boughtAt, shareRate: rate } = order;
  const share = { rate, boughtAt, amount: row.share };
  return {
    kind: 'planDay',
    ...headOf(fund, parts.terms),
    number: orderDayNumber(row),
    orderNo: order.orderNo,
    day: row.day,
    at: ensure(row.at, 'a day that was paid has its time'),
    fund: fundDayNumber(row),
    amount: formatMoney(order.amount),
    boughtAt,
    joinedOn: order.joinsOn,
    cycleDays: order.cycleDays,
    units: formatDecimal(row.units as Decimal),
    granted: formatMoney(proof.granted),
    before: formatMoney(subMoney(addMoney(value, row.share), row.result)),
    place: ensure(row.rank, 'each has its place'),
    result: formatMoney(row.result),
    share:
      high === null
        ? null
        : {
            ...takenOf(parts.parameters, 'plan.profitShare', share),
            high: formatMoney(high.value),
            highOn: high.on,
          },
    value: formatMoney(value),
    joined:
      joined === null
        ? null
        : {
            at: ensure(joined.row.at, 'who joined has a time'),
            ...togetherOf(
              joined,
              { fund, place: joined.row.rank, part: formatMoney(usdtOf(joined.cohort.part)) },
              parts,
            ),
            result: formatMoney(joined.row.result),
          },
    entries: planEntries(parts.entries, [`plan-settle:${row.orderId}:${row.day}:day`]),
  };
}

/** The receipt of the end of an order, without its hash. */
export function planExitReceipt(proof: ExitProof, parts: PlanParts): Unhashed<PlanExitReceipt> {
  const { fund, order, row, high, cohort } = proof;
  const value = ensure(row.value, 'who left has a value');
  const { state, boughtAt, shareRate, exitRate } = order;
  const isEnd = state !== 'pending' && state !== 'running' && state !== 'cancelled';
  const { parameters } = parts;
  const share = { rate: shareRate, boughtAt, amount: row.share };
  const exit = { rate: exitRate, boughtAt, amount: order.exitShare };
  const part = formatDecimal(cohort.part as Decimal);
  return {
    kind: 'planExit',
    ...headOf(fund, parts.terms),
    number: exitNumber(order),
    orderNo: order.orderNo,
    day: row.day,
    at: ensure(row.at, 'who left has a time'),
    state: ensure(isEnd ? state : null, 'who left has come to an end'),
    basis: cohort.basis,
    amount: formatMoney(order.amount),
    maxLoss: formatMoney(order.maxLoss),
    boughtAt,
    units: formatDecimal(row.units as Decimal),
    granted: formatMoney(proof.granted),
    before: formatMoney(subMoney(addMoney(value, row.share), row.result)),
    ...togetherOf(proof, { fund, place: row.rank, part }, parts),
    result: formatMoney(row.result),
    share: {
      ...takenOf(parameters, 'plan.profitShare', share),
      high: formatMoney(high.value),
      highOn: high.on,
    },
    exitShare: takenOf(parameters, 'plan.earlyExitShare', exit),
    received: formatMoney(ensure(order.received, 'who left was paid')),
    entries: planEntries(parts.entries, [
      `plan-settle:${order.id}:${row.day}:leave`,
      `plan-exit:${order.id}`,
    ]),
  };
}

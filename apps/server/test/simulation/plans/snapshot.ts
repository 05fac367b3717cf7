import { PLANS_CHANGED, type PlanNews, type PlansChanged } from '../../../src/plans/index.ts';
import type { Database } from '../../../src/platform/postgres/db.ts';
import { factsAbout, payloadOf } from '../../facts.ts';
import { d18 } from '../oracle.ts';
import {
  type Books,
  type Found,
  TOTALS,
  balancesIn,
  entriesIn,
  entriesOf,
  maybeNumber,
  ms,
  number,
  readAtOnce,
  readDigest,
  sumsOf,
  text,
  units,
} from '../real-books.ts';
import type { Mode } from './commands.ts';
import type { Held } from './figures.ts';

export type Fund = {
  id: string;
  planId: string;
  name: string;
  isOffered: boolean;
  status: string;
  source: string;
  strategy: string;
  codes: readonly string[];
  mode: Mode;
  units: bigint;
  settled: bigint;
  result: bigint;
  day: string;
  phase: string;
  positions: readonly Held[];
};
export type Order = {
  id: string;
  userId: string;
  planId: string;
  fundId: string;
  mode: Mode;
  requestId: string;
  amount: bigint;
  days: number;
  cycleDays: number;
  shareRate: bigint;
  exitRate: bigint;
  maxLoss: bigint;
  boughtAt: number;
  joinsOn: string;
  state: string;
  units: bigint;
  value: bigint;
  high: bigint;
  result: bigint;
  shareTaken: bigint;
  exitShare: bigint;
  settledDays: number;
  closedAt: number | null;
  received: bigint | null;
};
export type OrderDay = {
  orderId: string;
  day: string;
  kind: 'join' | 'day' | 'leave';
  fundId: string;
  units: bigint;
  result: bigint;
  share: bigint;
  value: bigint | null;
  at: number | null;
};
export type FundDay = {
  fundId: string;
  day: string;
  fills: bigint;
  mark: bigint;
  result: bigint;
  before: bigint;
  value: bigint;
  units: bigint;
};
export type Fill = {
  id: string;
  fundId: string;
  day: string;
  kind: 'run' | 'join' | 'leave';
  code: string;
  quantity: bigint;
  price: bigint;
  fee: bigint;
  result: bigint;
  time: number;
  rule: string;
  at: number;
};
export type Mark = {
  id: string;
  fundId: string;
  day: string;
  kind: 'mark' | 'join' | 'floor';
  code: string | null;
  result: bigint;
};
/** Something the owner of an order was told. */
export type Told = { key: string; orderId: string; news: PlanNews };

/** Everything plans and the books hold. */
export type Snapshot = {
  readonly books: Readonly<Record<Mode, Books>>;
  readonly funds: readonly Fund[];
  readonly orders: readonly Order[];
  readonly orderDays: readonly OrderDay[];
  readonly days: readonly FundDay[];
  readonly fills: readonly Fill[];
  readonly marks: readonly Mark[];
  readonly news: readonly Told[];
};

const FUNDS = `select f.id, f.plan_id, p.name, (p.owner is null)::text as offered, p.status, v.source,
    v.strategy, array_to_json(v.codes)::text as codes, f.mode, f.units::text, f.settled::text,
    f.result::text, f.day::text as day, f.phase, f.positions::text
  from plans.fund f join plans.plan p on p.id = f.plan_id
  join plans.version v on v.plan_id = f.plan_id and v.version = f.version order by f.at, f.id`;
const ORDERS = `select id, user_id, plan_id, fund_id, mode, request_id, amount::text, days::text,
    cycle_days::text, trim_scale(share_rate)::text as share_rate, trim_scale(exit_rate)::text as exit_rate,
    max_loss::text, ${ms('bought_at')} as bought_at, joins_on::text as joins_on, state, units::text,
    value::text, high::text, result::text, share_taken::text, exit_share::text, settled_days::text,
    ${ms('closed_at')} as closed_at, received::text
  from plans.plan_order order by ordinal`;
const ORDER_DAYS = `select order_id, day::text as day, kind, fund_id, units::text, result::text, share::text,
    value::text, ${ms('at')} as at
  from plans.order_day order by day, at, case kind when 'join' then 1 when 'day' then 2 else 3 end, order_id`;
const DAYS = `select fund_id, day::text as day, fills::text, mark::text, result::text, before::text,
    value::text, units::text from plans.day order by day`;
const FILLS = `select id, fund_id, day::text as day, kind, code, quantity::text, price::text, fee::text,
    result::text, ${ms('time')} as time, rule, ${ms('at')} as at from plans.fill order by seq`;
const MARKS = `select id, fund_id, day::text as day, kind, code, result::text from plans.mark order by day, code`;
const NEWS = factsAbout(PLANS_CHANGED);

const READ = [
  ...[entriesIn('demo'), balancesIn('demo'), entriesIn('real'), balancesIn('real'), TOTALS],
  ...[FUNDS, ORDERS, ORDER_DAYS, DAYS, FILLS, MARKS, NEWS],
] as const;

const maybe = (row: Found, name: string): bigint | null =>
  row[name] == null ? null : units(row, name);
const places = (row: Found, name: string): bigint => d18(text(row, name));

function toldOf(row: Found): Told[] {
  const { changed } = payloadOf<PlansChanged>(row);
  return changed.flatMap(({ orderId, news }, place) =>
    news.map((one, line) => ({
      key: `${text(row, 'place')} ${place} ${line}`,
      orderId,
      news: one,
    })),
  );
}

function fundOf(row: Found): Fund {
  const kept = JSON.parse(text(row, 'positions')) as { quantity: string; cost: string }[];
  return {
    id: text(row, 'id'),
    planId: text(row, 'plan_id'),
    name: text(row, 'name'),
    isOffered: text(row, 'offered') === 'true',
    status: text(row, 'status'),
    source: text(row, 'source'),
    strategy: text(row, 'strategy'),
    codes: JSON.parse(text(row, 'codes')) as string[],
    mode: text(row, 'mode') as Mode,
    units: units(row, 'units'),
    settled: units(row, 'settled'),
    result: units(row, 'result'),
    day: text(row, 'day'),
    phase: text(row, 'phase'),
    positions: kept.map(({ quantity, cost }) => ({
      quantity: d18(quantity),
      cost: BigInt(cost),
    })),
  };
}

function orderOf(row: Found): Order {
  return {
    id: text(row, 'id'),
    userId: text(row, 'user_id'),
    planId: text(row, 'plan_id'),
    fundId: text(row, 'fund_id'),
    mode: text(row, 'mode') as Mode,
    requestId: text(row, 'request_id'),
    amount: units(row, 'amount'),
    days: number(row, 'days'),
    cycleDays: number(row, 'cycle_days'),
    shareRate: places(row, 'share_rate'),
    exitRate: places(row, 'exit_rate'),
    maxLoss: units(row, 'max_loss'),
    boughtAt: number(row, 'bought_at'),
    joinsOn: text(row, 'joins_on'),
    state: text(row, 'state'),
    units: units(row, 'units'),
    value: units(row, 'value'),
    high: units(row, 'high'),
    result: units(row, 'result'),
    shareTaken: units(row, 'share_taken'),
    exitShare: units(row, 'exit_share'),
    settledDays: number(row, 'settled_days'),
    closedAt: maybeNumber(row, 'closed_at'),
    received: maybe(row, 'received'),
  };
}

/** Reads everything there is at one moment. */
export async function takeSnapshot(db: Database): Promise<Snapshot> {
  const read = await readAtOnce(db, READ);
  const [demo = [], demoHeld = [], real = [], realHeld = [], totals = [], funds = [], ...more] =
    read;
  const [orders = [], orderDays = [], days = [], fills = [], marks = [], news = []] = more;
  const sums = sumsOf(totals);
  return {
    books: {
      demo: { entries: entriesOf(demo), balances: sumsOf(demoHeld), totals: sums },
      real: { entries: entriesOf(real), balances: sumsOf(realHeld), totals: sums },
    },
    funds: funds.map(fundOf),
    orders: orders.map(orderOf),
    orderDays: orderDays.map((row) => ({
      orderId: text(row, 'order_id'),
      day: text(row, 'day'),
      kind: text(row, 'kind') as OrderDay['kind'],
      fundId: text(row, 'fund_id'),
      units: units(row, 'units'),
      result: units(row, 'result'),
      share: units(row, 'share'),
      value: maybe(row, 'value'),
      at: maybeNumber(row, 'at'),
    })),
    days: days.map((row) => ({
      fundId: text(row, 'fund_id'),
      day: text(row, 'day'),
      fills: units(row, 'fills'),
      mark: units(row, 'mark'),
      result: units(row, 'result'),
      before: units(row, 'before'),
      value: units(row, 'value'),
      units: units(row, 'units'),
    })),
    fills: fills.map((row) => ({
      id: text(row, 'id'),
      fundId: text(row, 'fund_id'),
      day: text(row, 'day'),
      kind: text(row, 'kind') as Fill['kind'],
      code: text(row, 'code'),
      quantity: places(row, 'quantity'),
      price: places(row, 'price'),
      fee: units(row, 'fee'),
      result: units(row, 'result'),
      time: number(row, 'time'),
      rule: text(row, 'rule'),
      at: number(row, 'at'),
    })),
    marks: marks.map((row) => ({
      id: text(row, 'id'),
      fundId: text(row, 'fund_id'),
      day: text(row, 'day'),
      kind: text(row, 'kind') as Mark['kind'],
      code: row['code'] ?? null,
      result: units(row, 'result'),
    })),
    news: news.flatMap(toldOf),
  };
}

const DIGEST = `select concat_ws(' ',
    (select count(*) from ledger.entry), (select count(*) from plans.fill),
    (select count(*) from plans.mark), (select count(*) from plans.day),
    (select md5(coalesce(string_agg(o::text, ',' order by o.ordinal), '')) from plans.plan_order o),
    (select md5(coalesce(string_agg(f::text, ',' order by f.id), '')) from plans.fund f)) as digest`;

/** What is written of plans and the books, in one line: the same while nothing of it changed. */
export const digestOf = (db: Database): Promise<string> => readDigest(db, DIGEST);

import type { UserId } from '@candor/kernel';
import type { Database } from '../../src/platform/postgres/db.ts';
import { d18 } from './oracle.ts';

/** Everything a run has left in the database, as the invariants look at it. */
export type Snapshot = {
  /** Prices in force, in the order of the tape. */
  readonly ticks: readonly Tick[];
  readonly tickOf: ReadonlyMap<string, Tick>;
  /** Entries of the user, in the order of the journal. */
  readonly entries: readonly Entry[];
  readonly orders: readonly OrderRow[];
  readonly closings: readonly ClosingRow[];
  readonly events: readonly EventRow[];
  readonly charges: readonly ChargeRow[];
  readonly options: readonly OptionRow[];
  /** Stored balances of the user: "demo user:cash" → USDT units. */
  readonly balances: ReadonlyMap<string, bigint>;
  /** Sums over every posting there is, house and world too: "demo house:fees" → USDT units. */
  readonly totals: ReadonlyMap<string, bigint>;
  readonly feeRates: readonly { rate: bigint; from: number }[];
  /** Request ids with a kept answer. */
  readonly kept: ReadonlySet<string>;
};

export type Mode = 'demo' | 'real';
export type Tick = {
  id: string;
  code: string;
  bid: bigint;
  ask: bigint;
  at: number;
  /** Whether it passed the source rule. */
  acts: boolean;
  /** Place on the tape, from 0, among those in force. */
  place: number;
};
export type Posting = { from: string; to: string; units: bigint; mode: string; asset: string };
export type Entry = {
  seq: number;
  id: string;
  mode: Mode;
  kind: string;
  requestId: string;
  part: number;
  cause: string;
  subject: string | null;
  at: number;
  postings: Posting[];
};
type Stops = { stopLoss: bigint | null; takeProfit: bigint | null; trailing: bigint | null };
export type OrderRow = Stops & {
  id: string;
  orderNo: string;
  mode: Mode;
  code: string;
  side: 'long' | 'short';
  type: 'market' | 'limit' | 'stop' | 'stopLimit';
  status: 'pending' | 'running' | 'closed';
  reason: string | null;
  lots: bigint;
  lotsLeft: bigint;
  size: bigint;
  leverage: number;
  feeRate: bigint;
  margin: bigint | null;
  marginLeft: bigint;
  openFee: bigint;
  financing: bigint;
  asked: bigint | null;
  stop: bigint | null;
  armedTick: string | null;
  price: bigint | null;
  tick: string | null;
  link: bigint | null;
  linkTick: string | null;
  createdAt: number;
  openedAt: number | null;
  closedAt: number | null;
};
export type ClosingRow = {
  contractId: string;
  mode: Mode;
  isLast: boolean;
  reason: string;
  lots: bigint;
  margin: bigint;
  openFee: bigint;
  financing: bigint;
  fee: bigint;
  realized: bigint;
  profit: bigint;
  asked: bigint | null;
  price: bigint | null;
  tick: string | null;
  link: bigint | null;
  linkTick: string | null;
  requestId: string;
  part: number;
  at: number;
};
export type EventRow = {
  contractId: string;
  kind: string;
  tick: string | null;
  changes: { field: string; from: string | null; to: string | null }[];
  at: number;
};
export type ChargeRow = {
  contractId: string;
  day: string;
  rate: bigint;
  lots: bigint;
  mark: bigint;
  markTick: string;
  link: bigint;
  amount: bigint;
};
export type OptionRow = {
  id: string;
  mode: Mode;
  code: string;
  direction: 'up' | 'down';
  status: 'running' | 'closed';
  outcome: 'won' | 'lost' | 'tie' | 'void' | null;
  stake: bigint;
  rate: bigint;
  period: number;
  payout: bigint;
  openPrice: bigint;
  openTick: string;
  boughtAt: number;
  settleAt: number;
  settleTick: string | null;
  paid: bigint | null;
  closedAt: number | null;
};

type Row = Record<string, string | null>;
const ms = (column: string): string => `round(extract(epoch from ${column}) * 1000)::text`;
const text = (row: Row, key: string): string => row[key] ?? '';
const count = (row: Row, key: string): number => Number.parseInt(text(row, key), 10);
const countOr = (row: Row, key: string): number | null =>
  row[key] == null ? null : count(row, key);
const price = (row: Row, key: string): bigint => d18(text(row, key));
const priceOr = (row: Row, key: string): bigint | null =>
  row[key] == null ? null : price(row, key);
const units = (row: Row, key: string): bigint => BigInt(text(row, key));

const TICKS = `select day || '/' || seq as id, instrument, bid::text, ask::text,
    ${ms('received_at')} as at,
    (standing = 'acting' and coalesce((
      select r.status <> 'suspended' from market.restriction r
      where r.code = instrument and r.at <= received_at order by r.number desc limit 1
    ), true))::text as acts
  from market.tick where standing in ('acting', 'first') order by day, seq`;
const ENTRIES = `select e.seq::text, e.id, e.mode, e.kind, e.request_id, e.part::text, e.cause,
    e.subject, ${ms('e.at')} as at, p.from_class, p.to_class, p.amount::text,
    p.mode as posting_mode, p.asset
  from ledger.entry e join ledger.posting p on p.user_id = e.user_id and p.entry_id = e.id
  where e.user_id = $1 order by e.seq, p.line`;
const ORDERS = `select id, order_no, mode, code, side, order_type, status, reason, lots::text,
    coalesce(lots_left, case status when 'closed' then 0 else lots end)::text as lots_left,
    contract_size::text, leverage::text, fee_rate::text, margin::text,
    coalesce(margin_left, case status when 'running' then margin else 0 end)::text as margin_left,
    open_fee::text, financing::text, stop_loss::text, take_profit::text, trailing_distance::text,
    asked_price::text, stop_price::text, armed_tick, open_price::text, open_tick, open_link::text,
    open_link_tick, ${ms('created_at')} as created_at, ${ms('opened_at')} as opened_at,
    ${ms('closed_at')} as closed_at
  from contracts.contract where user_id = $1 order by created_at, id`;
const CLOSINGS = `select contract_id, mode, is_last::text, reason, lots::text, margin::text,
    open_fee::text, financing::text, fee::text, realized::text, profit::text, asked_price::text,
    price::text, tick, link::text, link_tick, request_id, part::text, ${ms('at')} as at
  from contracts.closing where user_id = $1 order by at, place`;
const EVENTS = `select contract_id, kind, tick, changes::text, ${ms('at')} as at
  from contracts.event where user_id = $1 order by seq`;
const CHARGES = `select contract_id, day::text, rate::text, lots::text, mark::text, mark_tick,
    link::text, amount::text from contracts.financing where user_id = $1 order by day`;
const OPTIONS = `select id, mode, code, direction, status, outcome, stake::text, rate::text,
    period::text, payout::text, open_price::text, open_tick, ${ms('bought_at')} as bought_at,
    ${ms('settle_at')} as settle_at, settle_tick, paid::text, ${ms('closed_at')} as closed_at
  from options.option where user_id = $1 order by bought_at, id`;
const BALANCES = `select mode || ' ' || class as account, amount::text from ledger.balance
  where user_id = $1 and asset = 'USDT'`;
const TOTALS = `select mode || ' ' || class as account, sum(amount)::text as amount from (
    select mode, to_class as class, amount from ledger.posting where asset = 'USDT'
    union all select mode, from_class, -amount from ledger.posting where asset = 'USDT') as moved
  group by 1`;
const FEE_RATES = `select value, ${ms('from_at')} as from_at from parameters.parameter
  where key = 'contract.feeRate' order by version`;
const KEPT = 'select request_id::text from platform.request where user_id = $1';

function entriesOf(rows: readonly Row[]): Entry[] {
  const found = new Map<string, Entry>();
  for (const row of rows) {
    const id = text(row, 'id');
    const entry = found.get(id) ?? {
      seq: count(row, 'seq'),
      id,
      mode: text(row, 'mode') as Mode,
      kind: text(row, 'kind'),
      requestId: text(row, 'request_id'),
      part: count(row, 'part'),
      cause: text(row, 'cause'),
      subject: row['subject'] ?? null,
      at: count(row, 'at'),
      postings: [],
    };
    found.set(id, entry);
    entry.postings.push({
      from: text(row, 'from_class'),
      to: text(row, 'to_class'),
      units: units(row, 'amount'),
      mode: text(row, 'posting_mode'),
      asset: text(row, 'asset'),
    });
  }
  return [...found.values()];
}

const orderOf = (row: Row): OrderRow => ({
  id: text(row, 'id'),
  orderNo: text(row, 'order_no'),
  mode: text(row, 'mode') as Mode,
  code: text(row, 'code'),
  side: text(row, 'side') as OrderRow['side'],
  type: text(row, 'order_type') as OrderRow['type'],
  status: text(row, 'status') as OrderRow['status'],
  reason: row['reason'] ?? null,
  lots: price(row, 'lots'),
  lotsLeft: price(row, 'lots_left'),
  size: price(row, 'contract_size'),
  leverage: count(row, 'leverage'),
  feeRate: price(row, 'fee_rate'),
  margin: row['margin'] == null ? null : units(row, 'margin'),
  marginLeft: row['margin_left'] == null ? 0n : units(row, 'margin_left'),
  openFee: units(row, 'open_fee'),
  financing: units(row, 'financing'),
  stopLoss: priceOr(row, 'stop_loss'),
  takeProfit: priceOr(row, 'take_profit'),
  trailing: priceOr(row, 'trailing_distance'),
  asked: priceOr(row, 'asked_price'),
  stop: priceOr(row, 'stop_price'),
  armedTick: row['armed_tick'] ?? null,
  price: priceOr(row, 'open_price'),
  tick: row['open_tick'] ?? null,
  link: priceOr(row, 'open_link'),
  linkTick: row['open_link_tick'] ?? null,
  createdAt: count(row, 'created_at'),
  openedAt: countOr(row, 'opened_at'),
  closedAt: countOr(row, 'closed_at'),
});

const closingOf = (row: Row): ClosingRow => ({
  contractId: text(row, 'contract_id'),
  mode: text(row, 'mode') as Mode,
  isLast: text(row, 'is_last') === 'true',
  reason: text(row, 'reason'),
  lots: price(row, 'lots'),
  margin: units(row, 'margin'),
  openFee: units(row, 'open_fee'),
  financing: units(row, 'financing'),
  fee: units(row, 'fee'),
  realized: units(row, 'realized'),
  profit: units(row, 'profit'),
  asked: priceOr(row, 'asked_price'),
  price: priceOr(row, 'price'),
  tick: row['tick'] ?? null,
  link: priceOr(row, 'link'),
  linkTick: row['link_tick'] ?? null,
  requestId: text(row, 'request_id'),
  part: count(row, 'part'),
  at: count(row, 'at'),
});

const optionOf = (row: Row): OptionRow => ({
  id: text(row, 'id'),
  mode: text(row, 'mode') as Mode,
  code: text(row, 'code'),
  direction: text(row, 'direction') as OptionRow['direction'],
  status: text(row, 'status') as OptionRow['status'],
  outcome: row['outcome'] as OptionRow['outcome'],
  stake: units(row, 'stake'),
  rate: price(row, 'rate'),
  period: count(row, 'period'),
  payout: units(row, 'payout'),
  openPrice: price(row, 'open_price'),
  openTick: text(row, 'open_tick'),
  boughtAt: count(row, 'bought_at'),
  settleAt: count(row, 'settle_at'),
  settleTick: row['settle_tick'] ?? null,
  paid: row['paid'] == null ? null : units(row, 'paid'),
  closedAt: countOr(row, 'closed_at'),
});

/** Reads everything one user and the tape left. */
export async function takeSnapshot(db: Database, userId: UserId): Promise<Snapshot> {
  const own = (sql: string): Promise<Row[]> => db.query<Row>(sql, [userId]);
  const [tickRows, entries, orders, closings, events, charges, options, balances] =
    await Promise.all([
      db.query<Row>(TICKS),
      ...[ENTRIES, ORDERS, CLOSINGS, EVENTS, CHARGES, OPTIONS, BALANCES].map(own),
    ] as const);
  const [totals, feeRates, kept] = await Promise.all([
    db.query<Row>(TOTALS),
    db.query<Row>(FEE_RATES),
    own(KEPT),
  ]);
  const ticks = (tickRows ?? []).map((row, place): Tick => ({
    id: text(row, 'id'),
    code: text(row, 'instrument'),
    bid: price(row, 'bid'),
    ask: price(row, 'ask'),
    at: count(row, 'at'),
    acts: text(row, 'acts') === 'true',
    place,
  }));
  const sums = (rows: readonly Row[] | undefined): Map<string, bigint> =>
    new Map((rows ?? []).map((row) => [text(row, 'account'), units(row, 'amount')]));
  return {
    ticks,
    tickOf: new Map(ticks.map((tick) => [tick.id, tick])),
    entries: entriesOf(entries ?? []),
    orders: (orders ?? []).map(orderOf),
    closings: (closings ?? []).map(closingOf),
    events: (events ?? []).map((row) => ({
      contractId: text(row, 'contract_id'),
      kind: text(row, 'kind'),
      tick: row['tick'] ?? null,
      changes: JSON.parse(row['changes'] ?? '[]') as EventRow['changes'],
      at: count(row, 'at'),
    })),
    charges: (charges ?? []).map((row) => ({
      contractId: text(row, 'contract_id'),
      day: text(row, 'day'),
      rate: price(row, 'rate'),
      lots: price(row, 'lots'),
      mark: price(row, 'mark'),
      markTick: text(row, 'mark_tick'),
      link: price(row, 'link'),
      amount: units(row, 'amount'),
    })),
    options: (options ?? []).map(optionOf),
    balances: sums(balances),
    totals: sums(totals),
    feeRates: feeRates.map((row) => ({ rate: price(row, 'value'), from: count(row, 'from_at') })),
    kept: new Set(kept.map((row) => text(row, 'request_id'))),
  };
}

/** The last price in force of an instrument received by a moment. */
export function lastTick(snapshot: Snapshot, code: string, at: number): Tick | null {
  return snapshot.ticks.findLast((tick) => tick.code === code && tick.at <= at) ?? null;
}

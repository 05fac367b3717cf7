import type { Asset, Mode, UserId } from '@candor/kernel';
import { type Column, columnsOf } from '../platform/postgres/columns.ts';
import type { Row, Sql, Statement, Tx } from '../platform/postgres/db.ts';
import type { UserClass } from './chart.ts';
import type { Entry, Holdings, Posting } from './rules.ts';
import type { BalanceRow, SumRow } from './schema.ts';

export type { SumRow } from './schema.ts';

/** One user's account of one mode. */
export type TradingAccount = { readonly userId: UserId; readonly mode: Mode };

/** Everything a user holds in one mode. */
export type AccountHoldings = Readonly<Record<Asset, Holdings>>;

const KEY: readonly Column<TradingAccount>[] = [
  ['user_id', 'uuid', ({ userId }) => userId],
  ['mode', 'text', ({ mode }) => mode],
];
/** Trading accounts as statements name them. */
export const ACCOUNTS = columnsOf<TradingAccount>(KEY);

const LOCK = `
  select user_id, mode, version::text from ledger.lock_books($1::uuid[], $2::text[])`;

/**
 * Makes commands of these trading accounts follow one another until the transaction ends. Answers,
 * by `accountKey`, a number that changes with every entry that moves the trading account's USDT
 * cash; a trading account without cash has none.
 */
export async function lockAccounts(
  tx: Tx,
  accounts: readonly TradingAccount[],
): Promise<ReadonlyMap<string, string>> {
  return versionsOf(await tx.query(LOCK, ACCOUNTS.values(accounts)));
}

// A subquery that stays one: each account is looked up by its key, however many there are.
const VERSIONS = `
  select user_id, mode,
         (select b.version::text from ledger.balance b
          where b.user_id = wanted.user_id and b.mode = wanted.mode
            and b.asset = 'USDT' and b.class = 'user:cash') as version
  from ${ACCOUNTS.rows('wanted')}`;

/** What reads the versions of trading accounts, behind what moved them. */
export function versionsStatement(accounts: readonly TradingAccount[]): Statement {
  return { text: VERSIONS, values: ACCOUNTS.values(accounts) };
}

/** The versions such a statement answered, by `accountKey`. */
export function versionsOf(rows: readonly Row[]): ReadonlyMap<string, string> {
  const read = rows as readonly { user_id: string; mode: string; version: string | null }[];
  return new Map(
    read.flatMap((row) =>
      row.version === null ? [] : [[`${row.user_id}/${row.mode}`, row.version] as const],
    ),
  );
}

type Remembered = TradingAccount & { readonly version: string };
const REMEMBERED = columnsOf<Remembered>([...KEY, ['version', 'bigint', ({ version }) => version]]);
const HOLD = 'select ledger.hold_books($1::uuid[], $2::text[], $3::bigint[])';

/**
 * What locks trading accounts that are remembered, and fails when one of them moved since:
 * `version` is what was read when it was remembered.
 */
export function holdStatement(accounts: readonly Remembered[]): Statement {
  return { text: HOLD, values: REMEMBERED.values(accounts) };
}

const TOUCH = 'select ledger.touch_books($1::uuid[], $2::text[])';

/**
 * What counts trading accounts on by one without paying, so that a process that remembers them
 * reads them again; for commands that change what stands behind a trading account and move no
 * money.
 */
export function touchStatements(accounts: readonly TradingAccount[]): Statement[] {
  return ACCOUNTS.statements(TOUCH, accounts);
}

const BALANCES = `
  select b.user_id, b.mode, b.asset, b.class, b.amount::text as amount
  from ledger.balance b
  join ${ACCOUNTS.rows('wanted')}
    on wanted.user_id = b.user_id and wanted.mode = b.mode`;

/** Key of a trading account in the maps below. */
export function accountKey(account: TradingAccount): string {
  return `${account.userId}/${account.mode}`;
}

/**
 * What these trading accounts hold now, by `accountKey`; a trading account that never moved holds
 * nothing.
 */
export async function findHoldings(
  sql: Sql,
  accounts: readonly TradingAccount[],
): Promise<ReadonlyMap<string, AccountHoldings>> {
  const rows = await sql.query<BalanceRow>(BALANCES, ACCOUNTS.values(accounts));
  type Filling = Record<Asset, Partial<Record<UserClass, bigint>>>;
  const found = new Map<string, Filling>(
    accounts.map((account) => [accountKey(account), { USDT: {}, BTC: {}, ETH: {} }]),
  );
  for (const row of rows) {
    const book = found.get(`${row.user_id}/${row.mode}`);
    if (book !== undefined) book[row.asset as Asset][row.class as UserClass] = BigInt(row.amount);
  }
  return found;
}

const ENTRIES = columnsOf<Entry>([
  ['user_id', 'uuid', (entry) => entry.userId],
  ['id', 'uuid', (entry) => entry.id],
  ['mode', 'ledger.mode', (entry) => entry.mode],
  ['kind', 'ledger.kind', (entry) => entry.kind],
  ['request_id', 'text', (entry) => entry.requestId],
  ['part', 'int', (entry) => entry.part],
  ['cause', 'ledger.cause', (entry) => entry.cause],
  ['subject', 'uuid', (entry) => entry.subject],
  ['reverses', 'uuid', (entry) => entry.reverses],
  ['at', 'moment', (entry) => entry.at],
]);

/** A posting, at its line of an entry; entries are counted from 1, as PostgreSQL counts lists. */
type Line = { readonly posting: Posting; readonly line: number; readonly entry: number };

// Behind the columns of the entries, in the same statement.
const LINES = columnsOf<Line>(
  [
    ['n', 'int', ({ entry }) => entry],
    ['line', 'int', ({ line }) => line],
    ['asset', 'ledger.asset', ({ posting }) => posting.asset],
    ['from_class', 'ledger.class', ({ posting }) => posting.from],
    ['from_sub', 'text', ({ posting }) => posting.fromSub ?? ''],
    ['to_class', 'ledger.class', ({ posting }) => posting.to],
    ['to_sub', 'text', ({ posting }) => posting.toSub ?? ''],
    ['amount', 'numeric', ({ posting }) => posting.units.toString()],
  ],
  { before: ENTRIES.count },
);

/** A column of the entry that a line belongs to. */
const ofEntry = (name: string): string => `(${ENTRIES.list(name)})[n]`;

const COMMIT = `
  with wanted as (
    ${ENTRIES.insertInto('ledger.entry')}
  )
  insert into ledger.posting
    (user_id, entry_id, line, mode, kind, asset, from_class, from_sub, to_class, to_sub, amount)
  select ${['user_id', 'id'].map(ofEntry).join(', ')}, line,
         ${['mode', 'kind'].map(ofEntry).join(', ')},
         asset, from_class, from_sub, to_class, to_sub, amount
  from ${LINES.rows('p')}`;

/** What writes entries with their postings, in one statement; the database moves the balances. */
export function insertStatements(entries: readonly Entry[]): Statement[] {
  const lines = entries.flatMap(({ postings }, index) =>
    postings.map((posting, line): Line => ({ posting, line, entry: index + 1 })),
  );
  return ENTRIES.statements(COMMIT, entries, ...LINES.values(lines));
}

const EARNED = `
  select b.user_id, b.mode, sum(b.earned)::text as earned
  from ledger.balance b
  join (select distinct * from ${ACCOUNTS.rows('t')}) as wanted
    on wanted.user_id = b.user_id and wanted.mode = b.mode
  where b.asset = 'USDT'
  group by b.user_id, b.mode`;

/**
 * What trading brought these trading accounts, by `accountKey`: results of contracts, options and
 * plan days after fees, financing and shares, as posted so far, since opening or the last demo
 * reset. A trading account that never moved is left out.
 *
 * @units USDT units
 */
export async function findEarned(
  sql: Sql,
  accounts: readonly TradingAccount[],
): Promise<ReadonlyMap<string, bigint>> {
  type EarnedRow = { user_id: string; mode: string; earned: string };
  const rows = await sql.query<EarnedRow>(EARNED, ACCOUNTS.values(accounts));
  return new Map(
    rows.map(({ user_id: userId, mode, earned }) => [`${userId}/${mode}`, BigInt(earned)]),
  );
}

/** Where a figure that is kept with an account differs from the postings. */
const driftOf = (column: 'amount' | 'earned' | 'lines'): string => `
  select coalesce(s.mode, b.mode) as mode, coalesce(s.asset, b.asset) as asset,
         coalesce(s.user_id, b.user_id) || ':' || coalesce(s.class, b.class) as account,
         (coalesce(b.${column}, 0) - coalesce(s.${column}, 0))::text as amount
  from ledger.posted_balance s full join ledger.balance b
    on b.user_id = s.user_id and b.mode = s.mode and b.asset = s.asset and b.class = s.class
  where coalesce(b.${column}, 0) <> coalesce(s.${column}, 0)`;

const HOUSE_DRIFT = `
  select coalesce(s.mode, h.mode) as mode, coalesce(s.asset, h.asset) as asset,
         coalesce(s.class, h.class)
           || case coalesce(s.sub, h.sub) when '' then '' else ':' || coalesce(s.sub, h.sub) end
           as account,
         (coalesce(h.amount, 0) - coalesce(s.amount, 0))::text as amount
  from ledger.posted_house s
  full join (
    select mode, asset, class, sub, sum(amount) as amount from (
      table ledger.house_sum union all table ledger.house_move
    ) held group by 1, 2, 3, 4
  ) h on h.mode = s.mode and h.asset = s.asset and h.class = s.class and h.sub = s.sub
  where coalesce(h.amount, 0) <> coalesce(s.amount, 0)`;

// A mark counts every payment up to its entry, and no other.
const MARK_DRIFT = `
  select m.mode, 'USDT' as asset, m.user_id || ' at payment ' || m.place as account,
         (m.place - coalesce(s.place, 0))::text as amount
  from ledger.mark m
  left join ledger.posted_place s
    on s.user_id = m.user_id and s.mode = m.mode and s.seq = m.seq
  left join ledger.posted_mark k
    on k.user_id = m.user_id and k.mode = m.mode and k.place = m.place
  where (m.place, m.usdt, m.btc, m.eth, m.counts)
    is distinct from (s.place, s.usdt, s.btc, s.eth, k.counts)`;

const HOUR_DRIFT = `
  select coalesce(s.mode, h.mode) as mode, 'USDT' as asset,
         coalesce(s.user_id, h.user_id) || ' in the hour of ' || coalesce(s.at, h.at) as account,
         (coalesce(h.moved, 0) - coalesce(s.moved, 0))::text as amount
  from ledger.posted_hour s
  full join ledger.hour h on h.user_id = s.user_id and h.mode = s.mode and h.at = s.at
  where (coalesce(h.moved, 0), coalesce(h.earned, 0))
    <> (coalesce(s.moved, 0), coalesce(s.earned, 0))`;

const CLASS_SUMS = `
  select mode, asset, class as account, sum(amount)::text as amount from (
    select mode, asset, from_class as class, -amount as amount from ledger.posting
    union all
    select mode, asset, to_class, amount from ledger.posting
  ) legs group by mode, asset, class order by mode, asset, class`;

const MIXED = `
  select e.mode, p.asset, e.id::text as account, count(*)::text as amount
  from ledger.entry e join ledger.posting p on p.user_id = e.user_id and p.entry_id = e.id
  where p.mode <> e.mode or p.kind <> e.kind group by 1, 2, 3`;

const EMPTY = `
  select e.mode, 'USDT' as asset, e.id::text as account, '0' as amount
  from ledger.entry e
  where not exists (
    select from ledger.posting p where p.user_id = e.user_id and p.entry_id = e.id)`;

const OUTSIDE = `
  select e.mode, p.asset, p.from_class || ' → ' || p.to_class as account, p.amount::text as amount
  from ledger.entry e join ledger.posting p on p.user_id = e.user_id and p.entry_id = e.id
  where not exists (
    select from ledger.allowed a where a.kind = e.kind::text
      and a.from_class
        = (case when e.reverses is null then p.from_class else p.to_class end)::text
      and a.to_class
        = (case when e.reverses is null then p.to_class else p.from_class end)::text)`;

/** Sums that reconcile looks at. */
export const sums = {
  classes: (sql: Sql): Promise<SumRow[]> => sql.query<SumRow>(CLASS_SUMS),
  drift: (sql: Sql): Promise<SumRow[]> => sql.query<SumRow>(driftOf('amount')),
  earned: (sql: Sql): Promise<SumRow[]> => sql.query<SumRow>(driftOf('earned')),
  lines: (sql: Sql): Promise<SumRow[]> => sql.query<SumRow>(driftOf('lines')),
  house: (sql: Sql): Promise<SumRow[]> => sql.query<SumRow>(HOUSE_DRIFT),
  hours: (sql: Sql): Promise<SumRow[]> => sql.query<SumRow>(HOUR_DRIFT),
  marks: (sql: Sql): Promise<SumRow[]> => sql.query<SumRow>(MARK_DRIFT),
  mixed: (sql: Sql): Promise<SumRow[]> => sql.query<SumRow>(MIXED),
  empty: (sql: Sql): Promise<SumRow[]> => sql.query<SumRow>(EMPTY),
  outside: (sql: Sql): Promise<SumRow[]> => sql.query<SumRow>(OUTSIDE),
};

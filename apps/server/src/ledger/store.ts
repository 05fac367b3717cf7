import type { Asset, Mode, UserId } from '@candor/kernel';
import type { Row, Sql, Statement, Tx } from '../platform/postgres/db.ts';
import type { UserClass } from './chart.ts';
import type { Entry, Holdings } from './rules.ts';
import type { BalanceRow, SumRow } from './schema.ts';

export type { SumRow } from './schema.ts';

/** One user's account of one mode. */
export type TradingAccount = { readonly userId: UserId; readonly mode: Mode };

/** Everything a user holds in one mode. */
export type AccountHoldings = Readonly<Record<Asset, Holdings>>;

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
  const values = [
    accounts.map((account) => account.userId),
    accounts.map((account) => account.mode),
  ];
  return versionsOf(await tx.query(LOCK, values));
}

// A subquery that stays one: each account is looked up by its key, however many there are.
const VERSIONS = `
  select user_id, mode,
         (select b.version::text from ledger.balance b
          where b.user_id = wanted.user_id and b.mode = wanted.mode
            and b.asset = 'USDT' and b.class = 'user:cash') as version
  from unnest($1::uuid[], $2::text[]) as wanted (user_id, mode)`;

/** What reads the versions of trading accounts, behind what moved them. */
export function versionsStatement(accounts: readonly TradingAccount[]): Statement {
  return {
    text: VERSIONS,
    values: [accounts.map((account) => account.userId), accounts.map((account) => account.mode)],
  };
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

const HOLD = 'select ledger.hold_books($1::uuid[], $2::text[], $3::bigint[])';

/**
 * What locks trading accounts that are remembered, and fails when one of them moved since:
 * `version` is what was read when it was remembered.
 */
export function holdStatement(
  accounts: readonly (TradingAccount & { readonly version: string })[],
): Statement {
  const values = [
    accounts.map((account) => account.userId),
    accounts.map((account) => account.mode),
    accounts.map((account) => account.version),
  ];
  return { text: HOLD, values };
}

const TOUCH = 'select ledger.touch_books($1::uuid[], $2::text[])';

/**
 * What counts trading accounts on by one without paying, so that a process that remembers them
 * reads them again; for commands that change what stands behind a trading account and move no
 * money.
 */
export function touchStatements(accounts: readonly TradingAccount[]): Statement[] {
  if (accounts.length === 0) return [];
  const values = [
    accounts.map((account) => account.userId),
    accounts.map((account) => account.mode),
  ];
  return [{ text: TOUCH, values }];
}

const BALANCES = `
  select b.user_id, b.mode, b.asset, b.class, b.amount::text as amount
  from ledger.balance b
  join unnest($1::uuid[], $2::text[]) as wanted (user_id, mode)
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
  const rows = await sql.query<BalanceRow>(BALANCES, [
    accounts.map((account) => account.userId),
    accounts.map((account) => account.mode),
  ]);
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

const COMMIT = `
  with wanted as (
    insert into ledger.entry
      (user_id, id, mode, kind, request_id, part, cause, subject, reverses, at)
    select user_id, id, mode, kind, request_id, part, cause, subject, reverses,
           platform.from_ms(at)
    from unnest($1::uuid[], $2::uuid[], $3::ledger.mode[], $4::ledger.kind[], $5::text[],
                $6::int[], $7::ledger.cause[], $8::uuid[], $9::uuid[], $10::bigint[])
      as e (user_id, id, mode, kind, request_id, part, cause, subject, reverses, at)
  )
  insert into ledger.posting
    (user_id, entry_id, line, mode, kind, asset, from_class, from_sub, to_class, to_sub, amount)
  select ($1::uuid[])[n], ($2::uuid[])[n], line, ($3::ledger.mode[])[n], ($4::ledger.kind[])[n],
         asset, from_class, from_sub, to_class, to_sub, amount
  from unnest($11::int[], $12::int[], $13::ledger.asset[], $14::ledger.class[], $15::text[],
              $16::ledger.class[], $17::text[], $18::numeric[])
    as p (n, line, asset, from_class, from_sub, to_class, to_sub, amount)`;

/** What writes entries with their postings, in one statement; the database moves the balances. */
export function insertStatements(entries: readonly Entry[]): Statement[] {
  if (entries.length === 0) return [];
  const lines = entries.flatMap((entry, index) =>
    entry.postings.map((posting, line) => ({ posting, line, entry: index + 1 })),
  );
  const values = [
    entries.map((entry) => entry.userId),
    entries.map((entry) => entry.id),
    entries.map((entry) => entry.mode),
    entries.map((entry) => entry.kind),
    entries.map((entry) => entry.requestId),
    entries.map((entry) => entry.part),
    entries.map((entry) => entry.cause),
    entries.map((entry) => entry.subject),
    entries.map((entry) => entry.reverses),
    entries.map((entry) => entry.at),
    lines.map(({ entry }) => entry),
    lines.map(({ line }) => line),
    lines.map(({ posting }) => posting.asset),
    lines.map(({ posting }) => posting.from),
    lines.map(({ posting }) => posting.fromSub ?? ''),
    lines.map(({ posting }) => posting.to),
    lines.map(({ posting }) => posting.toSub ?? ''),
    lines.map(({ posting }) => posting.units.toString()),
  ];
  return [{ text: COMMIT, values }];
}

const EARNED = `
  select b.user_id, b.mode, sum(b.earned)::text as earned
  from ledger.balance b
  join (select distinct * from unnest($1::uuid[], $2::text[]) as t (user_id, mode)) as wanted
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
  const rows = await sql.query<EarnedRow>(EARNED, [
    accounts.map((account) => account.userId),
    accounts.map((account) => account.mode),
  ]);
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
  marks: (sql: Sql): Promise<SumRow[]> => sql.query<SumRow>(MARK_DRIFT),
  mixed: (sql: Sql): Promise<SumRow[]> => sql.query<SumRow>(MIXED),
  empty: (sql: Sql): Promise<SumRow[]> => sql.query<SumRow>(EMPTY),
  outside: (sql: Sql): Promise<SumRow[]> => sql.query<SumRow>(OUTSIDE),
};

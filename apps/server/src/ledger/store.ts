import type { Asset, Mode, UserId } from '@candor/kernel';
import type { Sql, Statement, Tx } from '../platform/db.ts';
import type { AccountClass, UserClass } from './chart.ts';
import type { Entry, Holdings } from './rules.ts';
import type { BalanceRow, SumRow } from './schema.ts';

export type { SumRow } from './schema.ts';

/** One user's books of one mode. */
export type Book = { readonly userId: UserId; readonly mode: Mode };

/** Everything a user holds in one mode. */
export type BookHoldings = Readonly<Record<Asset, Holdings>>;

const LOCK = `
  select user_id, mode, version::text from ledger.lock_books($1::uuid[], $2::text[])`;

/**
 * Makes acts of these books follow one another until the transaction ends. Answers, by `bookKey`,
 * a number that changes with every entry that moves the book's USDT cash; a book without cash has
 * none.
 */
export async function lockBooks(
  tx: Tx,
  books: readonly Book[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ user_id: string; mode: string; version: string }>(LOCK, [
    books.map((book) => book.userId),
    books.map((book) => book.mode),
  ]);
  return new Map(rows.map((row) => [`${row.user_id}/${row.mode}`, row.version]));
}

const HOLD = 'select ledger.hold_books($1::uuid[], $2::text[], $3::bigint[])';

/**
 * What locks books somebody remembers, and fails when one of them moved since: `version` is what
 * `lockBooks` answered when it was read, one more for each statement that moved it.
 */
export function holdStatement(books: readonly (Book & { readonly version: string })[]): Statement {
  const values = [
    books.map((book) => book.userId),
    books.map((book) => book.mode),
    books.map((book) => book.version),
  ];
  return { text: HOLD, values };
}

const TOUCH = 'select ledger.touch_books($1::uuid[], $2::text[])';

/**
 * What counts books on by one without paying, so that whoever remembers them reads them again; for
 * acts that change what stands behind a book and move no money.
 */
export function touchStatements(books: readonly Book[]): Statement[] {
  if (books.length === 0) return [];
  const values = [books.map((book) => book.userId), books.map((book) => book.mode)];
  return [{ text: TOUCH, values }];
}

const BALANCES = `
  select b.user_id, b.mode, b.asset, b.class, b.amount::text as amount
  from ledger.balance b
  join unnest($1::uuid[], $2::text[]) as wanted (user_id, mode)
    on wanted.user_id = b.user_id and wanted.mode = b.mode`;

/** Key of a book in the maps below. */
export function bookKey(book: Book): string {
  return `${book.userId}/${book.mode}`;
}

/** What these books hold now, by `bookKey`; a book that never moved holds nothing. */
export async function findHoldings(
  sql: Sql,
  books: readonly Book[],
): Promise<ReadonlyMap<string, BookHoldings>> {
  const rows = await sql.query<BalanceRow>(BALANCES, [
    books.map((book) => book.userId),
    books.map((book) => book.mode),
  ]);
  type Filling = Record<Asset, Partial<Record<UserClass, bigint>>>;
  const found = new Map<string, Filling>(
    books.map((book) => [bookKey(book), { USDT: {}, BTC: {}, ETH: {} }]),
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
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::int[],
                $7::text[], $8::text[], $9::uuid[], $10::bigint[])
      as e (user_id, id, mode, kind, request_id, part, cause, subject, reverses, at)
  )
  insert into ledger.posting
    (user_id, entry_id, line, mode, kind, asset, from_class, from_sub, to_class, to_sub, amount)
  select ($1::uuid[])[n], ($2::uuid[])[n], line, ($3::text[])[n], ($4::text[])[n], asset,
         from_class, from_sub, to_class, to_sub, amount
  from unnest($11::int[], $12::int[], $13::text[], $14::text[], $15::text[], $16::text[],
              $17::text[], $18::numeric[])
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

// Said twice of each side, so that the planner sees that the index without users' accounts answers.
const HOUSE_SUM = `
  select (select coalesce(sum(amount), 0) from ledger.posting
          where to_class = $1 and mode = $2 and asset = $3 and to_class not like 'user:%')::text
           as in_amount,
         (select coalesce(sum(amount), 0) from ledger.posting
          where from_class = $1 and mode = $2 and asset = $3 and from_class not like 'user:%')::text
           as out_amount`;

/** Balance of a house account: Σ in − Σ out over its postings, in units. */
export async function sumHouse(
  sql: Sql,
  account: { accountClass: AccountClass; mode: Mode; asset: Asset },
): Promise<bigint> {
  const [row] = await sql.query<{ in_amount: string; out_amount: string }>(HOUSE_SUM, [
    account.accountClass,
    account.mode,
    account.asset,
  ]);
  return BigInt(row?.in_amount ?? 0) - BigInt(row?.out_amount ?? 0);
}

const DRIFT = `
  with legs as (
    select user_id, mode, asset, from_class as class, -amount as amount from ledger.posting
    union all
    select user_id, mode, asset, to_class, amount from ledger.posting
  ), sums as (
    select user_id, mode, asset, class, sum(amount) as amount from legs
    where class like 'user:%' group by 1, 2, 3, 4
  )
  select coalesce(s.mode, b.mode) as mode, coalesce(s.asset, b.asset) as asset,
         coalesce(s.user_id, b.user_id) || ':' || coalesce(s.class, b.class) as account,
         (coalesce(b.amount, 0) - coalesce(s.amount, 0))::text as amount
  from sums s full join ledger.balance b
    on b.user_id = s.user_id and b.mode = s.mode and b.asset = s.asset and b.class = s.class
  where coalesce(b.amount, 0) <> coalesce(s.amount, 0)`;

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
    select from ledger.allowed a where a.kind = e.kind
      and a.from_class = case when e.reverses is null then p.from_class else p.to_class end
      and a.to_class = case when e.reverses is null then p.to_class else p.from_class end)`;

/** Sums that reconcile looks at. */
export const sums = {
  classes: (sql: Sql): Promise<SumRow[]> => sql.query<SumRow>(CLASS_SUMS),
  drift: (sql: Sql): Promise<SumRow[]> => sql.query<SumRow>(DRIFT),
  mixed: (sql: Sql): Promise<SumRow[]> => sql.query<SumRow>(MIXED),
  empty: (sql: Sql): Promise<SumRow[]> => sql.query<SumRow>(EMPTY),
  outside: (sql: Sql): Promise<SumRow[]> => sql.query<SumRow>(OUTSIDE),
};

const TURNOVER = `
  select coalesce(sum(amount), 0)::text as amount from ledger.posting p
  join ledger.entry e on e.user_id = p.user_id and e.id = p.entry_id
  where p.kind = any ($1::text[]) and p.mode = $2 and p.asset = $3
    and p.from_class = $4 and p.to_class = $5 and e.at > platform.from_ms($6)`;

/** Sum of one kind of payment since a moment, in units. */
export async function sumPayments(
  sql: Sql,
  asked: {
    kinds: readonly string[];
    mode: Mode;
    asset: Asset;
    from: AccountClass;
    to: AccountClass;
    since: number;
  },
): Promise<bigint> {
  const [row] = await sql.query<{ amount: string }>(TURNOVER, [
    asked.kinds,
    asked.mode,
    asked.asset,
    asked.from,
    asked.to,
    asked.since,
  ]);
  return BigInt(row?.amount ?? 0);
}

import { type Mode, type Money, type UnixMs, type UserId, money } from '@candor/kernel';
import { type Book, bookKey } from '../ledger/index.ts';
import type { Sql } from '../platform/db.ts';
import type { Outcome } from './option.ts';

const PROFITS = `
  select coalesce(sum(paid - stake), 0)::text as profit from options.option
  where user_id = $1 and mode = $2 and status = 'closed' and closed_at > platform.from_ms($3)`;

/** Sum of what options settled after a moment won and lost. */
export async function sumProfits(
  sql: Sql,
  asked: Book & { readonly since: UnixMs },
): Promise<Money> {
  const [row] = await sql.query<{ profit: string }>(PROFITS, [
    asked.userId,
    asked.mode,
    asked.since,
  ]);
  return money('USDT', BigInt(row?.profit ?? '0'));
}

const PROFITS_OF = `
  select a.user_id, a.mode, coalesce(sum(o.paid - o.stake), 0)::text as profit
  from unnest($1::uuid[], $2::text[], $3::bigint[]) as a (user_id, mode, since)
  left join options.option o
    on o.user_id = a.user_id and o.mode = a.mode and o.status = 'closed'
   and o.closed_at > platform.from_ms(a.since)
  group by a.user_id, a.mode`;

/** The same of many books in one statement, by `bookKey`. */
export async function sumProfitsOf(
  sql: Sql,
  asked: readonly (Book & { readonly since: UnixMs })[],
): Promise<ReadonlyMap<string, Money>> {
  type Row = { user_id: UserId; mode: Mode; profit: string };
  const rows = await sql.query<Row>(PROFITS_OF, [
    asked.map(({ userId }) => userId),
    asked.map(({ mode }) => mode),
    asked.map(({ since }) => since),
  ]);
  return new Map(
    rows.map(({ user_id: userId, mode, profit }) => [
      bookKey({ userId, mode }),
      money('USDT', BigInt(profit)),
    ]),
  );
}

const RECORD = `
  select outcome, count(*)::int as count, sum(paid - stake)::text as profit
  from options.option where user_id = $1 and mode = $2 and status = 'closed' group by outcome`;

/** How the options of a book ended, by outcome. @units profit: USDT units */
export async function countOutcomes(
  sql: Sql,
  book: Book,
): Promise<ReadonlyMap<Outcome, { readonly count: number; readonly profit: bigint }>> {
  const rows = await sql.query<{ outcome: string; count: number; profit: string }>(RECORD, [
    book.userId,
    book.mode,
  ]);
  return new Map(
    rows.map(({ outcome, count, profit }) => [
      outcome as Outcome,
      { count, profit: BigInt(profit) },
    ]),
  );
}

const STAKED = `
  select coalesce(sum(stake), 0)::text as units from options.option
  where mode = $1 and bought_at > platform.from_ms($2)`;

/** Stakes of all options bought after a moment; and the statement. */
export async function sumStaked(
  sql: Sql,
  asked: { mode: Mode; since: number },
): Promise<{ staked: Money; statement: string }> {
  const [row] = await sql.query<{ units: string }>(STAKED, [asked.mode, asked.since]);
  return {
    staked: money('USDT', BigInt(row?.units ?? '0')),
    statement: STAKED.trim().replaceAll(/\s+/g, ' '),
  };
}

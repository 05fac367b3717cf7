import type { Asset, UnixMs, UserId } from '@candor/kernel';
import type { Network } from '@candor/protocol';
import { columnsOf } from '../../platform/postgres/columns.ts';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { Quote } from './asking/rules.ts';
import type { QuoteRow } from './schema.ts';

/** Quotes of one user kept at once. */
const KEPT_MAX = 10;

const TIDY = `
  delete from cashier.withdrawal_quote where user_id = $1 and id not in (
    select id from cashier.withdrawal_quote
    where user_id = $1 and expires_at >= platform.from_ms($2)
    order by expires_at desc limit ${KEPT_MAX - 1})`;
const PUT = `
  insert into cashier.withdrawal_quote (user_id, id, asset, network, address_id, amount, fee,
    network_fee, receive, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, platform.from_ms($10))`;

/** Keeps a quote; those of its user that ended go, and the oldest of many. */
export async function putQuote(tx: Tx, quote: Quote, at: UnixMs): Promise<void> {
  const { userId, id, asset, network, addressId, expiresAt } = quote;
  const figures = [quote.amount, quote.fee, quote.networkFee, quote.receive].map(String);
  await tx.query(TIDY, [userId, at]);
  await tx.query(PUT, [userId, id, asset, network, addressId, ...figures, expiresAt]);
}

/** A quote of a user's, by its id. */
type Named = Pick<Quote, 'userId' | 'id'>;
const NAMED = columnsOf<Named>([
  ['user_id', 'uuid', ({ userId }) => userId],
  ['id', 'uuid', ({ id }) => id],
]);
const STANDS = `
  q.user_id = asked.user_id and q.id = asked.id
    and q.expires_at >= platform.from_ms(${NAMED.behind(1)})`;
const FIND = `
  select asked.place::int as place, q.id, q.asset, q.network, q.address_id, q.amount, q.fee,
    q.network_fee, q.receive, q.expires_at
  from cashier.withdrawal_quote q join ${NAMED.numbered('asked')} on ${STANDS}`;
const USE = `
  delete from cashier.withdrawal_quote q using ${NAMED.rows('asked')} where ${STANDS}
  returning q.id`;

function quoteOf(userId: UserId, row: QuoteRow): Quote {
  return {
    id: row.id,
    userId,
    asset: row.asset as Asset,
    network: row.network as Network,
    addressId: row.address_id,
    amount: BigInt(row.amount),
    fee: BigInt(row.fee),
    networkFee: BigInt(row.network_fee),
    receive: BigInt(row.receive),
    expiresAt: row.expires_at as UnixMs,
  };
}

/** Quotes in the order they are asked for; null for one that ended, was used, or is another user's. */
export async function findQuotes(
  sql: Sql,
  asked: readonly Named[],
  at: UnixMs,
): Promise<readonly (Quote | null)[]> {
  const values = [...NAMED.values(asked), at];
  const rows = await sql.query<Row & QuoteRow & { place: number }>(FIND, values);
  const found = new Map(rows.map((row) => [row.place, row]));
  return asked.map(({ userId }, index) => {
    const row = found.get(index + 1);
    return row === undefined ? null : quoteOf(userId, row);
  });
}

/** Uses quotes up; false where one of them was used or went since it was found: nothing may stand then. */
export async function useQuotes(tx: Tx, quotes: readonly Named[], at: UnixMs): Promise<boolean> {
  return (await tx.query(USE, [...NAMED.values(quotes), at])).length === quotes.length;
}

/** Ended quotes that go at once. */
export const SWEPT_MAX = 500;

const SWEEP = `
  delete from cashier.withdrawal_quote where id in (
    select id from cashier.withdrawal_quote where expires_at < platform.from_ms($1)
    order by expires_at limit ${SWEPT_MAX})
  returning id`;

/** Drops quotes that ended before a moment, some at a time; answers how many. */
export async function sweepQuotes(sql: Sql, before: UnixMs): Promise<number> {
  return (await sql.query(SWEEP, [before])).length;
}

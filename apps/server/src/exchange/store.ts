import {
  type Asset,
  type QuoteId,
  type TickId,
  type UnixMs,
  type UserId,
  ensure,
  formatDecimal,
  money,
  price,
  rate,
} from '@candor/kernel';
import type { Conversion } from '@candor/pricing';
import { columnsOf } from '../platform/postgres/columns.ts';
import type { Sql, Statement } from '../platform/postgres/db.ts';
import type { ConversionId, Converted, HeldQuote, TickPrice } from './conversion.ts';
import type { ConversionRow, QuoteRow } from './schema.ts';

function priceFrom(text: string | null, tick: string | null): TickPrice | null {
  if (text === null) return null;
  return { price: price(text), tickId: ensure(tick, 'a price has its tick') as TickId };
}

function quoteFrom(row: QuoteRow): HeldQuote {
  return {
    id: row.id as QuoteId,
    userId: row.user_id as UserId,
    amount: money(row.from_asset as Asset, BigInt(row.amount)),
    to: row.to_asset as Asset,
    feed: row.feed,
    sell: priceFrom(row.sell_price, row.sell_tick),
    buy: priceFrom(row.buy_price, row.buy_tick),
    spreadRate: rate(row.spread_rate),
    spreadVersion: row.spread_version,
    quotedAt: row.quoted_at as UnixMs,
    expiresAt: row.expires_at as UnixMs,
  };
}

function conversionFrom(row: ConversionRow): Converted {
  return { ...quoteFrom(row), orderNo: row.order_no, at: row.at as UnixMs };
}

const COLUMNS = `
  c.user_id, c.id, c.from_asset, c.to_asset, c.amount::text, c.feed, c.sell_price::text,
  c.sell_tick, c.buy_price::text, c.buy_tick, c.spread_rate::text, c.spread_version, c.quoted_at,
  c.expires_at`;

const FIND_QUOTE = `select ${COLUMNS} from exchange.quote c where c.user_id = $1 and c.id = $2`;

/** A held price of a user; null for none of theirs, and for one that was used. */
export async function findQuote(
  sql: Sql,
  named: { readonly userId: UserId; readonly id: QuoteId },
): Promise<HeldQuote | null> {
  const [row] = await sql.query<QuoteRow>(FIND_QUOTE, [named.userId, named.id]);
  return row === undefined ? null : quoteFrom(row);
}

const QUOTE = [
  ['user_id', 'uuid', (c: HeldQuote) => c.userId],
  ['id', 'uuid', (c: HeldQuote) => c.id],
  ['from_asset', 'text', (c: HeldQuote) => c.amount.asset],
  ['to_asset', 'text', (c: HeldQuote) => c.to],
  ['amount', 'numeric', (c: HeldQuote) => c.amount.units.toString()],
  ['feed', 'text', (c: HeldQuote) => c.feed],
  ['sell_price', 'numeric', (c: HeldQuote) => c.sell && formatDecimal(c.sell.price)],
  ['sell_tick', 'text', (c: HeldQuote) => c.sell?.tickId ?? null],
  ['buy_price', 'numeric', (c: HeldQuote) => c.buy && formatDecimal(c.buy.price)],
  ['buy_tick', 'text', (c: HeldQuote) => c.buy?.tickId ?? null],
  ['spread_rate', 'numeric', (c: HeldQuote) => formatDecimal(c.spreadRate)],
  ['spread_version', 'int', (c: HeldQuote) => c.spreadVersion],
  ['quoted_at', 'moment', (c: HeldQuote) => c.quotedAt],
  ['expires_at', 'moment', (c: HeldQuote) => c.expiresAt],
] as const;

const QUOTES = columnsOf<HeldQuote>(QUOTE);
const INSERT_QUOTE = QUOTES.insertInto('exchange.quote');
const SWEEP = 'delete from exchange.quote where user_id = $1 and expires_at < platform.from_ms($2)';

/** What holds a price for a user, and removes those of theirs that have ended. */
export function holdStatements(quote: HeldQuote, now: UnixMs): Statement[] {
  return [
    { text: SWEEP, values: [quote.userId, now] },
    ...QUOTES.statements(INSERT_QUOTE, [quote]),
  ];
}

/** A conversion with what it moved. */
export type Written = { readonly done: Converted; readonly conversion: Conversion };

const CONVERSIONS = columnsOf<Written>([
  ...QUOTE.map(([name, type, of]) => [name, type, ({ done }: Written) => of(done)] as const),
  ['order_no', 'text', ({ done }) => done.orderNo],
  ['usdt', 'numeric', ({ conversion }) => usdtOf(conversion).toString()],
  ['spread', 'numeric', ({ conversion }) => conversion.spread.units.toString()],
  ['receive', 'numeric', ({ conversion }) => conversion.receive.units.toString()],
  ['at', 'moment', ({ done }) => done.at],
]);
const INSERT = CONVERSIONS.insertInto('exchange.conversion');
const USE = `
  with used as (delete from exchange.quote where user_id = $1 and id = $2 returning id)
  select platform.require(count(*) = 1, 'a quote is used once') from used`;

/** The USDT that changed hands, the house's share included. */
function usdtOf({ amount, legs }: Conversion): bigint {
  if (amount.asset === 'USDT') return amount.units;
  return ensure(legs[0], 'a conversion has a leg').received.units;
}

/** What writes a conversion down and ends its quote; it fails where that was used. */
export function convertStatements(written: Written): Statement[] {
  const { userId, id } = written.done;
  return [{ text: USE, values: [userId, id] }, ...CONVERSIONS.statements(INSERT, [written])];
}

type Named = { readonly userId: UserId; readonly id: ConversionId };
const NAMED = columnsOf<Named>([
  ['user_id', 'uuid', ({ userId }) => userId],
  ['id', 'uuid', ({ id }) => id],
]);
const FIND = `
  select ${COLUMNS}, c.order_no, c.at from exchange.conversion c
  join ${NAMED.rows('asked')} on asked.user_id = c.user_id and asked.id = c.id`;

/** Conversions by their ids. */
export async function findConversions(sql: Sql, ids: readonly Named[]): Promise<Converted[]> {
  if (ids.length === 0) return [];
  const rows = await sql.query<ConversionRow>(FIND, NAMED.values(ids));
  return rows.map(conversionFrom);
}

const FIND_BY_NUMBER = `
  select ${COLUMNS}, c.order_no, c.at from exchange.conversion c
  where c.order_no = $2 and c.user_id = $1`;

/** A user's conversion by its number; null for none of theirs. */
export async function findByNumber(
  sql: Sql,
  named: { readonly userId: UserId; readonly orderNo: string },
): Promise<Converted | null> {
  const [row] = await sql.query<ConversionRow>(FIND_BY_NUMBER, [named.userId, named.orderNo]);
  return row === undefined ? null : conversionFrom(row);
}

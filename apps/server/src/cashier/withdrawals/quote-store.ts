import type { Asset, UnixMs, UserId } from '@candor/kernel';
import type { Network } from '@candor/protocol';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { QuoteRow } from './schema.ts';

/** Figures a user was promised. @units units of the asset */
export type Quote = {
  readonly id: string;
  readonly userId: UserId;
  readonly asset: Asset;
  readonly network: Network;
  readonly addressId: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly networkFee: bigint;
  readonly receive: bigint;
  readonly expiresAt: UnixMs;
};

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

const TAKE = `
  delete from cashier.withdrawal_quote
  where user_id = $1 and id = $2 and expires_at >= platform.from_ms($3)
  returning id, asset, network, address_id, amount, fee, network_fee, receive, expires_at`;

/** Uses a quote up; null where it ended, was used, or is another user's. */
export async function takeQuote(
  tx: Tx,
  { userId, id, at }: { readonly userId: UserId; readonly id: string; readonly at: UnixMs },
): Promise<Quote | null> {
  const [row] = await tx.query<Row & QuoteRow>(TAKE, [userId, id, at]);
  if (row === undefined) return null;
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

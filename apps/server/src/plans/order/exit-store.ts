import { type Money, type UnixMs, type UserId, formatDecimal } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import { priceFrom } from '../plan/fund-store.ts';
import type { TickPrices } from '../plan/plan.ts';
import { usdt } from '../plan/plan-store.ts';

/** What leaving brings at prices that are held for some seconds. */
export type ExitQuote = {
  readonly id: string;
  readonly userId: UserId;
  readonly orderId: string;
  readonly prices: TickPrices;
  readonly receive: Money;
  readonly expiresAt: UnixMs;
};

const SWEEP = `
  delete from plans.exit_quote where user_id = $1 and expires_at < platform.from_ms($2)`;
const INSERT = `
  insert into plans.exit_quote (user_id, id, order_id, prices, receive, expires_at)
  values ($1, $2, $3, $4::jsonb, $5, platform.from_ms($6))`;

/** Holds a quote, and drops those of the user that have ended. */
export async function insertExitQuote(sql: Sql, quote: ExitQuote, now: UnixMs): Promise<void> {
  await sql.query(SWEEP, [quote.userId, now]);
  const prices = quote.prices.map(
    (one) => one && { ...one, bid: formatDecimal(one.bid), ask: formatDecimal(one.ask) },
  );
  await sql.query(INSERT, [
    quote.userId,
    quote.id,
    quote.orderId,
    JSON.stringify(prices),
    quote.receive.units.toString(),
    quote.expiresAt,
  ]);
}

const TAKE = `
  delete from plans.exit_quote where user_id = $1 and id = $2
  returning id, order_id, prices, receive::text, expires_at`;

type QuoteRow = Row & {
  id: string;
  order_id: string;
  prices: Parameters<typeof priceFrom>[0][];
  receive: string;
  expires_at: number;
};

/** Takes a quote, so that it is used once; null for none of the user's. */
export async function takeExitQuote(
  tx: Tx,
  named: { readonly userId: UserId; readonly id: string },
): Promise<ExitQuote | null> {
  const [row] = await tx.query<QuoteRow>(TAKE, [named.userId, named.id]);
  if (row === undefined) return null;
  return {
    id: row.id,
    userId: named.userId,
    orderId: row.order_id,
    prices: row.prices.map(priceFrom),
    receive: usdt(row.receive),
    expiresAt: row.expires_at as UnixMs,
  };
}

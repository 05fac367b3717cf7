import {
  type Asset,
  type TickId,
  type UnixMs,
  type UserId,
  formatDecimal,
  money,
  price,
  rate,
} from '@candor/kernel';
import type { Owed } from '@candor/pricing';
import type { loans as protocol } from '@candor/protocol';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import { type Named, amountsOf, keptOf, usdt } from './kept-store.ts';
import type { SaleRecord } from './loan.ts';
import type { SaleRow } from './schema.ts';

type SaleCause = protocol.SaleCause;

const INSERT_SALE = `
  insert into loans.sale (user_id, id, loan_id, cause, at, line, wanted, ltv_max, spread_rate,
    spread_version, feed, principal_before, interest_before, held, given, paid_interest,
    paid_principal, lost_interest, lost_principal)
  values ($1, $2, $3, $4, platform.from_ms($5), $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
    $17, $18, $19)`;

/** Writes a sale of collateral down. */
export async function insertSale(tx: Tx, sale: SaleRecord): Promise<void> {
  const { aim, before, paid, lost } = sale;
  const held = sale.held.map(({ held: { asset, units }, at }) => ({
    asset,
    units: units.toString(),
    price: at === null ? null : formatDecimal(at.price),
    tick: at?.tickId ?? null,
  }));
  await tx.query(INSERT_SALE, [
    sale.userId,
    sale.id,
    sale.loanId,
    sale.cause,
    sale.at,
    'line' in aim ? formatDecimal(aim.line) : null,
    'wanted' in aim ? aim.wanted.units.toString() : null,
    formatDecimal(sale.ltvMax),
    formatDecimal(sale.spreadRate),
    sale.spreadVersion,
    sale.feed,
    before.principal.units.toString(),
    before.interest.units.toString(),
    JSON.stringify(held),
    keptOf(sale.given),
    paid.interest.units.toString(),
    paid.principal.units.toString(),
    lost.interest.units.toString(),
    lost.principal.units.toString(),
  ]);
}

const SALE = `
  select s.user_id, s.id, s.loan_id, s.cause, s.at, s.line::text, s.wanted::text,
    s.ltv_max::text, s.spread_rate::text, s.spread_version, s.feed, s.principal_before::text,
    s.interest_before::text, s.held, s.given, s.paid_interest::text, s.paid_principal::text,
    s.lost_interest::text, s.lost_principal::text
  from loans.sale s`;

function saleOf(row: SaleRow): SaleRecord {
  const owed = (principal: string, interest: string): Owed => ({
    principal: usdt(principal),
    interest: usdt(interest),
  });
  return {
    userId: row.user_id as UserId,
    id: row.id,
    loanId: row.loan_id,
    cause: row.cause as SaleCause,
    at: row.at as UnixMs,
    aim: row.line === null ? { wanted: usdt(row.wanted ?? '0') } : { line: rate(row.line) },
    ltvMax: rate(row.ltv_max),
    spreadRate: rate(row.spread_rate),
    spreadVersion: row.spread_version,
    feed: row.feed,
    before: owed(row.principal_before, row.interest_before),
    held: row.held.map(({ asset, units, price: at, tick }) => ({
      held: money(asset as Asset, BigInt(units)),
      at: at === null || tick === null ? null : { price: price(at), tickId: tick as TickId },
    })),
    given: amountsOf(row.given),
    paid: owed(row.paid_principal, row.paid_interest),
    lost: owed(row.lost_principal, row.lost_interest),
  };
}

const SALES = `${SALE} where s.user_id = $1 and s.loan_id = $2 order by s.at desc limit $3`;
/** How many sales of a loan are shown. */
const SHOWN_MAX = 100;

/** Sales of a loan's collateral, newest first. */
export async function listSales(
  sql: Sql,
  { userId, id }: Named,
  most: number | null = SHOWN_MAX,
): Promise<SaleRecord[]> {
  return (await sql.query<Row & SaleRow>(SALES, [userId, id, most])).map(saleOf);
}

const SALES_BY_ID = `
  ${SALE} join unnest($1::uuid[], $2::uuid[]) as asked (user_id, id)
    on asked.user_id = s.user_id and asked.id = s.id`;

/** Sales by their ids. */
export async function findSales(sql: Sql, ids: readonly Named[]): Promise<SaleRecord[]> {
  if (ids.length === 0) return [];
  const lists = [ids.map(({ userId }) => userId), ids.map(({ id }) => id)];
  return (await sql.query<Row & SaleRow>(SALES_BY_ID, lists)).map(saleOf);
}

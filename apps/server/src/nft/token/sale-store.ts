import type { UnixMs, UserId, UtcDay } from '@candor/kernel';
import { columnsOf } from '../../platform/postgres/columns.ts';
import type { Row, Sql, Statement } from '../../platform/postgres/db.ts';
import type { BeneficiaryRow, SaleRow } from './schema.ts';
import { usdt } from './token-store.ts';
import type { Beneficiary, Delivery, Sale } from './token.ts';

const SALE = `
  s.token_id, t.title, s.user_id, s.bid_id, s.number, s.receipt_no, s.beneficiary_id, s.creator_id, s.price::text,
  s.charity::text, s.creator::text, s.house::text, s.entry_id, s.at`;

function saleFrom(row: SaleRow): Sale {
  return {
    tokenId: row.token_id,
    title: row.title,
    userId: row.user_id as UserId,
    bidId: row.bid_id,
    number: row.number,
    receiptNo: row.receipt_no,
    beneficiaryId: row.beneficiary_id,
    creatorId: row.creator_id,
    price: usdt(row.price),
    charity: usdt(row.charity),
    creator: usdt(row.creator),
    house: usdt(row.house),
    entryId: row.entry_id,
    at: row.at as UnixMs,
  };
}

const FIND = `
  select ${SALE} from nft.sale s join nft.token t on t.id = s.token_id
  where s.token_id = any($1::uuid[])`;

/** Sales of tokens. */
export async function findSales(sql: Sql, tokenIds: readonly string[]): Promise<Sale[]> {
  if (tokenIds.length === 0) return [];
  return (await sql.query<Row & SaleRow>(FIND, [tokenIds])).map(saleFrom);
}

/** A page of one charity's, or of all of them. */
type Paged = {
  readonly charity: string | undefined;
  readonly page: number;
  readonly size: number;
};

// Two statements, because one plan serves both: with a condition that may be none it would read every sale to find one
// charity's.
const pageOf = (where: string): string => `
  select ${SALE} from (
    select token_id from nft.sale ${where} order by ordinal desc limit $1 offset $2
  ) paged
  join nft.sale s on s.token_id = paged.token_id join nft.token t on t.id = s.token_id
  order by s.ordinal desc`;
const LIST = pageOf('');
const LIST_OF = pageOf('where beneficiary_id = $3');

/** Sales, the newest first. */
export async function listSales(sql: Sql, { charity, page, size }: Paged): Promise<Sale[]> {
  const paged = [size, (page - 1) * size];
  const rows = await (charity === undefined
    ? sql.query<Row & SaleRow>(LIST, paged)
    : sql.query<Row & SaleRow>(LIST_OF, [...paged, charity]));
  return rows.map(saleFrom);
}

/** A beneficiary with its figures. */
export type Figures = Beneficiary & {
  readonly paidOut: Beneficiary['raised'];
  readonly sales: number;
  readonly payouts: number;
  readonly heldSince: UnixMs | null;
};

const BENEFICIARIES = `
  select id, name, country, register, register_number, register_url, agreement,
    agreed_on::text as agreed_on, is_sample, raised::text, paid_out::text, sales, payouts, held_since
  from nft.beneficiary where $1::uuid is null or id = $1 order by ordinal`;

/** Beneficiaries with what was raised for each and what went on; one of them, where it is named. */
export async function listBeneficiaries(sql: Sql, id: string | null = null): Promise<Figures[]> {
  const rows = await sql.query<Row & BeneficiaryRow>(BENEFICIARIES, [id]);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    country: row.country,
    register: row.register,
    registerNumber: row.register_number,
    registerUrl: row.register_url,
    agreement: row.agreement,
    agreedOn: row.agreed_on as UtcDay,
    isSample: row.is_sample,
    raised: usdt(row.raised),
    paidOut: usdt(row.paid_out),
    sales: row.sales,
    payouts: row.payouts,
    heldSince: row.held_since as UnixMs | null,
  }));
}

const SALES = columnsOf<Sale>([
  ['token_id', 'uuid', (s) => s.tokenId],
  ['user_id', 'uuid', (s) => s.userId],
  ['bid_id', 'uuid', (s) => s.bidId],
  ['number', 'text', (s) => s.number],
  ['receipt_no', 'text', (s) => s.receiptNo],
  ['beneficiary_id', 'uuid', (s) => s.beneficiaryId],
  ['creator_id', 'uuid', (s) => s.creatorId],
  ['price', 'numeric', (s) => s.price.units.toString()],
  ['charity', 'numeric', (s) => s.charity.units.toString()],
  ['creator', 'numeric', (s) => s.creator.units.toString()],
  ['house', 'numeric', (s) => s.house.units.toString()],
  ['entry_id', 'uuid', (s) => s.entryId],
  ['at', 'moment', (s) => s.at],
]);
const INSERT = SALES.insertInto('nft.sale');

/** What writes sales down; a token is sold once. */
export function saleStatements(sales: readonly Sale[]): Statement[] {
  return SALES.statements(INSERT, sales);
}

const DELIVERIES = 'select token_id, hash, at from nft.delivery where token_id = any($1::uuid[])';

/** How tokens on a chain were delivered. */
export async function findDeliveries(sql: Sql, tokenIds: readonly string[]): Promise<Delivery[]> {
  if (tokenIds.length === 0) return [];
  type DeliveryRow = { token_id: string; hash: string; at: number };
  const rows = await sql.query<DeliveryRow>(DELIVERIES, [tokenIds]);
  return rows.map(({ token_id: tokenId, hash, at }) => ({ tokenId, hash, at: at as UnixMs }));
}

const OFFERED = 'select offered_end from nft.token where id = $1';

/** When a token was to end before any bid moved it; null at a fixed price. */
export async function findOfferedEnd(sql: Sql, tokenId: string): Promise<UnixMs | null> {
  const [row] = await sql.query<{ offered_end: number | null }>(OFFERED, [tokenId]);
  return (row?.offered_end ?? null) as UnixMs | null;
}

const MOVED = `
  select at from nft.bid where token_id = $1 and seq <= $2 and extended order by seq desc limit 1`;

/** When the last bid came that moved the end, of those up to a place; null for none. */
export async function findMovedBy(
  sql: Sql,
  { tokenId, place }: { readonly tokenId: string; readonly place: number },
): Promise<UnixMs | null> {
  const [row] = await sql.query<{ at: number }>(MOVED, [tokenId, place]);
  return (row?.at ?? null) as UnixMs | null;
}

const BY_NUMBER = 'select receipt_no from nft.sale where number = $1 and user_id = $2';

/** The number of the receipt of a user's certificate; null where it is not theirs. */
export async function findReceiptNo(
  sql: Sql,
  { userId, number }: { readonly userId: UserId; readonly number: string },
): Promise<string | null> {
  const [row] = await sql.query<{ receipt_no: string }>(BY_NUMBER, [number, userId]);
  return row?.receipt_no ?? null;
}

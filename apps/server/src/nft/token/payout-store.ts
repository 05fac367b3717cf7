import type { Money, UnixMs } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { PayoutRow } from './schema.ts';
import { usdt } from './token-store.ts';
import type { Payee, Payout } from './token.ts';

/** Where it is kept what sales brought each kind of payee and what was paid, and how a pay-out names it. */
const PAYEES = {
  charity: { table: 'nft.beneficiary', key: 'beneficiary_id', brought: 'raised' },
  creator: { table: 'nft.creator', key: 'creator_id', brought: 'earned' },
} as const satisfies Record<Payee, object>;

const heldOf = ({ table, brought }: (typeof PAYEES)[Payee]): string =>
  `select (${brought} - paid_out)::text as held, name from ${table} where id = $1`;
const HELD = { charity: heldOf(PAYEES.charity), creator: heldOf(PAYEES.creator) } as const;

/** What is held for a charity or owed to a creator, in units, with its name; null for none of that id. */
export async function findHeld(
  sql: Sql,
  to: Payee,
  id: string,
): Promise<{ readonly held: bigint; readonly name: string } | null> {
  type HeldRow = { held: string; name: string };
  const [row] = await sql.query<HeldRow>(HELD[to], [id]);
  return row === undefined ? null : { held: BigInt(row.held), name: row.name };
}

const insertOf = ({ key }: (typeof PAYEES)[Payee]): string => `
  insert into nft.payout
    (id, number, ${key}, amount, account, reference, receipt, receipt_sha256, entry_id, at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, platform.from_ms($10))
  on conflict (nft.reference_key(reference)) do nothing returning id`;
const INSERT = { charity: insertOf(PAYEES.charity), creator: insertOf(PAYEES.creator) } as const;

/** Writes a pay-out down; whether its reference is new. */
export async function insertPayout(tx: Tx, payout: Payout): Promise<boolean> {
  const { id, number, to, payeeId, amount, account, reference, receipt, receiptSha256 } = payout;
  const values = [
    ...[id, number, payeeId, amount.units.toString(), account, reference, receipt],
    ...[receiptSha256, payout.entryId, payout.at],
  ];
  return (await tx.query(INSERT[to], values)).length > 0;
}

const PAID = 'select from nft.payout where nft.reference_key(reference) = nft.reference_key($1)';

/** Whether a transaction or a bank's reference was written down before, of either kind, however it was typed then. */
export async function isPaid(sql: Sql, reference: string): Promise<boolean> {
  return (await sql.query(PAID, [reference])).length > 0;
}

/** A page of what one of them was paid, or all of them. */
export type PagedPayouts = {
  readonly payee: string | undefined;
  readonly page: number;
  readonly size: number;
};

const pageOf = ({ table, key }: (typeof PAYEES)[Payee], which: string): string => `
  select o.id, o.number, o.${key} as payee_id, p.name as payee, o.amount::text, o.account, o.reference,
    o.receipt, o.receipt_sha256, o.entry_id, o.at
  from nft.payout o join ${table} p on p.id = o.${key}
  where o.${key} ${which} order by o.ordinal desc limit $1 offset $2`;
// Of all and of one apart: one plan for both would read every pay-out to find those of one.
const LIST = {
  charity: pageOf(PAYEES.charity, 'is not null'),
  creator: pageOf(PAYEES.creator, 'is not null'),
} as const;
const LIST_OF = {
  charity: pageOf(PAYEES.charity, '= $3'),
  creator: pageOf(PAYEES.creator, '= $3'),
} as const;

/** Pay-outs to charities or to creators, the newest first. */
export async function listPayouts(
  sql: Sql,
  to: Payee,
  { payee, page, size }: PagedPayouts,
): Promise<Payout[]> {
  const paged = [size, (page - 1) * size];
  const rows = await (payee === undefined
    ? sql.query<Row & PayoutRow>(LIST[to], paged)
    : sql.query<Row & PayoutRow>(LIST_OF[to], [...paged, payee]));
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    to,
    payeeId: row.payee_id,
    payee: row.payee,
    amount: usdt(row.amount),
    account: row.account as Payout['account'],
    reference: row.reference,
    receipt: row.receipt,
    receiptSha256: row.receipt_sha256,
    entryId: row.entry_id,
    at: row.at as UnixMs,
  }));
}

/** The creator of tokens with what sales brought and what was paid. */
export type Creator = {
  readonly id: string;
  readonly name: string;
  readonly earned: Money;
  readonly paidOut: Money;
  readonly sales: number;
  readonly payouts: number;
  readonly owedSince: UnixMs | null;
};

type CreatorRow = {
  id: string;
  name: string;
  earned: string;
  paid_out: string;
  sales: number;
  payouts: number;
  owed_since: number | null;
};

const CREATOR = 'id, name, earned::text, paid_out::text, sales, payouts, owed_since';
const OWED = `
  select ${CREATOR} from nft.creator where owed_since is not null
  order by owed_since, id limit $1 offset $2`;
const COUNT_OWED = 'select count(*)::int as count from nft.creator where owed_since is not null';
const ONE = `select ${CREATOR} from nft.creator where id = $1`;

function creatorFrom(row: CreatorRow): Creator {
  return {
    id: row.id,
    name: row.name,
    earned: usdt(row.earned),
    paidOut: usdt(row.paid_out),
    sales: row.sales,
    payouts: row.payouts,
    owedSince: row.owed_since as UnixMs | null,
  };
}

/** Creators something is owed to, those who wait longest first, and how many there are. */
export async function listOwed(
  sql: Sql,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ records: Creator[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    sql.query<Row & CreatorRow>(OWED, [size, (page - 1) * size]),
    sql.query<{ count: number }>(COUNT_OWED),
  ]);
  return { records: rows.map(creatorFrom), total: counted?.count ?? 0 };
}

/** A creator by their id; null for none. */
export async function findCreator(sql: Sql, id: string): Promise<Creator | null> {
  const [row] = await sql.query<Row & CreatorRow>(ONE, [id]);
  return row === undefined ? null : creatorFrom(row);
}

const COUNT_PAID = `
  select coalesce(sum(payouts), 0)::int as count from nft.creator where $1::uuid is null or id = $1`;

/** How many pay-outs a creator had, or all of them together. */
export async function countCreatorPayouts(sql: Sql, id: string | null): Promise<number> {
  const [row] = await sql.query<{ count: number }>(COUNT_PAID, [id]);
  return row?.count ?? 0;
}

const PAID_OF = `
  select greatest(0, least(s.creator, c.paid_out - h.before))::text as paid
  from nft.creator_share h join nft.sale s on s.token_id = h.token_id
  join nft.creator c on c.id = s.creator_id
  where h.token_id = $1`;

/** What its creator was paid of the sale of a token; null where none was sold, or they have no part of it. */
export async function findCreatorPaid(sql: Sql, tokenId: string): Promise<Money | null> {
  const [row] = await sql.query<{ paid: string }>(PAID_OF, [tokenId]);
  return row === undefined ? null : usdt(row.paid);
}

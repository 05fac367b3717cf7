import type { UnixMs } from '@candor/kernel';
import type { Row, Sql, Tx } from '../platform/postgres/db.ts';
import type { OfferRow, SendingRow } from './schema.ts';

export type { OfferRow, SendingRow } from './schema.ts';

const INSERT = `
  insert into offers.offer (id, texts, page, until_at, hash, author, at)
  values ($1, $2, $3, platform.from_ms($4), decode($5, 'hex'), $6, platform.from_ms($7))`;

/** Keeps what is proposed; it never changes. */
export async function insertOffer(
  tx: Tx,
  offer: OfferRow & { readonly author: string; readonly at: UnixMs },
): Promise<void> {
  const { id, texts, page, until_at: until, hash, author, at } = offer;
  await tx.query(INSERT, [id, JSON.stringify(texts), page, until, hash, author, at]);
}

const FIND = `
  select id, texts, page, until_at, encode(hash, 'hex') as hash from offers.offer where id = $1`;

/** One offer; null for none. */
export async function findOffer(sql: Sql, id: string): Promise<OfferRow | null> {
  return (await sql.query<Row & OfferRow>(FIND, [id]))[0] ?? null;
}

const BEGIN = `
  insert into offers.sending (offer_id, case_id, case_number, approved_at)
  values ($1, $2, $3, platform.from_ms($4))`;

/** Lets the batches of an offer begin; the database asks for the case that decided it. */
export async function beginSending(
  tx: Tx,
  sending: { offerId: string; caseId: string; caseNumber: string; at: UnixMs },
): Promise<void> {
  const { offerId, caseId, caseNumber, at } = sending;
  await tx.query(BEGIN, [offerId, caseId, caseNumber, at]);
}

const SENDING = `
  select o.id, o.texts, o.page, o.until_at, encode(o.hash, 'hex') as hash, s.case_id,
    s.case_number, s.approved_at, s.after_user, s.told, s.finished_at, s.withdrawn_at,
    s.withdrawn_by
  from offers.sending s join offers.offer o on o.id = s.offer_id`;
// Offers are sent one after another. One that is withdrawn now, or is in another hand, is passed by.
const TAKE = `${SENDING}
  where s.finished_at is null and s.withdrawn_at is null
  order by s.approved_at, s.offer_id limit 1 for update of s skip locked`;

/** The offer whose next batch is to be sent, held until the transaction ends; null for none. */
export async function takeSending(tx: Tx): Promise<SendingRow | null> {
  return (await tx.query<Row & SendingRow>(TAKE, []))[0] ?? null;
}

const LIST = `${SENDING} order by s.approved_at desc, s.offer_id limit $1`;

/** Approved offers, newest first. */
export function listSendings(sql: Sql, limit: number): Promise<SendingRow[]> {
  return sql.query<Row & SendingRow>(LIST, [limit]);
}

const ADVANCE = `
  update offers.sending
  set after_user = coalesce($2, after_user), told = told + $3,
    finished_at = platform.from_ms($4)
  where offer_id = $1`;

/** Writes down how far the batches have come, and when nobody was left. */
export async function advance(
  tx: Tx,
  id: string,
  to: { after: string | null; told: number; finishedAt: UnixMs | null },
): Promise<void> {
  await tx.query(ADVANCE, [id, to.after, to.told, to.finishedAt]);
}

const WITHDRAW = `
  update offers.sending s set withdrawn_at = platform.from_ms($2), withdrawn_by = $3
  from offers.offer o
  where s.offer_id = $1 and o.id = s.offer_id and s.withdrawn_at is null
    and o.until_at > platform.from_ms($2)
  returning s.offer_id`;

/** Ends an offer that still counts, once a batch in hand is over; false where there is none. */
export async function withdraw(
  tx: Tx,
  id: string,
  by: { readonly member: string; readonly at: UnixMs },
): Promise<boolean> {
  return (await tx.query(WITHDRAW, [id, by.at, by.member])).length === 1;
}

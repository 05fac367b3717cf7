import { type UnixMs, type UserId, formatDecimal } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import { type Named, TERMS, keptOf, termsOf } from './kept-store.ts';
import type { HeldOffer } from './loan.ts';
import type { OfferRow } from './schema.ts';

function offerOf(row: OfferRow): HeldOffer {
  return {
    ...termsOf(row, row.collateral),
    userId: row.user_id as UserId,
    id: row.id,
    offeredAt: row.offered_at as UnixMs,
    expiresAt: row.expires_at as UnixMs,
  };
}

const INSERT_OFFER = `
  insert into loans.offer (user_id, id, agreement_id, principal, days, free_days, rate_daily,
    ltv_max, collateral, agreement, agreement_hash, offered_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, decode($11, 'hex'), platform.from_ms($12),
    platform.from_ms($13))`;

/** Holds what a loan was said to cost. */
export async function insertOffer(tx: Tx, offer: HeldOffer): Promise<void> {
  await tx.query(INSERT_OFFER, [
    offer.userId,
    offer.id,
    offer.agreementId,
    offer.principal.units.toString(),
    offer.days,
    offer.price.freeDays,
    formatDecimal(offer.price.rateDaily),
    formatDecimal(offer.ltvMax),
    keptOf(offer.offered),
    offer.agreement,
    offer.agreementHash,
    offer.offeredAt,
    offer.expiresAt,
  ]);
}

const OFFER = `
  select ${TERMS('o')}, o.collateral, o.offered_at, o.expires_at
  from loans.offer o where o.user_id = $1`;
const OFFER_BY_ID = `${OFFER} and o.id = $2`;
const OFFER_BY_AGREEMENT = `${OFFER} and o.agreement_id = $2`;

/** A user's offer; null for none of theirs, and for one that was used. */
export async function findOffer(sql: Sql, { userId, id }: Named): Promise<HeldOffer | null> {
  const [row] = await sql.query<Row & OfferRow>(OFFER_BY_ID, [userId, id]);
  return row === undefined ? null : offerOf(row);
}

/** The same by its agreement. */
export async function findOfferOf(sql: Sql, { userId, id }: Named): Promise<HeldOffer | null> {
  const [row] = await sql.query<Row & OfferRow>(OFFER_BY_AGREEMENT, [userId, id]);
  return row === undefined ? null : offerOf(row);
}

const SWEEP_OFFERS = 'delete from loans.offer where expires_at < platform.from_ms($1)';

/** Drops the offers that have ended. */
export async function sweepOffers(sql: Sql, now: UnixMs): Promise<void> {
  await sql.query(SWEEP_OFFERS, [now]);
}

const USE_OFFER = `
  with used as (delete from loans.offer where user_id = $1 and id = $2 returning id)
  select platform.require(count(*) = 1, 'an offer is signed once') from used`;

/** Ends an offer as it is signed. @throws InvariantError where it was used before */
export async function useOffer(tx: Tx, { userId, id }: Named): Promise<void> {
  await tx.query(USE_OFFER, [userId, id]);
}

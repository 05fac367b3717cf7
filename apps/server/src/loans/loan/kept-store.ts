import { type Asset, type Money, type UserId, money, rate } from '@candor/kernel';
import type { Row } from '../../platform/postgres/db.ts';
import type { LoanTerms } from './loan.ts';
import type { KeptAmounts, OfferRow } from './schema.ts';

/** A loan or an offer, and whose. */
export type Named = { readonly userId: UserId; readonly id: string };

/** An amount of USDT as a row keeps it. */
export const usdt = (units: string): Money => money('USDT', BigInt(units));
/** Amounts as a row keeps them. */
export const amountsOf = (kept: KeptAmounts): Money[] =>
  kept.map(({ asset, units }) => money(asset as Asset, BigInt(units)));
/** The same the other way. */
export const keptOf = (amounts: readonly Money[]): string =>
  JSON.stringify(amounts.map(({ asset, units }) => ({ asset, units: units.toString() })));

type TermsRow = Omit<OfferRow, 'collateral' | 'offered_at' | 'expires_at'>;

/** Terms as a row keeps them. */
export function termsOf(row: TermsRow, offered: KeptAmounts): LoanTerms {
  return {
    principal: usdt(row.principal),
    days: row.days,
    price: { freeDays: row.free_days, rateDaily: rate(row.rate_daily) },
    ltvMax: rate(row.ltv_max),
    offered: amountsOf(offered),
    agreementId: row.agreement_id,
    agreement: row.agreement,
    agreementHash: row.agreement_hash,
  };
}

/** Columns of the terms. */
export const TERMS = (alias: string): string => `
  ${alias}.user_id, ${alias}.id, ${alias}.agreement_id, ${alias}.principal::text, ${alias}.days,
  ${alias}.free_days, ${alias}.rate_daily::text, ${alias}.ltv_max::text, ${alias}.agreement,
  encode(${alias}.agreement_hash, 'hex') as agreement_hash`;

/** A loan by its owner, its id and its place among all. */
export type Placed = { readonly userId: UserId; readonly id: string; readonly ordinal: bigint };

/** The same as a row. */
export type PlacedRow = Row & { user_id: string; id: string; ordinal: string };
/** The same, read. */
export const placedOf = ({ user_id, id, ordinal }: PlacedRow): Placed => ({
  userId: user_id as UserId,
  id,
  ordinal: BigInt(ordinal),
});

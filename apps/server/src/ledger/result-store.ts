import type { Asset, Mode, UnixMs, UtcDay } from '@candor/kernel';
import type { Row, Sql } from '../platform/postgres/db.ts';
import type { AccountClass, EntryKind } from './chart.ts';

/**
 * Accounts of the house in which results stand. Capital, lending and what is held for others are no
 * results, and practice money that is granted is none either.
 */
export const RESULT_CLASSES = [
  'house:trading',
  'house:strategy',
  'house:fees',
  'house:financing',
  'house:early-exit',
  'house:loan-interest',
  'house:network-fees',
  'house:exchange',
  'house:bad-debt',
  'house:goodwill',
  'house:marketing',
] as const satisfies readonly AccountClass[];

/** Payments between the house's own accounts and its capital bring it nothing. */
const NO_RESULT = [
  'daily-cover',
  'house-funding',
  'house-takeout',
  'exchange-cover',
] as const satisfies readonly EntryKind[];

/** What one account of the house took in on a day, less what it paid. @units units of the asset */
export type HousePart = {
  readonly day: UtcDay;
  readonly asset: Asset;
  readonly account: (typeof RESULT_CLASSES)[number];
  readonly units: bigint;
};

type PartRow = Row & { day: UtcDay; asset: Asset; account: HousePart['account']; amount: string };

const PARTS = `
  select (e.at at time zone 'UTC')::date::text as day, p.asset::text as asset,
         side.class as account, sum(side.amount)::text as amount
  from ledger.entry e
  join ledger.posting p on p.user_id = e.user_id and p.entry_id = e.id
  cross join lateral (values (p.from_class::text, -p.amount), (p.to_class::text, p.amount))
    side (class, amount)
  where e.at >= platform.from_ms($2) and e.at < platform.from_ms($3) and e.mode = $1
    and e.kind::text <> all ($4) and side.class = any ($5)
  group by 1, 2, 3 order by 1, 2, 3`;

/** What the house's accounts brought by UTC day, from a moment on and before another. */
export async function listHouseParts(
  sql: Sql,
  params: { readonly mode: Mode; readonly from: UnixMs; readonly to: UnixMs },
): Promise<HousePart[]> {
  const { mode, from, to } = params;
  const rows = await sql.query<PartRow>(PARTS, [mode, from, to, NO_RESULT, RESULT_CLASSES]);
  return rows.map(({ day, asset, account, amount }) => ({
    day,
    asset,
    account,
    units: BigInt(amount),
  }));
}

/** The statement of a mode's house result with its values in their places, for anyone to read. */
export function houseStatement(params: {
  readonly mode: Mode;
  readonly from: UnixMs;
  readonly to: UnixMs;
}): string {
  const { mode, from, to } = params;
  const list = (names: readonly string[]): string => `array['${names.join("','")}']`;
  return PARTS.replaceAll('$1', `'${mode}'`)
    .replaceAll('$2', String(from))
    .replaceAll('$3', String(to))
    .replaceAll('$4', list(NO_RESULT))
    .replaceAll('$5', list(RESULT_CLASSES))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

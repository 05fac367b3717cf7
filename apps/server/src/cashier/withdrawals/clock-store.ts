import type { Asset, UnixMs } from '@candor/kernel';
import type { Network } from '@candor/protocol';
import type { Row, Sql } from '../../platform/postgres/db.ts';

/** How long withdrawals take: figures for every reader. @units milliseconds */
export type WithdrawalClock = {
  /** Withdrawals confirmed in the last 30 days: what the two figures are of. */
  readonly confirmed: number;
  readonly median: number | null;
  readonly percentile95: number | null;
  readonly pending: number;
  /** How long the oldest pending one has waited; null while none waits. */
  readonly oldest: number | null;
  /** Those past the deadline their owners were told. */
  readonly late: number;
};

const FIGURES = `
  select count(*) filter (where state = 'confirmed')::int as confirmed,
    percentile_cont(0.5) within group (order by extract(epoch from at - requested_at))
      filter (where state = 'confirmed') as median,
    percentile_cont(0.95) within group (order by extract(epoch from at - requested_at))
      filter (where state = 'confirmed') as percentile_95,
    count(*) filter (where state <> 'confirmed')::int as pending,
    extract(epoch from platform.from_ms($1) - min(requested_at) filter (where state <> 'confirmed'))
      ::float8 as oldest,
    count(*) filter (where state = 'held' and holder = 'operator'
      and deadline < platform.from_ms($1))::int as late
  from cashier.withdrawal
  where (state = 'confirmed' and at > platform.from_ms($2))
    or state in ('requested', 'held', 'approved', 'broadcast')`;

const WAITS = `
  select percentile_cont(0.5) within group (order by extract(epoch from at - requested_at)) as usual,
    extract(epoch from max(at - requested_at))::float8 as longest
  from cashier.withdrawal
  where state = 'confirmed' and at > platform.from_ms($3) and network = $1 and asset = $2`;

const msOf = (seconds: number | null): number | null =>
  seconds === null ? null : Math.max(0, Math.round(seconds * 1_000));

/** The withdrawal clock at a moment, over what was confirmed since another. */
export async function findClock(
  sql: Sql,
  { at, since }: { readonly at: UnixMs; readonly since: UnixMs },
): Promise<WithdrawalClock> {
  const [row] = await sql.query<
    Row & {
      confirmed: number;
      median: number | null;
      percentile_95: number | null;
      pending: number;
      oldest: number | null;
      late: number;
    }
  >(FIGURES, [at, since]);
  return {
    confirmed: row?.confirmed ?? 0,
    median: msOf(row?.median ?? null),
    percentile95: msOf(row?.percentile_95 ?? null),
    pending: row?.pending ?? 0,
    oldest: msOf(row?.oldest ?? null),
    late: row?.late ?? 0,
  };
}

/**
 * How long withdrawals of an asset by a network took that were confirmed since a moment; null where
 * none was.
 *
 * @units milliseconds
 */
export async function findWaits(
  sql: Sql,
  asked: { readonly network: Network; readonly asset: Asset; readonly since: UnixMs },
): Promise<{ readonly usualWait: number | null; readonly longestWait: number | null }> {
  const { network, asset, since } = asked;
  const [row] = await sql.query<Row & { usual: number | null; longest: number | null }>(WAITS, [
    network,
    asset,
    since,
  ]);
  return { usualWait: msOf(row?.usual ?? null), longestWait: msOf(row?.longest ?? null) };
}

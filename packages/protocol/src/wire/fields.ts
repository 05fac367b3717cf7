/**
 * The specification's field names beside ours: the wire keeps the seed's, code uses ours.
 *
 * @source seed §3
 */
export const WIRE_FIELDS = {
  changePercent: 'zdf',
  sparkline: 'hundred',
  marginHeld: 'bondAmount',
  cash: 'amount',
} as const;

/** Most points a sparkline keeps. @source seed §9 */
export const SPARKLINE_POINTS_MAX = 100;

/** Change against 24 h ago, as the wire carries it. @units percent, decimal text */
export function changePercentOf(item: { readonly zdf: string | null }): string | null {
  return item.zdf;
}

/** Points of the last day, as the wire carries them, oldest first. */
export function sparklineOf(item: { readonly hundred: readonly number[] }): readonly number[] {
  return item.hundred;
}

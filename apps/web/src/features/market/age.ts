/** How old a price is, in the unit a person reads it in. */
export type AgeText = { readonly value: string; readonly unit: 'ms' | 's' | 'min' | 'h' };

/** Milliseconds since a price reached us. */
export type PriceAge = { readonly ms: number; readonly isStale: boolean };

/**
 * How old a price is and whether it is too old to trade on. A quote of the socket counts from the
 * moment it reached this browser; one of a list from the moment it reached the server.
 *
 * @units milliseconds; `arrivedAt` and `monotonicNow` of one monotonic clock, the others wall time
 */
export function priceAge(facts: {
  readonly arrivedAt: number | undefined;
  readonly monotonicNow: number;
  readonly receivedAt: number | null;
  readonly wallNow: number;
  readonly freshForMs: number;
}): PriceAge | null {
  const { arrivedAt, receivedAt } = facts;
  if (arrivedAt === undefined && receivedAt === null) return null;
  const since =
    arrivedAt === undefined ? facts.wallNow - (receivedAt ?? 0) : facts.monotonicNow - arrivedAt;
  // A clock that is behind the server's must not show a negative age.
  const ms = Math.max(0, Math.round(since));
  return { ms, isStale: ms > facts.freshForMs };
}

/** Under a second in ms, then tenths, then whole seconds, minutes, hours. @source DESIGN 7 */
export function ageText(ms: number): AgeText {
  if (ms < 1_000) return { value: String(ms), unit: 'ms' };
  if (ms < 10_000) {
    const tenths = Math.floor(ms / 100);
    return { value: `${Math.floor(tenths / 10)}.${tenths % 10}`, unit: 's' };
  }
  if (ms < 120_000) return { value: String(Math.floor(ms / 1_000)), unit: 's' };
  if (ms < 7_200_000) return { value: String(Math.floor(ms / 60_000)), unit: 'min' };
  return { value: String(Math.floor(ms / 3_600_000)), unit: 'h' };
}

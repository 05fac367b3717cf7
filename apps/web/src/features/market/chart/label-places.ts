/**
 * Moves labels apart so that none covers another: each stays as near to its own height as the
 * others allow, in the order of their heights, and none leaves the box.
 *
 * @units pixels
 */
export function labelPlaces(
  heights: readonly number[],
  room: { readonly gap: number; readonly from: number; readonly to: number },
): number[] {
  const order = heights
    .map((_, index) => index)
    .toSorted((a, b) => at(heights, a) - at(heights, b));
  const places = [...heights];
  let least = room.from;
  for (const index of order) {
    places[index] = Math.max(at(places, index), least);
    least = at(places, index) + room.gap;
  }
  let most = room.to;
  for (const index of order.toReversed()) {
    places[index] = Math.min(at(places, index), most);
    most = at(places, index) - room.gap;
  }
  return places;
}

/**
 * `labelPlaces` beside a label that keeps its place: what stands above it stays above, what
 * stands below stays below.
 *
 * @units pixels
 */
export function labelPlacesBeside(
  heights: readonly number[],
  kept: number,
  room: { readonly gap: number; readonly from: number; readonly to: number },
): number[] {
  const above = heights.filter((height) => height < kept);
  const below = heights.filter((height) => height >= kept);
  const higher = labelPlaces(above, { ...room, to: kept - room.gap });
  const lower = labelPlaces(below, { ...room, from: kept + room.gap });
  return heights.map((height) => (height < kept ? higher.shift() : lower.shift()) ?? height);
}

function at(list: readonly number[], index: number): number {
  return list[index] ?? 0;
}

/**
 * Does something for each item, a bounded number of them at a time, and the owners in turn: two
 * acts of one owner follow one another, so that what is handed over at once should be of many.
 * `act` deals with its own failures.
 */
export async function inTurns<Item>(
  items: readonly Item[],
  options: {
    readonly ownerOf: (item: Item) => string;
    readonly atOnce: number;
    readonly act: (item: Item) => Promise<void>;
  },
): Promise<void> {
  const turns = ownersInTurn(items, options.ownerOf);
  async function work(): Promise<void> {
    for (let next = turns.next(); next.done !== true; next = turns.next()) {
      await options.act(next.value);
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.atOnce, items.length) }, work));
}

/** The first item of each owner, then the second of each that has one, and so on. */
function* ownersInTurn<Item>(
  items: readonly Item[],
  ownerOf: (item: Item) => string,
): Generator<Item, void> {
  let lines = [...Map.groupBy(items, ownerOf).values()];
  for (let round = 0; lines.length > 0; round += 1) {
    for (const line of lines) {
      const item = line[round];
      if (item !== undefined) yield item;
    }
    lines = lines.filter((line) => line.length > round + 1);
  }
}

import type { Locator } from 'playwright-core';

/** Where an element lies, and whether a person sees it there. */
type Sight = {
  /** Its four edges lie inside the window. */
  readonly isInside: boolean;
  /** What is drawn at its middle is the element itself or a part of it. */
  readonly isUncovered: boolean;
  /** Distances from the window's upper and left edges. @units pixels */
  readonly box: readonly [left: number, top: number, right: number, bottom: number];
};

/** Whether something is seen: inside the window and not covered. */
async function sightOf(locator: Locator): Promise<Sight> {
  return locator.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isUncovered = seen !== null && element.contains(seen);
    return { isInside, isUncovered, box: [left, top, right, bottom] as const };
  });
}

/** What of some named things is not seen, each with where it lies. */
export async function unseenOf(things: Readonly<Record<string, Locator>>): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(things).map(async ([name, locator]) => {
      const { isInside, isUncovered, box } = await sightOf(locator);
      const why = isInside ? (isUncovered ? null : 'covered') : 'outside';
      return why === null ? [] : [`${name} ${why} at ${box.map(Math.round).join(' ')}`];
    }),
  );
  return found.flat();
}

import type { Page } from 'playwright-core';
import { FIT } from './fit.ts';
import { settled } from './moves.ts';

/** Every window the product is looked at in, from the widest to the narrowest: each frame is drawn once. */
export const WINDOWS = [
  [1920, 1080],
  [1440, 900],
  [1366, 768],
  [1280, 720],
  [768, 1024],
  [390, 844],
  [320, 568],
] as const;
/** Widest window of the phone's frame. */
export const PHONE_MAX = 1000;

export type Window = (typeof WINDOWS)[number];

export const isOfPhone = ([width]: Window): boolean => width <= PHONE_MAX;

/** A fault and the window it was found in. */
export type Measured = { readonly width: number; readonly fault: string };

/** What does not fit in the page as it stands. */
const faultsOfFit = (page: Page): Promise<string[]> => page.evaluate(FIT);

/**
 * Draws the window to each of these sizes and measures the page in it. A fault is one that is still there once the
 * page had time: a table lets columns leave after it was drawn.
 */
export async function measureIn(
  page: Page,
  waiting: () => number,
  windows: readonly Window[],
): Promise<Measured[]> {
  const found: Measured[] = [];
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height });
    await settled(page, waiting, 1);
    let faults = await faultsOfFit(page);
    if (faults.length > 0) {
      await settled(page, waiting);
      faults = await faultsOfFit(page);
    }
    found.push(...faults.map((fault) => ({ width, fault })));
  }
  return found;
}

/**
 * How smoothly the market list runs while every market ticks: the built web app in Chromium, frames
 * counted by the page, the main thread's share measured by the browser itself.
 */
import type { CDPSession, Page } from 'playwright-core';
import { openBrowser, visit } from '../src/support/browser.ts';
import { serveVenuePage } from './venue-page.ts';

export type RowsBench = {
  readonly markets: number;
  readonly hertz: number;
  /** Rows that exist at all: those in view and a few beyond. */
  readonly rows: number;
  readonly framesPerSecond: number;
  /** Share of the time the main thread was at work. */
  readonly mainThread: number;
  /** Prices of one row that were seen to change, each second; proof that the list was live. */
  readonly changesPerSecond: number;
};

type Settings = { readonly markets: number; readonly hertz: number; readonly seconds: number };

const DEFAULTS: Settings = { markets: 350, hertz: 10, seconds: 6 };
/** Fonts, sparklines and the first frames are not what is measured. */
const SETTLE_MS = 2_000;

async function taskSeconds(session: CDPSession): Promise<{ task: number; at: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((one) => one.name === name)?.value ?? 0;
  return { task: of('TaskDuration'), at: of('Timestamp') };
}

/** Frames the page drew and changes of its first price, counted by the page. */
function countFrames(page: Page, ms: number): Promise<{ frames: number; changes: number }> {
  return page.evaluate(
    (lastsMs) =>
      new Promise<{ frames: number; changes: number }>((resolve) => {
        const price = document.querySelector('[data-market-list] li:nth-child(2) a');
        const begun = performance.now();
        let frames = 0;
        let changes = 0;
        let shown = price?.textContent;
        const count = (now: number): void => {
          frames += 1;
          if (price?.textContent !== shown) changes += 1;
          shown = price?.textContent;
          if (now - begun < lastsMs) requestAnimationFrame(count);
          else resolve({ frames, changes });
        };
        requestAnimationFrame(count);
      }),
    ms,
  );
}

/** Measures the list of the desk, 1440 × 900, signed out. */
export async function benchRows(
  chromium: string,
  { markets, hertz, seconds }: Settings = DEFAULTS,
): Promise<RowsBench> {
  const served = await serveVenuePage({ markets, everyMs: 1000 / hertz, now: Date.now });
  const browser = await openBrowser(chromium);
  try {
    const { page, context, open } = await visit(browser, { url: served.url });
    // Prices are tinted as they change, as for most readers.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await open('/market');
    const rows = page.locator('[data-market-list] li');
    await rows.nth(1).waitFor();
    await page.waitForTimeout(SETTLE_MS);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    // Apart from the frames: a page that counts them draws every one.
    const before = await taskSeconds(session);
    await page.waitForTimeout(seconds * 1000);
    const after = await taskSeconds(session);
    const { frames, changes } = await countFrames(page, seconds * 1000);
    return {
      markets,
      hertz,
      rows: await rows.count(),
      framesPerSecond: frames / seconds,
      mainThread: (after.task - before.task) / (after.at - before.at),
      changesPerSecond: changes / seconds,
    };
  } finally {
    await browser.close();
    await served.stop();
  }
}

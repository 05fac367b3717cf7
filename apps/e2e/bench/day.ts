/**
 * What a page holds after a trading day: the desk with twenty markets, a chart and a ticket, eight
 * hours of quotes sped up into the minutes asked for. Markets and intervals change as a reader
 * changes them. What the page holds must not grow with what it heard.
 */
import type { CDPSession, Page } from 'playwright-core';
import { openBrowser, visit } from '../src/support/browser.ts';
import { serveVenuePage } from './venue-page.ts';

/** What the browser says a page holds, once it is at rest and garbage is collected. */
export type PageHolds = {
  /** @units MB of 1,000,000 bytes */
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
};

export type DayBench = {
  readonly minutes: number;
  readonly quotes: number;
  /** After a tenth of the day, in its middle, at its end. */
  readonly holds: readonly [PageHolds, PageHolds, PageHolds];
};

const MARKETS = 20;
/** Rows of the list that exist without scrolling. */
const IN_VIEW = 8;
const DAY_MS = 8 * 3_600_000;
/** Quotes of a market each second of the day. */
const HERTZ = 2;
/** How often the reader looks at another market, then at another interval. @units of the day */
const CHANGES = 48;
/** What a change asks for has come and stands by then. */
const REST_MS = 3_000;
/** Garbage is collected so often before a count is believed, so long apart. */
const COLLECTIONS = 6;
const APART_MS = 500;
const INTERVALS = ['1m', '5m', '15m', '1h'] as const;

async function collected(session: CDPSession): Promise<PageHolds> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((one) => one.name === name)?.value ?? 0;
  const heapMb = Math.round(of('JSHeapUsedSize') / 100_000) / 10;
  return { heapMb, nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

/**
 * The least of several collections. At rest, with nothing changed, one count has up to 32 listeners
 * more than the next: nodes that are no longer in the page. What is really kept is in every count.
 */
async function holds(page: Page, session: CDPSession): Promise<PageHolds> {
  await page.waitForTimeout(REST_MS);
  let least = await collected(session);
  for (let turn = 1; turn < COLLECTIONS; turn += 1) {
    await page.waitForTimeout(APART_MS);
    const next = await collected(session);
    least = {
      heapMb: Math.min(least.heapMb, next.heapMb),
      nodes: Math.min(least.nodes, next.nodes),
      listeners: Math.min(least.listeners, next.listeners),
    };
  }
  return least;
}

/** Another market, and another interval of it. */
async function change(page: Page, turn: number): Promise<void> {
  const rows = page.locator('[data-market-list] li a');
  await rows.nth(turn % IN_VIEW).click();
  const interval = INTERVALS[turn % INTERVALS.length] ?? '1m';
  await page.getByRole('radio', { name: interval, exact: true }).click();
}

/** Measures the desk, 1440 × 900, signed out. */
export async function benchDay(chromium: string, minutes: number): Promise<DayBench> {
  const lastsMs = minutes * 60_000;
  const speed = DAY_MS / lastsMs;
  const begun = Date.now();
  const served = await serveVenuePage({
    markets: MARKETS,
    everyMs: 1_000 / (HERTZ * speed),
    now: () => begun + Math.round((Date.now() - begun) * speed),
  });
  const browser = await openBrowser(chromium);
  try {
    const { page, context, open } = await visit(browser, { url: served.url });
    await open('/market');
    await page.locator('canvas').first().waitFor();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    const found: PageHolds[] = [];
    const marks = [0.1, 0.5, 1];
    for (let turn = 1; turn <= CHANGES; turn += 1) {
      await page.waitForTimeout(lastsMs / CHANGES);
      await change(page, turn);
      if (turn >= CHANGES * (marks[found.length] ?? 2)) {
        found.push(await holds(page, session));
      }
    }
    const [start, middle, end] = found as [PageHolds, PageHolds, PageHolds];
    return { minutes, quotes: (MARKETS * HERTZ * DAY_MS) / 1_000, holds: [start, middle, end] };
  } finally {
    await browser.close();
    await served.stop();
  }
}

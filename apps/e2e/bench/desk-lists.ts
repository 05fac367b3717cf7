/**
 * How the long lists of the desk scroll: rows in the page and script per frame, on a filled database.
 */
import type { CDPSession, Page } from 'playwright-core';
import { openBrowser } from '../src/support/browser.ts';

/** Lists a member scrolls. */
const LISTS = ['/cases', '/audit', '/support', '/instruments'] as const;
const ROWS_MAX = 60;
/** Script of a frame, so that twice as much is left for layout and paint. @units milliseconds */
const SCRIPT_MS = 8;
const STEPS = 60;
/** As far as a turn of a wheel goes. @units pixels */
const STEP_PX = 400;

async function scriptMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1_000;
}

/** Two frames from now: what a scroll set off is drawn. Answers how many rows there are then. */
function settled(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => resolve(document.querySelectorAll('[role="row"]').length)),
        );
      }),
  );
}

const share = (figures: readonly number[], of: number): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length * of)] ?? 0;
const tenths = (figure: number): string => String(Math.round(figure * 10) / 10);

/** One list, from its top down. Script is counted over two frames of each step. */
async function scroll(page: Page, session: CDPSession): Promise<{ rows: number; ms: number[] }> {
  const box = page.getByRole('rowgroup').nth(1);
  await box.hover();
  let rows = 0;
  const ms: number[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const before = await scriptMs(session);
    await page.mouse.wheel(0, STEP_PX);
    rows = Math.max(rows, await settled(page));
    ms.push(((await scriptMs(session)) - before) / 2);
  }
  return { rows, ms };
}

/** Scrolls each list of the desk, 1440 × 900, and says what that took. */
export async function* benchDeskLists(
  chromium: string,
  desk: { readonly url: string; readonly cookie: string },
): AsyncGenerator<string> {
  const browser = await openBrowser(chromium);
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const [name = '', value = ''] = desk.cookie.split('=');
    await context.addCookies([{ name, value, url: desk.url }]);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    for (const list of LISTS) {
      await page.goto(new URL(list, desk.url).href);
      await page.getByRole('row').nth(5).waitFor();
      await settled(page);
      const { rows, ms } = await scroll(page, session);
      const p95 = share(ms, 0.95);
      yield (
        `desk ${list} scrolled ${STEPS} × ${STEP_PX} px: at most ${rows} rows in the page ` +
          `(${rows <= ROWS_MAX ? '≤' : 'NOT ≤'} ${ROWS_MAX}), script per frame p50 ` +
          `${tenths(share(ms, 0.5))} ms, p95 ${tenths(p95)} ms ` +
          `(${p95 <= SCRIPT_MS ? '≤' : 'NOT ≤'} ${SCRIPT_MS} ms)`
      );
    }
  } finally {
    await browser.close();
  }
}

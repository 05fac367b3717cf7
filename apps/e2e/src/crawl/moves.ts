import type { Page } from 'playwright-core';
import { PATIENCE_MS } from '../support/browser.ts';
import { type Language, rowOf, wordsOf } from '../support/words.ts';

const LOOK_AGAIN_MS = 25;

/** Counts the calls a page waits for. */
export function waitingCalls(page: Page): () => number {
  const open = new Set<unknown>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return () => open.size;
}

/** Waits until a page has all it shows: nothing is fetched, nothing says that it is busy. */
export async function settled(page: Page, waiting: () => number, looks = 3): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  let quiet = 0;
  while (performance.now() < until) {
    const isDrawn = await page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => resolve(null)));
      const main = document.querySelector('main, [role=main]') ?? document.body;
      // Whatever says that it is busy, and the still shapes of what is on its way.
      const shapes = '[aria-busy=true], span.block.rounded-xs.bg-sunken[aria-hidden=true]';
      const busy = [...document.querySelectorAll(shapes)].some((one) => one.checkVisibility());
      return main.textContent.trim() !== '' && !busy;
    });
    quiet = isDrawn && waiting() === 0 ? quiet + 1 : 0;
    if (quiet >= looks) return;
    await page.waitForTimeout(LOOK_AGAIN_MS);
  }
  throw new Error(`${page.url()} never settled`);
}

/** Goes to an address as a link of the app leads there: without loading everything again. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
}

/** Chooses a language with the picker of the frame. */
export async function speak(page: Page, before: Language, next: Language): Promise<void> {
  const label = wordsOf(before)('language.label');
  const { name, htmlLang } = rowOf(next);
  await page
    .getByRole('button', { name: new RegExp(`^${label}`) })
    .first()
    .click();
  await page.getByRole('button', { name, exact: true }).click();
  await page.waitForFunction((lang) => document.documentElement.lang === lang, htmlLang);
}

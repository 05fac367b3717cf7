import type { Page } from 'playwright-core';
import { expectSoon } from './eventually.ts';

/** What toasts of a page said since it was listened to. */
export type ToastsHeard = {
  /** Waits until one said this. */
  said(words: string | RegExp): Promise<void>;
};

/**
 * Keeps the text of every toast of the page that is open, however short it stands: a busy machine looks elsewhere
 * for longer than that.
 */
export async function hearToasts(page: Page, listName: string): Promise<ToastsHeard> {
  const kept = await page.evaluateHandle((name) => {
    const texts = new Set<string>();
    const keep = (): void => {
      for (const list of document.querySelectorAll('[role=status]')) {
        if (list.getAttribute('aria-label') !== name) continue;
        for (const toast of list.querySelectorAll('li')) texts.add(toast.textContent ?? '');
      }
    };
    keep();
    const changes = { subtree: true, childList: true, characterData: true };
    new MutationObserver(keep).observe(document.body, changes);
    return texts;
  }, listName);
  return {
    said: (words) =>
      expectSoon(async () => {
        const texts = await kept.evaluate((all) => [...all]);
        return texts.some((text) =>
          typeof words === 'string' ? text.includes(words) : words.test(text),
        );
      }).toBe(true),
  };
}

/** Resolves once the page is told of its account by the line: what happens after is said, not read. */
export function untilTold(page: Page): Promise<unknown> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"AUTH_SUCCESS"')) resolve(undefined);
      });
    });
  });
}

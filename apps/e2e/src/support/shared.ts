import type { Browser } from 'playwright-core';
import { inject } from 'vitest';
import { openBrowser } from './browser.ts';
import { type SharedProduct, runningAt } from './product.ts';

/**
 * What a journey meets that needs no product of its own. Each registers users of its own there and
 * assumes nothing about those of the others: no total, no list of all, no first conversation.
 */
export type SharedFeed =
  /** Every market of the catalogue, at simulated prices. */
  | 'simulated'
  /** The same, for the crawl alone: Google's button stands on the pages, and nobody goes there. */
  | 'google'
  /** BTC/USDT alone, on the known stairs of a price path: 60,000 to 60,075 and back in 20 s. */
  | 'stairs';

/** The product of the run with these prices; the first that asks has it started. */
export async function sharedProduct(feed: SharedFeed): Promise<SharedProduct> {
  const response = await fetch(new URL(feed, inject('products')));
  if (!response.ok) throw new Error(await response.text());
  return runningAt((await response.json()) as Parameters<typeof runningAt>[0]);
}

/** Says that this file needs it no more; the run sums its books and stops it after the last file. */
export async function leaveProduct(feed: SharedFeed): Promise<void> {
  const response = await fetch(new URL(feed, inject('products')), { method: 'DELETE' });
  if (!response.ok) throw new Error(await response.text());
}

/** The link that a shared product mailed to an address. @throws Error where none was mailed in time */
export async function linkMailed(feed: SharedFeed, to: string): Promise<string> {
  const asked = new URL(
    `${feed}?${new URLSearchParams({ mailedTo: to }).toString()}`,
    inject('products'),
  );
  const link = (await (await fetch(asked)).json()) as string | null;
  if (link === null) throw new Error(`no link was mailed to ${to}`);
  return link;
}

let browser: Promise<Browser> | undefined;

/** Opens it where the run takes away what it leaves behind: a worker that ends gives it no time to. */
async function openHere(): Promise<Browser> {
  const { TMPDIR } = process.env;
  process.env['TMPDIR'] = inject('folder');
  try {
    return await openBrowser(inject('chromium'));
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  }
}

/**
 * The one Chromium of this worker. It ends with the worker, and nobody else closes it; each visit
 * has a context of its own, which shares nothing with another one.
 */
export async function sharedBrowser(): Promise<Browser> {
  const open = await browser?.catch(() => undefined);
  // One that crashed under an earlier journey is no reason for the next one to fail.
  if (open?.isConnected() !== true) browser = openHere();
  return browser as Promise<Browser>;
}

/**
 * How long `npm start` takes on a checkout that was started before: from the command to the first
 * page, its scripts and styles included, as an HTTP client gets them.
 */
import { performance } from 'node:perf_hooks';
import { type StartOptions, cleanUp, startProduct } from '../src/support/product.ts';

/** Seconds to the first page: with a data folder still to be made, and with one that was there. */
export type StartBench = { readonly newFolderS: number; readonly sameFolderS: number };

const ASSETS = /(?:src|href)="(\/assets\/[^"]+)"/g;

async function get(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return response.text();
}

async function timed(options: StartOptions): Promise<{ seconds: number; dataDir: string }> {
  const begun = performance.now();
  const product = await startProduct({ ...options, by: 'npm start' });
  const page = await get(product.url);
  const assets = [...page.matchAll(ASSETS)].map(
    ([, path]) => new URL(path ?? '', product.url).href,
  );
  if (assets.length === 0) throw new Error('the first page names no script');
  await Promise.all(assets.map(get));
  const seconds = (performance.now() - begun) / 1000;
  await product.stop();
  return { seconds, dataDir: product.dataDir };
}

/** Starts three times: once so that all is installed and built, then twice against the clock. */
export async function benchStart(): Promise<StartBench> {
  const options = { feed: 'simulated' };
  try {
    await timed(options);
    const made = await timed(options);
    const again = await timed({ ...options, dataDir: made.dataDir });
    return { newFolderS: made.seconds, sameFolderS: again.seconds };
  } finally {
    await cleanUp();
  }
}

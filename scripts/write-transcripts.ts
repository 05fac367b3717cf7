/** Writes `docs/transcripts.md` from a product it starts, as the journey that compares it has one. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openBrowser, visit } from '../apps/e2e/src/support/browser.ts';
import { writePricePath } from '../apps/e2e/src/support/price-path.ts';
import { cleanUp, startProduct } from '../apps/e2e/src/support/product.ts';
import { writeTranscript } from '../apps/e2e/src/transcript/document.ts';
import { tradeByKeys } from '../apps/e2e/src/transcript/first-trade.ts';
import { findChromium } from './chromium.ts';
import { buildWebApps } from './setup/web-build.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** As the shared product of the journeys has them. */
const STAIRS = 5;

buildWebApps(ROOT, process.execPath);
const path = await writePricePath({ stairs: STAIRS });
const product = await startProduct({ feed: path.feed });
const browser = await openBrowser(await findChromium());
try {
  await product.untilOpen('BTC/USDT');
  const visitor = await visit(browser, { url: product.url, signedUpAs: 'transcript' });
  const text = writeTranscript(await tradeByKeys(visitor));
  await writeFile(new URL('../docs/transcripts.md', import.meta.url), text);
} finally {
  await browser.close();
  await cleanUp();
  await path.remove();
}

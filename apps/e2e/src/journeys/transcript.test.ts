// Promise: docs/transcripts.md is what a screen reader has to say of a first trade by keyboard alone.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { journey, visit } from '../support/browser.ts';
import { sharedBrowser, sharedProduct } from '../support/shared.ts';
import { readTranscript } from '../transcript/document.ts';
import { tradeByKeys } from '../transcript/first-trade.ts';

const WRITTEN = new URL('../../../../docs/transcripts.md', import.meta.url);

test('each step of a first trade says what the transcript says', async () => {
  const product = await sharedProduct('stairs');
  const browser = await sharedBrowser();
  const visitor = await visit(browser, { url: product.url, signedUpAs: 'transcript' });
  await journey(visitor, async () => {
    const written = readTranscript(await readFile(WRITTEN, 'utf8'));
    expect(written.steps.length).toBeGreaterThan(10);
    const { steps, said } = await tradeByKeys(visitor);
    expect(steps).toEqual(written.steps);
    // Which of two live regions speaks first, and how a fill compares, is the prices' affair.
    const missing = written.said.filter((line) => {
      const [first = line] = line.split('. ');
      return !said.some((one) => one.startsWith(first));
    });
    expect(missing).toEqual([]);
    expect(visitor.consoleErrors).toEqual([]);
  });
});

// Promise: a statement as PDF states the payments of the books, sums that are those of the database,
// and the hash of the same statement as CSV.
import { createHash } from 'node:crypto';
import { type UserId, newUuid } from '@candor/kernel';
import { BASE_PATH, MODE_HEADER, modeHeaderOf, portfolio as protocol } from '@candor/protocol';
import { LOCALES } from '@candor/locales';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf } from '../../test/pdf-text.ts';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { type Trader, newTrader } from '../../test/trader.ts';
import { type Entry, commitEntries } from '../ledger/index.ts';
import { figureText } from '../messaging/index.ts';

const PATIENCE_MS = 120_000;

let product: TestApp;
let trader: Trader;
let userId: UserId;

beforeAll(async () => {
  product = await startTestApp();
  trader = await newTrader(product);
  ({ userId } = trader);
  await trader.says('60000', '60010');
  for (let count = 0; count < 8; count += 1) {
    const order = await trader.opens({ lots: '0.02' });
    await trader.says(`${60_000 + count * 7}`, `${60_010 + count * 7}`);
    expect((await trader.closes(order.id)).code).toBe('200');
  }
});
afterAll(() => product.stop());

const get = (query: string) =>
  product.app.http.inject({
    url: `${BASE_PATH}/user/listTransactions?${query}`,
    headers: { authorization: `Bearer ${trader.token}`, [MODE_HEADER]: modeHeaderOf('demo') },
  });

const bare = (text: string): string => text.replaceAll(/\s/g, '');

async function saidOf(query: string): Promise<{ said: string; pages: number }> {
  const { statusCode, headers, rawPayload } = await get(query);
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
  const pages = await readPdf(rawPayload);
  return {
    said: bare(
      pages
        .flat()
        .map(({ text }) => text)
        .join(''),
    ),
    pages: pages.length,
  };
}

test.each(LOCALES)(
  'in $value',
  async ({ value: language }) => {
    const { said } = await saidOf(`format=pdf&language=${language}&zone=Asia/Tokyo`);
    const { result } = await product.call('portfolio.transactions', {
      token: trader.token,
      query: { size: 100 },
    });
    expect(result.records.length).toBeGreaterThan(30);
    for (const { amount, balanceAfter } of result.records) {
      expect(said).toContain(bare(figureText(language, amount, 2)));
      expect(said).toContain(bare(figureText(language, balanceAfter, 2)));
    }
    // The sum is the database's own, over the postings of what the user may use.
    const [row] = await product.db.query<{ sum: string }>(
      `select trim_scale(sum(case when to_class = 'user:cash' then amount else -amount end)
              / 1000000)::text as sum
     from ledger.posting
     where user_id = $1 and mode = 'demo' and 'user:cash' in (from_class, to_class)`,
      [userId],
    );
    expect(said).toContain(bare(figureText(language, row?.sum ?? '', 2)));
    const csv = await get('format=csv&zone=Asia/Tokyo');
    const hash = createHash('sha256').update(csv.rawPayload).digest('hex');
    expect(said).toContain(hash);
  },
  PATIENCE_MS,
);

test(
  'a span without payments is a document without lines',
  async () => {
    const { said, pages } = await saidOf('format=pdf&from=1&to=2');
    expect(pages).toBe(1);
    expect(said).toContain('Accountstatement');
  },
  PATIENCE_MS,
);

test(
  'more rows than a document has are refused with how many there are',
  async () => {
    const at = product.clock.now();
    const entries = Array.from({ length: protocol.PAPER_ROWS_MAX + 1 }, (_, index): Entry => ({
      id: newUuid(at) as Entry['id'],
      userId,
      mode: 'real',
      kind: 'deposit',
      requestId: `deposit:${index}`,
      part: 0,
      cause: 'case',
      subject: null,
      reverses: null,
      at,
      postings: [{ from: 'world:tron', to: 'user:cash', asset: 'USDT', units: 1n }],
    }));
    await product.db.transaction((tx) => commitEntries(tx, entries, at));
    const answer = await product.call('portfolio.transactions', {
      token: trader.token,
      mode: 'real',
      query: { format: 'pdf' },
    });
    expect(answer.refused).toMatchObject({
      name: 'unreadable',
      facts: { rows: '1001', max: '1000' },
    });
  },
  PATIENCE_MS,
);

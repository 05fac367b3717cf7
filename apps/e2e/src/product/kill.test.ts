import { randomUUID } from 'node:crypto';
import type { OpenContractBody } from '@candor/protocol/light';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerDatabase } from '../support/database.ts';
import { type Product, type Trader, cleanUp, startProduct } from '../support/product.ts';

const TRADERS = 12;
/** On their way all the time. */
const ORDERS = 200;
const CODE = 'BTC/USDT';

type Params = { readonly trader: Trader; readonly body: OpenContractBody };
type Round = {
  readonly asked: Params[];
  /** Answers that arrived whole, by request id. */
  readonly answered: Map<string, string>;
};

let dataDir: string;
let traders: Trader[];
const rounds: Round[] = [];

function start(): Promise<Product> {
  return startProduct({ feed: 'simulated', dataDir });
}

beforeAll(async () => {
  const product = await startProduct({ feed: 'simulated' });
  dataDir = product.dataDir;
  traders = await Promise.all(Array.from({ length: TRADERS }, () => product.register()));
  await product.stop();
});
afterAll(cleanUp);

function orderOf(index: number): Params {
  const trader = traders[index % TRADERS]!;
  const direction = index % 3 === 0 ? 'sell' : 'buy';
  const body = { code: CODE, direction, orderType: 'market', lots: '0.0001', leverage: 2 } as const;
  return { trader, body: { ...body, requestId: randomUUID() } };
}

async function place(product: Product, { trader, body }: Params): Promise<string> {
  const answer = await product.call('contracts.open', { token: trader.token, body });
  return answer.text;
}

/**
 * Keeps 200 orders on their way, another for each that is answered, and kills the product among
 * them as soon as enough were answered.
 */
async function killAmid(product: Product, options: { afterAcks: number; database: boolean }) {
  const round: Round = { asked: [], answered: new Map() };
  rounds.push(round);
  let killed: Promise<void> | null = null;
  // Ends with the first order nobody answers: until then the product lives.
  const keepAsking = async (): Promise<never> => {
    for (;;) {
      const asked = orderOf(round.asked.length);
      round.asked.push(asked);
      round.answered.set(asked.body.requestId, await place(product, asked));
      if (round.answered.size >= options.afterAcks) {
        killed ??= product.kill9({ database: options.database });
      }
    }
  };
  await Promise.allSettled(Array.from({ length: ORDERS }, keepAsking));
  await killed;
  return round;
}

type Half = { request_id: string | null; contract: string | null; entry: string | null };

/** What the books and the orders say about each other, read with SQL. */
async function look(product: Product) {
  const owner = await ownerDatabase(product);
  try {
    return {
      // Each order beside the entry that opened it, and the one beside nothing.
      pairs: await owner.rows<Half>(
        `select e.request_id, c.id::text as contract, e.id::text as entry
         from contracts.contract c
         full join (select * from ledger.entry where kind = 'contract-open') e
           on e.user_id = c.user_id and e.subject = c.id`,
      ),
      kept: await owner.keptAnswers(),
      offTape: await owner.rows(
        `select c.id from contracts.contract c where not exists (
           select from market.tick t where t.day || '/' || t.seq = c.open_tick)`,
      ),
      faults: await owner.faults(),
    };
  } finally {
    await owner.end();
  }
}

const orderIn = (text: string) => JSON.parse(text) as { code: string; result: { id: string } };

/** Everything that must hold of all rounds so far, however they ended. */
async function checkBooks(product: Product): Promise<void> {
  const { pairs, kept, offTape, faults } = await look(product);
  const asked = new Set(rounds.flatMap((round) => round.asked.map(({ body }) => body.requestId)));
  // No order without its entry, no entry without its order, none twice, none nobody asked for.
  expect(pairs.filter((pair) => pair.contract === null || pair.entry === null)).toEqual([]);
  expect(new Set(pairs.map((pair) => pair.request_id)).size).toBe(pairs.length);
  expect(pairs.filter((pair) => !asked.has(pair.request_id ?? ''))).toEqual([]);
  // An order's answer was kept in its own transaction: there is one for each, and no other.
  const contractOf = new Map(pairs.map((pair) => [pair.request_id, pair.contract]));
  expect(kept.map((row) => [row.request_id, orderIn(row.answer).result.id]).toSorted()).toEqual(
    [...contractOf].toSorted(),
  );
  const texts = new Map(kept.map((row) => [row.request_id, row.answer]));
  for (const { answered } of rounds) {
    for (const [requestId, text] of answered) {
      expect(orderIn(text).code).toBe('200');
      expect(texts.get(requestId)).toBe(text);
    }
  }
  expect(offTape).toEqual([]);
  expect(faults).toEqual([]);
}

const STORIES = [
  { what: 'after the first answer', afterAcks: 1, database: false },
  { what: 'with its database, after the first answers', afterAcks: 10, database: true },
  { what: 'in the middle', afterAcks: 90, database: false },
  { what: 'with its database, in the middle', afterAcks: 120, database: true },
];

// Each round goes on with the folder the one before it left.
test('a kill -9 during 200 orders loses none that was answered and makes none up', async () => {
  for (const story of STORIES) {
    const product = await start();
    await product.untilOpen(CODE);
    const round = await killAmid(product, story);
    expect(round.answered.size, story.what).toBeGreaterThanOrEqual(story.afterAcks);

    const again = await start();
    await again.untilOpen(CODE);
    await checkBooks(again);
    // Asked again as every client does that got no answer: the same bytes, or the order at last.
    const texts = await Promise.all(
      round.asked.map(async (params) => {
        const text = await place(again, params);
        const { requestId } = params.body;
        expect(text).toBe(round.answered.get(requestId) ?? text);
        round.answered.set(requestId, text);
        return text;
      }),
    );
    expect(new Set(texts.map((text) => orderIn(text).result.id)).size).toBe(texts.length);
    await checkBooks(again);
    expect((await again.stop()).exitCode).toBe(0);
  }
}, 180_000);

import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { ownerDatabase } from '../support/database.ts';
import { startHelper } from '../support/helper-process.ts';
import {
  type Product,
  type Trader,
  cleanUp,
  newFolder,
  startProduct,
  startRefused,
} from '../support/product.ts';
import { until } from '../support/until.ts';

type Connection = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
};

const CODE = 'BTC/USDT';
const FEED = 'simulated';
/** A stop may take 10 s; past 8 s the product gives up waiting, which it must not need to. */
const DRAIN_MS = 8_000;

afterAll(cleanUp);

function open(product: Product, trader: Trader, requestId: string = randomUUID()) {
  return product.call('contracts.open', {
    token: trader.token,
    body: {
      code: CODE,
      direction: 'buy',
      orderType: 'market',
      lots: '0.001',
      leverage: 2,
      requestId,
    },
  });
}

test.concurrent('a second start on one data folder is refused in a sentence; the first goes on', async () => {
  // The first start of all, as an operator makes it: nothing is in the folder.
  const product = await startProduct({ feed: FEED, fresh: true });
  const { exitCode, said } = await startRefused({ feed: FEED, dataDir: product.dataDir });
  expect(exitCode).toBe(1);
  expect(said).toBe(
    `The data folder ${product.dataDir} is in use by process ${product.pid}: ` +
      'stop that one first, or start this one with another DATA_DIR.',
  );
  const trader = await product.register();
  await product.untilOpen(CODE);
  expect((await open(product, trader)).code).toBe('200');
  expect((await product.stop()).exitCode).toBe(0);
});

/** Keeps every command on the books waiting until `release`. */
async function holdBooks(product: Product): Promise<{ release(): Promise<void> }> {
  const owner = await ownerDatabase(product);
  await owner.rows('begin');
  await owner.rows('select from ledger.balance for update');
  return {
    async release() {
      await owner.rows('rollback');
      await owner.end();
    },
  };
}

async function isUnderWay(product: Product, trader: Trader, requestId: string): Promise<boolean> {
  const asked = { token: trader.token, params: { requestId } };
  return (await product.call('contracts.outcome', asked)).result.state === 'running';
}

test.concurrent('asked to stop it answers all that is under way, takes nothing more, and ends', async () => {
  const product = await startProduct({ feed: FEED });
  const traders = await Promise.all(Array.from({ length: 10 }, () => product.register()));
  await product.untilOpen(CODE);
  const books = await holdBooks(product);
  const asked = Array.from({ length: 200 }, (_, index) => {
    const trader = traders[index % 10]!;
    const requestId = randomUUID();
    // A connection that breaks is no answer; it is told apart below.
    const answer = open(product, trader, requestId).catch(() => ({ code: 'none', text: '' }));
    return { trader, requestId, answer };
  });
  for (const { trader, requestId } of asked) {
    await until('an order under way', () => isUnderWay(product, trader, requestId));
  }

  const stopping = product.stop();
  const isShut = () =>
    fetch(`${product.url}/healthz`).then(
      () => false,
      () => true,
    );
  await until('a closed door', isShut, 5_000);
  const late = await open(product, traders[0]!).catch(() => null);
  expect(late).toBeNull();
  await books.release();
  const answers = await Promise.all(asked.map(({ answer }) => answer));
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['200']));
  const { exitCode, tookMs } = await stopping;
  expect(exitCode).toBe(0);
  expect(tookMs).toBeLessThan(DRAIN_MS);

  const again = await startProduct({ feed: FEED, dataDir: product.dataDir });
  const owner = await ownerDatabase(again);
  const kept = await owner.keptAnswers();
  const orders = await owner.rows('select id from contracts.contract');
  const answered = asked.map(({ requestId }, index) => [requestId, answers[index]?.text] as const);
  expect(new Map(kept.map((row) => [row.request_id, row.answer]))).toEqual(new Map(answered));
  expect(orders.length).toBe(asked.length);
  expect(await owner.faults()).toEqual([]);
  await owner.end();
  expect((await again.stop()).exitCode).toBe(0);
});

test.concurrent('it works on an external PostgreSQL, and finds everything there again', async () => {
  const helper = await startHelper('embedded-postgres-child.ts', [await newFolder()]);
  const { connection } = JSON.parse(helper.first) as { connection: Connection };
  const { host, port, user, password, database } = connection;
  const address = new URL(`postgresql://localhost/${database}`);
  address.username = user;
  address.password = password;
  address.searchParams.set('host', host);
  address.searchParams.set('port', String(port));
  const settings = { feed: FEED, env: { DATABASE_URL: address.href } };

  const product = await startProduct(settings);
  const trader = await product.register();
  await product.untilOpen(CODE);
  const opened = await open(product, trader);
  expect(opened.code).toBe('200');
  expect((await product.stop()).exitCode).toBe(0);

  const again = await startProduct({ ...settings, dataDir: product.dataDir });
  const asked = { token: trader.token, params: { id: opened.result.id } };
  expect((await again.call('contracts.get', asked)).result).toMatchObject({
    status: 'running',
    openTickId: opened.result.openTickId,
  });
  const owner = await ownerDatabase({ connection });
  // The product works there as a role that cannot change the journal.
  expect(
    await owner.rows("select usename from pg_stat_activity where usename = 'candor_app'"),
  ).not.toEqual([]);
  expect(await owner.faults()).toEqual([]);
  await owner.end();
  expect((await again.stop()).exitCode).toBe(0);
  await helper.end();
});

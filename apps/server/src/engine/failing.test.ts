import { randomUUID } from 'node:crypto';
import { type UserId, newUuid } from '@candor/kernel';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { type Trader, newTrader } from '../../test/trader.ts';
import { type Entry, commitEntries } from '../ledger/index.ts';

let product: TestApp;
/** What the database is made to refuse: contracts by their stop, users by their close-out. */
const refused = new Set<string>();

beforeAll(async () => {
  product = await startTestApp();
  const { commands } = product.app.contracts;
  const { trigger, margin } = commands;
  const fails = (id: string): Promise<never> => Promise.reject(new Error(`${id} is refused`));
  commands.trigger = (command) =>
    refused.has(command.contractId) ? fails(command.contractId) : trigger(command);
  commands.margin = (command) =>
    refused.has(command.userId) ? fails(command.userId) : margin(command);
});
afterAll(() => product.stop());
beforeEach(async () => {
  refused.clear();
  await quote('EUR/USD', '1.2');
  await quote('XAU/USD', '2000');
});

async function quote(code: string, both: string): Promise<void> {
  product.clock.advance(1_000);
  await product.price(code, both, both);
}

/** Pulses until everything committed was heard of and acted on. */
async function settle(): Promise<void> {
  for (let pulses = 0; pulses < 3; pulses += 1) await product.settle();
}

/** Leaves 200 USDT of practice money in the book, through the journal like all money. */
async function leave200(userId: UserId): Promise<void> {
  const at = product.clock.now();
  const entry: Entry = {
    id: newUuid(at) as Entry['id'],
    userId,
    mode: 'demo',
    kind: 'demo-reset',
    requestId: `test:${randomUUID()}`,
    part: 0,
    cause: 'case',
    subject: null,
    reverses: null,
    at,
    postings: [{ from: 'user:cash', to: 'house:demo-grant', asset: 'USDT', units: 9_800_000_000n }],
  };
  await product.db.transaction((tx) => commitEntries(tx, [entry], at));
}

const euros = { code: 'EUR/USD', lots: '0.04', leverage: 30 };

async function poor(): Promise<Trader> {
  const trader = await newTrader(product);
  await leave200(trader.userId);
  return trader;
}

test('a stop that cannot be carried out keeps nobody else from being closed out', async () => {
  const stuck = await newTrader(product);
  const other = await poor();
  const kept = await stuck.opens({ ...euros, stopLoss: '1.19' });
  const order = await other.opens(euros);
  await settle();
  refused.add(kept.id);
  await quote('EUR/USD', '1.16');
  await settle();
  expect((await stuck.sees(kept.id)).status).toBe('running');
  expect((await other.sees(order.id)).reason).toBe('closeOut');
  // It stays due, at the tick that set it off.
  refused.clear();
  await quote('EUR/USD', '1.2');
  await settle();
  expect(await stuck.sees(kept.id)).toMatchObject({ reason: 'stopLoss', closePrice: '1.16' });
});

test('a close-out that cannot be carried out is tried again, and holds nobody up', async () => {
  const stuck = await poor();
  const other = await poor();
  const kept = await stuck.opens(euros);
  const order = await other.opens(euros);
  await settle();
  refused.add(stuck.userId);
  await quote('EUR/USD', '1.16');
  await settle();
  expect((await other.sees(order.id)).reason).toBe('closeOut');
  expect((await stuck.sees(kept.id)).status).toBe('running');
  // The price is back above the line: the spike counts all the same.
  await quote('EUR/USD', '1.2');
  refused.clear();
  product.clock.advance(1_000);
  await settle();
  expect(await stuck.sees(kept.id)).toMatchObject({ reason: 'closeOut', closePrice: '1.16' });
});

test('options that cannot be settled keep no price from who looks', async () => {
  const { commands } = product.app.options;
  const { live } = product.app;
  const { settleExpired } = commands;
  const { publishQuotes } = live;
  const said: string[] = [];
  commands.settleExpired = () => Promise.reject(new Error('settling is refused'));
  live.publishQuotes = (items) => {
    said.push(...items.map(({ code }) => code));
    publishQuotes(items);
  };
  try {
    await quote('EUR/USD', '1.18');
    await product.settle();
    expect(said).toContain('EUR/USD');
  } finally {
    Object.assign(commands, { settleExpired });
    Object.assign(live, { publishQuotes });
  }
});

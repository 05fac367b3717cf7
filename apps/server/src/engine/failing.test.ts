import { randomUUID } from 'node:crypto';
import { type UserId, newUuid } from '@candor/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { type Trader, newTrader } from '../../test/trader.ts';
import { type Entry, commitEntries } from '../ledger/index.ts';

let product: TestApp;
/** What the database is made to refuse: orders by what a tick sets off, users by their close-out. */
const refused = new Set<string>();

beforeAll(async () => {
  product = await startTestApp();
  const { commands } = product.app.contracts;
  const { trigger, fill, margin } = commands;
  const fails = (id: string): Promise<never> => Promise.reject(new Error(`${id} is refused`));
  commands.trigger = (command) =>
    refused.has(command.contractId) ? fails(command.contractId) : trigger(command);
  commands.fill = (command) =>
    refused.has(command.contractId) ? fails(command.contractId) : fill(command);
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

/** Leaves 200 USDT of practice money in the trading account, through the journal like all money. */
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

describe('what is due and cannot be carried out never holds its owner in', () => {
  /** Contracts of one trader whose stop was reached, and cannot be carried out. */
  async function stuck(lots: readonly string[]): Promise<{ trader: Trader; ids: string[] }> {
    const trader = await newTrader(product);
    const ids: string[] = [];
    for (const size of lots) {
      ids.push((await trader.opens({ ...euros, lots: size, stopLoss: '1.19' })).id);
    }
    await settle();
    for (const id of ids) refused.add(id);
    await quote('EUR/USD', '1.16');
    // Before it was tried the stop comes first.
    expect((await trader.closes(ids[0] as string)).code).toBe('11017');
    await settle();
    return { trader, ids };
  }

  test('a stop: its contract is closed and reversed, in part and with all others', async () => {
    const { trader, ids } = await stuck(['0.04', '0.01', '0.01']);
    const [first, second, third] = ids as [string, string, string];
    await quote('EUR/USD', '1.15');
    await settle();
    expect((await trader.amends(first, { stopLoss: '1.1' })).code).toBe('11017');
    expect((await trader.closes(first, { lots: '0.02' })).code).toBe('200');
    expect((await trader.closes(first)).code).toBe('200');
    expect((await trader.reverses(second)).code).toBe('200');
    const { result } = await trader.closesAll();
    expect(result.failed).toEqual([]);
    expect(await trader.sees(third)).toMatchObject({ reason: 'user', closePrice: '1.15' });
  });

  test('an order that waited: it is cancelled', async () => {
    const trader = await newTrader(product);
    const { id } = await trader.opens({ ...euros, orderType: 'limit', price: '1.19' });
    await settle();
    refused.add(id);
    await quote('EUR/USD', '1.18');
    await settle();
    expect((await trader.amends(id, { price: '1.1' })).code).toBe('11017');
    expect((await trader.cancels(id)).code).toBe('200');
    refused.clear();
    await quote('EUR/USD', '1.18');
    await settle();
    expect(await trader.sees(id)).toMatchObject({ reason: 'cancelled' });
  });
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

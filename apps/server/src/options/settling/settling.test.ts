import { randomUUID } from 'node:crypto';
import type { OptionId, UnixMs, UserId } from '@candor/kernel';
import { price } from '@candor/kernel';
import type { OptionOrder } from '@candor/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { createSettling } from './settling.ts';

let product: TestApp;
let token: string;
let userId: UserId;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());
beforeEach(async () => {
  ({ token, userId } = await product.register());
  await after(1_000, '60000', '60010');
});

/** Some time passes, then a price comes and counts. */
async function after(ms: number, bid: string, ask: string): Promise<void> {
  product.clock.advance(ms);
  await product.price('BTC/USDT', bid, ask);
}

async function bought(change: object = {}): Promise<OptionOrder> {
  const answer = await product.call('options.buy', {
    token,
    body: {
      code: 'BTC/USDT',
      direction: 'up',
      period: 60,
      amount: '10',
      requestId: randomUUID(),
      ...change,
    },
  });
  expect(answer.code).toBe('200');
  await product.app.relay.settled();
  return answer.result;
}

async function optionNow(id: string): Promise<OptionOrder> {
  return (await product.call('options.get', { token, params: { id } })).result;
}

const figures = async () => (await product.call('portfolio.info', { token })).result;

async function postings(id: string): Promise<string[]> {
  const rows = await product.db.query<{ line: string }>(
    `select e.cause || ': ' || p.from_class || ' → ' || p.to_class || ' ' || p.amount as line
     from ledger.entry e join ledger.posting p on p.user_id = e.user_id and p.entry_id = e.id
     where e.user_id = $1 and e.subject = $2 order by e.seq, p.line`,
    [userId, id],
  );
  return rows.map(({ line }) => line);
}

describe('stories: given a tape, when the period is over, then these postings', () => {
  type Story = {
    what: string;
    direction?: 'up' | 'down';
    /** Milliseconds after the purchase, bid and ask. */
    prices: [number, string, string][];
    /** When it is looked, in milliseconds after the purchase. */
    looksAt?: number;
    state: string;
    closePrice?: string;
    profit?: string;
    amount: string;
    paid: string[];
  };
  const stories: Story[] = [
    {
      what: 'the first price at the very end settles it',
      prices: [[60_000, '60001', '60011']],
      state: 'won',
      closePrice: '60006',
      profit: '8',
      amount: '10008',
      paid: ['tick: user:stake → user:cash 10000000', 'tick: house:trading → user:cash 8000000'],
    },
    {
      what: 'a price a moment before the end does not count, the next does',
      prices: [
        [59_999, '70000', '70010'],
        [61_000, '59999', '60009'],
      ],
      state: 'lost',
      closePrice: '60004',
      profit: '-10',
      amount: '9990',
      paid: ['tick: user:stake → house:trading 10000000'],
    },
    {
      what: 'the first price after the end counts, whatever came after it',
      prices: [
        [60_500, '60001', '60011'],
        [61_000, '50000', '50010'],
      ],
      state: 'won',
      closePrice: '60006',
      profit: '8',
      amount: '10008',
      paid: ['tick: user:stake → user:cash 10000000', 'tick: house:trading → user:cash 8000000'],
    },
    {
      what: 'a wider spread around the same middle is a tie: the stake comes back',
      prices: [[60_100, '59990', '60020']],
      state: 'tie',
      closePrice: '60005',
      profit: '0',
      amount: '10000',
      paid: ['tick: user:stake → user:cash 10000000'],
    },
    {
      what: 'down wins when the price falls',
      direction: 'down',
      prices: [[60_100, '59999', '60009']],
      state: 'won',
      closePrice: '60004',
      profit: '8',
      amount: '10008',
      paid: ['tick: user:stake → user:cash 10000000', 'tick: house:trading → user:cash 8000000'],
    },
    {
      what: 'a price in the last millisecond of the window settles it',
      prices: [[120_000, '60001', '60011']],
      state: 'won',
      closePrice: '60006',
      profit: '8',
      amount: '10008',
      paid: ['tick: user:stake → user:cash 10000000', 'tick: house:trading → user:cash 8000000'],
    },
    {
      what: 'no price within the window: void, the stake comes back',
      prices: [[120_001, '60001', '60011']],
      state: 'void',
      profit: '0',
      amount: '10000',
      paid: ['timer: user:stake → user:cash 10000000'],
    },
    {
      what: 'no price yet: it waits',
      prices: [],
      looksAt: 119_999,
      state: 'running',
      amount: '9990',
      paid: [],
    },
  ];
  test.each(stories)('$what', async ({ direction, prices, looksAt, state, ...ends }) => {
    const option = await bought(direction === undefined ? {} : { direction });
    let passed = 0;
    for (const [at, bid, ask] of prices) {
      await after(at - passed, bid, ask);
      passed = at;
    }
    if (looksAt !== undefined) product.clock.advance(looksAt - passed);
    await product.settle();
    const now = await optionNow(option.id);
    expect(now.state).toBe(state);
    expect(now.closePrice).toBe(ends.closePrice);
    expect(now.profit).toBe(ends.profit);
    expect((await figures()).amount).toBe(ends.amount);
    expect(await postings(option.id)).toEqual([
      'request: user:cash → user:stake 10000000',
      ...ends.paid,
    ]);
    if (now.settleTickId !== undefined) {
      const cited = await product.app.market.tick(now.settleTickId);
      expect(cited?.receivedAt).toBeGreaterThanOrEqual(now.settleAt);
      expect(cited?.tickStatus).toBe('acting');
    }
  });
});

test('a price beyond the band settles nothing, the next sound one does', async () => {
  const option = await bought();
  product.clock.advance(60_000);
  // Only one of the two venues says it, far from what the other says.
  product.feed.say('BTC/USDT', '60000', '60010', 'Second test venue');
  product.feed.say('BTC/USDT', '90000', '90010');
  await after(100, '59990', '60000');
  await product.settle();
  const now = await optionNow(option.id);
  const cited = await product.app.market.tick(now.settleTickId ?? '');
  expect(cited?.bid).not.toBe(price('90000'));
  expect(now.state).not.toBe('running');
});

test('the result is in the figures and in the own record', async () => {
  await bought();
  await bought({ direction: 'down', amount: '20' });
  await after(60_000, '60001', '60011');
  await product.settle();
  expect(await figures()).toMatchObject({
    profit: '-12',
    amount: '9988',
    totalAssets: '9988',
  });
  const { result } = await product.call('options.record', { token });
  expect(result).toEqual({ won: 1, lost: 1, tie: 0, void: 0, hitRate: '0.5', profit: '-12' });
});

test('options are settled in one go, each once, and leave the memory', async () => {
  const before = product.app.options.size();
  const ids: string[] = [];
  for (let index = 0; index < 8; index += 1) ids.push((await bought({ amount: '5' })).id);
  expect(product.app.options.size()).toBe(before + 8);
  await after(60_000, '60001', '60011');
  await Promise.all([
    product.app.options.commands.settleExpired(product.clock.now()),
    product.app.options.commands.settleExpired(product.clock.now()),
  ]);
  await product.settle();
  for (const id of ids) expect(await postings(id)).toHaveLength(3);
  expect(product.app.options.size()).toBe(before);
  expect((await figures()).amount).toBe('10032');
});

test('what is counted of a record is what the options add up to', async () => {
  await bought();
  await bought({ direction: 'down' });
  await after(60_000, '60001', '60011');
  await product.settle();
  const [counted, kept] = await Promise.all([
    product.db.query(
      `select mode, code, outcome, count(*)::text as ended, sum(paid - stake)::text as profit
       from options.option where status = 'closed' and user_id = $1 group by 1, 2, 3 order by 1, 2, 3`,
      [userId],
    ),
    product.db.query(
      `select mode, code, outcome, ended::text, profit::text from options.tally
       where user_id = $1 order by 1, 2, 3`,
      [userId],
    ),
  ]);
  expect(counted.length).toBeGreaterThan(0);
  expect(kept).toEqual(counted);
  for (const query of [{ status: 'closed' }, { status: 'closed', code: 'BTC/USDT' }, {}] as const) {
    const { result } = await product.call('options.list', { token, query });
    expect([query, result.total, result.records.length]).toEqual([query, 2, 2]);
  }
});

test('a reset voids what runs, by an entry of its own, and the profit starts anew', async () => {
  const option = await bought();
  await product.call('portfolio.demo-reset', { token, body: { requestId: randomUUID() } });
  expect(await optionNow(option.id)).toMatchObject({ state: 'void', reason: 'void', profit: '0' });
  expect(await postings(option.id)).toEqual([
    'request: user:cash → user:stake 10000000',
    'request: user:stake → user:cash 10000000',
  ]);
  expect(await figures()).toMatchObject({ amount: '10000', totalAssets: '10000', profit: '0' });
});

describe('after a restart', () => {
  test('what ended meanwhile is settled on the tick that stood on the tape', async () => {
    const option = await bought();
    await after(60_000, '60001', '60011');
    await after(100_000, '50000', '50010');
    // As a process that starts now would: the list is read from the store.
    product.app.options.forget([{ userId, mode: 'demo', optionId: option.id as OptionId }]);
    await product.settle();
    expect((await optionNow(option.id)).state).toBe('running');
    await product.app.options.load();
    await product.settle();
    expect(await optionNow(option.id)).toMatchObject({ state: 'won', closePrice: '60006' });
  });

  test('what had no price in its minute is void', async () => {
    const option = await bought();
    product.clock.advance(500_000);
    await product.app.options.load();
    await product.settle();
    expect((await optionNow(option.id)).state).toBe('void');
  });
});

test('on another feed it waits for its minute to pass and is void: the stake comes back', async () => {
  const option = await bought();
  const { market } = product.app;
  const settled: { id: string; tick: unknown }[] = [];
  const settling = createSettling({
    market: { ...market, feed: () => ({ key: 'other', mode: 'live' as const }) },
    commands: {
      settle({ ends }) {
        settled.push(...ends);
        return Promise.resolve([]);
      },
    },
  });
  const [stored] = await product.app.options.byIds([{ userId, id: option.id as OptionId }]);
  if (stored === undefined) throw new Error('the option is stored');
  settling.add(stored);
  await settling.settleExpired(product.clock.advance(60_000));
  await settling.settleExpired(product.clock.advance(60_000));
  expect(settled).toEqual([]);
  await settling.settleExpired(product.clock.advance(1));
  expect(settled).toEqual([{ id: option.id, tick: null }]);
  expect(settling.size()).toBe(0);
});

test('while a price of its minute is still being stored it is not void', async () => {
  const option = await bought();
  let unstored: UnixMs | null = option.settleAt as UnixMs;
  const settled: unknown[] = [];
  const settling = createSettling({
    market: { ...product.app.market, unstoredSince: () => unstored },
    commands: {
      settle({ ends }) {
        settled.push(...ends);
        return Promise.resolve([]);
      },
    },
  });
  const [stored] = await product.app.options.byIds([{ userId, id: option.id as OptionId }]);
  if (stored === undefined) throw new Error('the option is stored');
  settling.add(stored);
  await settling.settleExpired(product.clock.advance(130_000));
  expect(settled).toEqual([]);
  unstored = null;
  await settling.settleExpired(product.clock.now());
  expect(settled).toHaveLength(1);
});

test('a settlement that fails is tried again at the next turn', async () => {
  const option = await bought();
  let tries = 0;
  const settling = createSettling({
    market: product.app.market,
    commands: {
      settle() {
        tries += 1;
        return tries === 1 ? Promise.reject(new Error('no database')) : Promise.resolve([]);
      },
    },
  });
  const [stored] = await product.app.options.byIds([{ userId, id: option.id as OptionId }]);
  if (stored === undefined) throw new Error('the option is stored');
  settling.add(stored);
  const now = product.clock.advance(130_000);
  await expect(settling.settleExpired(now)).rejects.toThrow(stored.id);
  expect(settling.size()).toBe(1);
  await settling.settleExpired(now);
  expect([tries, settling.size()]).toEqual([2, 0]);
});

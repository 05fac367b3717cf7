import { randomUUID } from 'node:crypto';
import type { Mode, OptionId, TickId, UnixMs, UserId } from '@candor/kernel';
import { price } from '@candor/kernel';
import type { OptionOrder } from '@candor/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { createOptionCommands } from './commands.ts';

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

describe('two at once', () => {
  function commands() {
    const { db, clock, app } = product;
    const { market, contracts, parameters } = app;
    const deps = { db, clock, market, contracts, parameters, committed: () => undefined };
    return createOptionCommands(deps);
  }

  test('two processes settle one option once, and the second does nothing', async () => {
    const option = await bought();
    await after(60_000, '60001', '60011');
    const [found] = await product.app.market.firstActing([
      {
        code: 'BTC/USDT' as never,
        feed: 'test',
        from: option.settleAt as UnixMs,
        to: product.clock.now(),
      },
    ]);
    const tick = {
      tickId: found?.tickId ?? ('' as TickId),
      price: price('60006'),
      receivedAt: found?.receivedAt ?? (0 as UnixMs),
    };
    const mode: Mode = 'demo';
    const end = { id: option.id as OptionId, tick };
    const settle = { kind: 'settle' as const, userId, mode, ends: [end] };
    const outcomes = await Promise.all([commands().settle(settle), commands().settle(settle)]);
    expect(outcomes.map(({ length }) => length).toSorted()).toEqual([0, 1]);
    expect(await postings(option.id)).toHaveLength(3);
    await product.settle();
  });

  test('a purchase and a reset of the demo book: whichever comes second sees the first', async () => {
    const [buy] = await Promise.all([
      product.call('options.buy', {
        token,
        body: {
          code: 'BTC/USDT',
          direction: 'up',
          period: 60,
          amount: '10',
          requestId: randomUUID(),
        },
      }),
      product.call('portfolio.demo-reset', { token, body: { requestId: randomUUID() } }),
    ]);
    expect(buy.code).toBe('200');
    const { state } = await optionNow(buy.result.id);
    const { amount, totalAssets } = await figures();
    expect(totalAssets).toBe('10000');
    expect([state, amount]).toEqual(state === 'void' ? ['void', '10000'] : ['running', '9990']);
  });

  test('a settlement and a reset: one of them ends it, and the book opens with its balance', async () => {
    const option = await bought();
    await after(60_000, '50000', '50010');
    await Promise.all([
      product.app.options.commands.settleExpired(product.clock.now()),
      product.call('portfolio.demo-reset', { token, body: { requestId: randomUUID() } }),
    ]);
    await product.settle();
    expect(['lost', 'void']).toContain((await optionNow(option.id)).state);
    expect((await figures()).amount).toBe('10000');
  });
});

describe('the database keeps it too', () => {
  const change = (set: string, id: string) =>
    product.db.query(`update options.option set ${set} where user_id = $1 and id = $2`, [
      userId,
      id,
    ]);

  test('terms cannot be changed, and a settled option is final', async () => {
    const option = await bought();
    await expect(change('rate = 9', option.id)).rejects.toThrow();
    await expect(change('stake = 1', option.id)).rejects.toThrow();
    await after(60_000, '60001', '60011');
    await product.settle();
    await expect(change('paid = 0', option.id)).rejects.toThrow(/final/);
    await expect(
      product.db.query('delete from options.option where user_id = $1', [userId]),
    ).rejects.toThrow();
  });

  test.each([
    ['pays what its outcome does not', "'won'", '10000000', 60_000],
    ['is won by the wrong price', "'won'", '18000000', 60_000, '59000'],
    ['takes a price from after its window', "'won'", '18000000', 120_001],
    ['takes a price from before its end', "'won'", '18000000', 59_999],
  ])('an end that %s is refused', async (_, outcome, paid, offset, at = '61000') => {
    const option = await bought();
    const received = `platform.from_ms(${option.openTime + offset})`;
    await expect(
      change(
        `status = 'closed', outcome = ${outcome}, paid = ${paid}, settle_price = ${at},
         settle_tick = '2024-01-01/1', settle_received_at = ${received}, closed_at = ${received}`,
        option.id,
      ),
    ).rejects.toThrow(/check constraint/);
    await after(60_000, '60001', '60011');
    await product.settle();
  });
});

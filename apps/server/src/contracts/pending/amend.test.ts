import { randomUUID } from 'node:crypto';
import type { ContractId } from '@candor/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { type Trader, fillAt, newTrader } from '../../../test/trader.ts';
import { accountKey, lockAccounts } from '../../ledger/index.ts';

let product: TestApp;
let trader: Trader;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());
beforeEach(async () => {
  trader = await newTrader(product);
  await trader.says('60000', '60010');
});

describe('the stops of a running contract', () => {
  test('are set, moved and taken away, and each change is kept', async () => {
    const order = await trader.opens();
    const set = await trader.amends(order.id, { stopLoss: '59000', takeProfit: '61000' });
    expect([set.code, set.message]).toEqual(['200', '20005']);
    expect(set.result).toMatchObject({ stopLoss: '59000', takeProfit: '61000' });
    await trader.amends(order.id, { stopLoss: '59500', trailingDistance: '400' });
    const none = await trader.amends(order.id, { stopLoss: null, takeProfit: null });
    expect(none.result.stopLoss).toBeUndefined();
    expect(none.result.trailingDistance).toBe('400');
    const { events } = await trader.sees(order.id);
    expect(events.flatMap(({ kind, changes }) => (kind === 'amended' ? [changes] : []))).toEqual([
      [
        { field: 'stopLoss', from: null, to: '59000' },
        { field: 'takeProfit', from: null, to: '61000' },
      ],
      [
        { field: 'stopLoss', from: '59000', to: '59500' },
        { field: 'trailingDistance', from: null, to: '400' },
      ],
      [
        { field: 'stopLoss', from: '59500', to: null },
        { field: 'takeProfit', from: '61000', to: null },
      ],
    ]);
    expect(await trader.payments(order.id)).toHaveLength(2);
  });

  test('may be given in money: what is lost and won before fees', async () => {
    const order = await trader.opens();
    const { result } = await trader.amends(order.id, {
      stopLoss: '100',
      takeProfit: '50',
      inMoney: true,
    });
    // 0.1 × 1,000 and 0.1 × 500 from 60,010.
    expect(result).toMatchObject({
      stopLoss: '59010',
      takeProfit: '60510',
      expectedProfit: '50',
    });
  });

  test('in money at the opening as well, for a short the other way round', async () => {
    const order = await trader.opens({
      direction: 'sell',
      stopLoss: '100',
      takeProfit: '50',
      inMoney: true,
    });
    expect(order).toMatchObject({ stopLoss: '61000', takeProfit: '59500' });
  });

  const odd: [string, object, string, string | null][] = [
    ['nothing to change', {}, '11014', null],
    ['a stop above a long', { stopLoss: '60000' }, '11008', 'stopLoss'],
    ['a stop between two ticks', { stopLoss: '59000.001' }, '11008', 'stopLoss'],
    ['a stop beyond close-out', { stopLoss: '1000' }, '11008', 'stopLoss'],
    ['a target below a long', { takeProfit: '60010' }, '11009', 'takeProfit'],
    ['both wrong', { stopLoss: '70000', takeProfit: '50000' }, '11010', 'stopLoss'],
    ['a stop that is no number', { stopLoss: 'low' }, '11008', 'stopLoss'],
    [
      'money in thousandths of a unit',
      { stopLoss: '0.0000001', inMoney: true },
      '11008',
      'stopLoss',
    ],
    ['money beyond the price', { stopLoss: '6002', inMoney: true }, '11008', 'stopLoss'],
    [
      'a trailing distance beyond the price',
      { trailingDistance: '60000' },
      '11008',
      'trailingDistance',
    ],
    ['the price of what is filled', { price: '59000' }, '400', 'price'],
    ['the stop price of what is filled', { stopPrice: '61000' }, '400', 'stopPrice'],
  ];
  test.each(odd)(
    '%s is refused at its field, nothing changes',
    async (_what, change, code, field) => {
      const order = await trader.opens({ lots: '0.3', stopLoss: '59000' });
      const answer = await trader.amends(order.id, change);
      expect([answer.code, answer.refused.field]).toEqual([code, field]);
      const now = await trader.sees(order.id);
      expect([now.stopLoss, now.events.length]).toEqual(['59000', 1]);
    },
  );

  test('the same request twice is one change and the same bytes', async () => {
    const order = await trader.opens();
    const requestId = randomUUID();
    const first = await trader.amends(order.id, { stopLoss: '59000', requestId });
    const second = await trader.amends(order.id, { stopLoss: '59000', requestId });
    expect(second.text).toBe(first.text);
    expect((await trader.sees(order.id)).events).toHaveLength(2);
  });

  test('two at once: both happen one after the other, and the history shows the chain', async () => {
    const order = await trader.opens();
    await Promise.all([
      trader.amends(order.id, { stopLoss: '59000' }),
      trader.amends(order.id, { stopLoss: '58000' }),
    ]);
    const { events, stopLoss } = await trader.sees(order.id);
    const chain = events.flatMap(({ changes }) => changes ?? []);
    expect(chain).toHaveLength(2);
    expect(chain[1]?.from).toBe(chain[0]?.to);
    expect(chain[1]?.to).toBe(stopLoss);
  });

  test('counts the book on, so that no other process goes on with what it remembers', async () => {
    const account = { userId: trader.userId, mode: 'demo' as const };
    const version = async (): Promise<bigint> => {
      const found = await product.db.transaction((tx) => lockAccounts(tx, [account]));
      return BigInt(found.get(accountKey(account)) ?? 0);
    };
    const order = await trader.opens();
    const before = await version();
    await trader.amends(order.id, { stopLoss: '59000' });
    const amended = await version();
    expect(amended).toBe(before + 1n);
    // One more for what it paid, one for what it left open.
    await trader.closes(order.id, { lots: '0.05' });
    expect(await version()).toBe(amended + 2n);
    await trader.amends(order.id, { stopLoss: '59000' });
    expect(await version()).toBe(amended + 2n);
  });

  test('closed ones, somebody else’s and nobody’s', async () => {
    const order = await trader.opens();
    await trader.closes(order.id);
    expect((await trader.amends(order.id, { stopLoss: '59000' })).code).toBe('11017');
    const other = await newTrader(product);
    expect((await other.amends(order.id, { stopLoss: '59000' })).status).toBe(404);
  });
});

describe('an amendment and a tick that came before it', () => {
  test('a stop that a stored tick has reached is not moved away from it', async () => {
    const order = await trader.opens({ stopLoss: '59500' });
    const quote = await trader.says('59400', '59410');
    const answer = await trader.amends(order.id, { stopLoss: '59000' });
    expect([answer.code, answer.refused.field]).toEqual(['11017', 'stopLoss']);
    const outcome = await product.app.contracts.commands.trigger({
      kind: 'trigger',
      userId: trader.userId,
      mode: 'demo',
      contractId: order.id as ContractId,
      reason: 'stopLoss',
      quote,
    });
    expect(outcome.ok && outcome.value.status).toBe('closed');
    expect(await trader.sees(order.id)).toMatchObject({ stopLoss: '59500', closePrice: '59400' });
  });

  test('a stop that was moved is not set off by a tick from before', async () => {
    const order = await trader.opens({ stopLoss: '59500' });
    const quote = await trader.says('59600', '59610');
    expect((await trader.amends(order.id, { stopLoss: '59000' })).code).toBe('200');
    const outcome = await product.app.contracts.commands.trigger({
      kind: 'trigger',
      userId: trader.userId,
      mode: 'demo',
      contractId: order.id as ContractId,
      reason: 'stopLoss',
      quote: { ...quote, bid: late59, ask: late59 },
    });
    expect(!outcome.ok && outcome.failure.name).toBe('quote-expired');
    expect((await trader.sees(order.id)).status).toBe('running');
  });
  const late59 = (59_000n * 10n ** 18n) as never;

  test('at once: the contract closes at the tick, whichever of the two came first', async () => {
    for (let round = 0; round < 4; round += 1) {
      await trader.says('60000', '60010');
      const order = await trader.opens({ lots: '0.01', stopLoss: '59500' });
      const quote = await trader.says('59400', '59410');
      const trigger = () =>
        product.app.contracts.commands.trigger({
          kind: 'trigger',
          userId: trader.userId,
          mode: 'demo',
          contractId: order.id as ContractId,
          reason: 'stopLoss',
          quote,
        });
      const amend = async () => {
        expect((await trader.amends(order.id, { stopLoss: '59000' })).code).toBe('11017');
      };
      const acts = round % 2 === 0 ? [trigger(), amend()] : [amend(), trigger()];
      await Promise.all(acts);
      const end = { status: 'closed', stopLoss: '59500', closePrice: '59400' };
      expect(await trader.sees(order.id)).toMatchObject({ ...end, closeSlippage: '100' });
    }
  });
});

describe('an order that waits', () => {
  test('its prices and stops are changed, and only later ticks count for them', async () => {
    const order = await trader.opens({ orderType: 'limit', price: '59000', stopLoss: '58000' });
    const early = await trader.says('59390', '59400');
    const { result } = await trader.amends(order.id, { price: '59300', takeProfit: '60000' });
    expect(result).toMatchObject({ price: '59300', stopLoss: '58000', takeProfit: '60000' });
    const late = await fillAt(product, trader, {
      id: order.id,
      quote: { ...early, bid: late59, ask: late59 },
    });
    expect(!late.ok && late.failure.name).toBe('quote-expired');
    const quote = await trader.says('59280', '59290');
    await fillAt(product, trader, { id: order.id, quote });
    expect(await trader.sees(order.id)).toMatchObject({ status: 'running', openPrice: '59290' });
  });
  const late59 = (59_000n * 10n ** 18n) as never;

  test('a stop that is moved has to be touched anew', async () => {
    const order = await trader.opens({
      orderType: 'stopLimit',
      stopPrice: '60500',
      price: '60550',
    });
    const quote = await trader.says('60600', '60610');
    await fillAt(product, trader, { id: order.id, quote });
    expect((await trader.sees(order.id)).armed).toBe(true);
    const { result } = await trader.amends(order.id, { stopPrice: '60900', price: '60950' });
    expect(result).toMatchObject({ armed: false, stopPrice: '60900', price: '60950' });
    const { events } = await trader.sees(order.id);
    expect(events.map(({ kind }) => kind)).toEqual(['placed', 'armed', 'amended']);
  });

  const odd: [string, object, string, string][] = [
    ['a limit on the wrong side', { price: '60010' }, '11016', 'price'],
    ['a limit far away', { price: '100' }, '11016', 'price'],
    ['a stop price it has no use for', { stopPrice: '61000' }, '400', 'stopPrice'],
    ['a limit beyond its own stop loss', { price: '57000' }, '11008', 'stopLoss'],
    ['a stop above the limit', { stopLoss: '59001' }, '11008', 'stopLoss'],
  ];
  test.each(odd)('%s is refused', async (_what, change, code, field) => {
    const order = await trader.opens({ orderType: 'limit', price: '59000', stopLoss: '58000' });
    const answer = await trader.amends(order.id, change);
    expect([answer.code, answer.refused.field]).toEqual([code, field]);
    expect(await trader.sees(order.id)).toMatchObject({ price: '59000', stopLoss: '58000' });
  });
});

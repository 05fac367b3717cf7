import { randomUUID } from 'node:crypto';
import { receipts as protocol } from '@candor/protocol';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { hashOf } from '../../../../scripts/verify/check.mjs';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { openDatabase } from '../platform/postgres/db.ts';

let product: TestApp;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());

type Body = {
  readonly code: string;
  readonly direction: 'buy' | 'sell';
  readonly lots: string;
  readonly leverage: number;
};

async function open(token: string, body: Body) {
  const { result, code } = await product.call('contracts.open', {
    token,
    body: { ...body, orderType: 'market', requestId: randomUUID() },
  });
  expect(code).toBe('200');
  return result;
}

async function close(token: string, id: string, lots?: string) {
  const { result, code } = await product.call('contracts.close', {
    token,
    params: { id },
    body: { requestId: randomUUID(), ...(lots === undefined ? {} : { lots }) },
  });
  expect(code).toBe('200');
  return result.order;
}

async function receiptOf(number: string | undefined) {
  const { result, code } = await product.call('receipts.get', {
    params: { number: number ?? '' },
  });
  expect(code).toBe('200');
  return result;
}

describe('the number of an order', () => {
  const ofOrder = (token: string | undefined, orderNo: string, mode: 'demo' | 'real' = 'demo') =>
    product.call('receipts.of-order', {
      ...(token === undefined ? {} : { token }),
      mode,
      params: { orderNo },
    });

  test('leads its owner to the receipts of all its closings, oldest first', async () => {
    const { token } = await product.register();
    await product.price('BTC/USDT', '60000', '60002');
    const body = { code: 'BTC/USDT', direction: 'buy', lots: '0.02', leverage: 2 } as const;
    const order = await open(token, body);
    expect((await ofOrder(token, order.orderNo)).result).toEqual({
      orderNo: order.orderNo,
      numbers: [],
    });
    await close(token, order.id, '0.01');
    const closed = await close(token, order.id);
    const { result } = await ofOrder(token, order.orderNo);
    expect(result.numbers).toEqual(closed.receiptIds);
    expect(result.numbers).toHaveLength(2);
    expect(await receiptOf(result.numbers[1])).toMatchObject({ orderNo: order.orderNo });
  });

  test('of an option leads to its receipt once it is settled', async () => {
    const { token } = await product.register();
    product.clock.advance(1_000);
    await product.price('BTC/USDT', '60000', '60002');
    const { result: option } = await product.call('options.buy', {
      token,
      body: {
        code: 'BTC/USDT',
        direction: 'up',
        period: 60,
        amount: '100',
        requestId: randomUUID(),
      },
    });
    expect((await ofOrder(token, option.orderNo)).result.numbers).toEqual([]);
    product.clock.advance(61_000);
    await product.price('BTC/USDT', '60100', '60102');
    await product.settle();
    const [number] = (await ofOrder(token, option.orderNo)).result.numbers;
    expect(await receiptOf(number)).toMatchObject({ kind: 'option', orderNo: option.orderNo });
  });

  test('opens nothing to anybody else, in the other mode, or without a session', async () => {
    const { token } = await product.register();
    await product.price('BTC/USDT', '60000', '60002');
    const body = { code: 'BTC/USDT', direction: 'buy', lots: '0.02', leverage: 2 } as const;
    const { id, orderNo } = await open(token, body);
    await close(token, id);
    const other = await product.register();
    expect((await ofOrder(other.token, orderNo)).status).toBe(404);
    expect((await ofOrder(token, orderNo, 'real')).status).toBe(404);
    expect((await ofOrder(undefined, orderNo)).status).toBe(401);
    expect((await product.call('receipts.get', { params: { number: orderNo } })).status).toBe(404);
  });
});

describe('a receipt', () => {
  test('is there for anybody as soon as the contract is closed, and says how it came about', async () => {
    const { token } = await product.register();
    await product.price('BTC/USDT', '60000', '60002');
    const opened = await open(token, {
      code: 'BTC/USDT',
      direction: 'buy',
      lots: '0.02',
      leverage: 2,
    });
    product.clock.advance(2_000);
    await product.price('BTC/USDT', '60100', '60103');
    const closed = await close(token, opened.id);
    expect(closed.receiptIds).toEqual([closed.receiptNo]);
    const receipt = await receiptOf(closed.receiptNo);
    expect(receipt).toMatchObject({
      schema: protocol.RECEIPT_SCHEMA,
      kind: 'contract',
      number: closed.receiptNo,
      mode: 'demo',
      feed: { key: 'test', mode: 'live', label: 'Prices a test says' },
      orderNo: opened.orderNo,
      side: 'long',
      lots: { opened: '0.02', before: '0.02', closed: '0.02' },
      open: { price: '60002', spread: '2', tick: { id: opened.openTickId, sources: 2 } },
      close: { price: '60100', spread: '3', tick: { id: closed.closeTickId } },
      reason: 'user',
      fee: { parameter: 'contract.feeRate', version: 1, rate: '0.001' },
      realised: '1.96',
      profit: closed.profit,
      counterparty: { account: 'house:trading', result: '-1.96' },
      cover: null,
    });
    if (receipt.kind !== 'contract') throw new Error('not a contract');
    expect(receipt.entries.map(({ kind }) => kind)).toEqual(['contract-open', 'contract-close']);
    expect(receipt.open.tick.link).toMatch(/^[0-9a-f]{64}$/);
    expect((await receiptOf(closed.receiptNo)).hash).toBe(receipt.hash);
  });

  test('of each part names the parts before it, and the parts sum to the whole', async () => {
    const { token } = await product.register();
    await product.price('BTC/USDT', '60000', '60002');
    const opened = await open(token, {
      code: 'BTC/USDT',
      direction: 'sell',
      lots: '0.03',
      leverage: 2,
    });
    await close(token, opened.id, '0.01');
    const last = await close(token, opened.id);
    expect(last.receiptIds).toHaveLength(2);
    const [first, second] = await Promise.all((last.receiptIds ?? []).map(receiptOf));
    if (first?.kind !== 'contract' || second?.kind !== 'contract') throw new Error('no receipts');
    expect(first.lots).toEqual({ opened: '0.03', before: '0.03', closed: '0.01' });
    expect(second.lots).toEqual({ opened: '0.03', before: '0.02', closed: '0.02' });
    expect(second.earlier.map(({ number }) => number)).toEqual([first.number]);
    expect(second.entries).toHaveLength(2);
  });

  test('of another currency names the tick that links it', async () => {
    const { token } = await product.register();
    await product.price('USD/JPY', '150', '150.01');
    await product.price('EUR/JPY', '160', '160.02');
    const opened = await open(token, {
      code: 'EUR/JPY',
      direction: 'buy',
      lots: '0.01',
      leverage: 10,
    });
    const closed = await close(token, opened.id);
    const receipt = await receiptOf(closed.receiptNo);
    expect(receipt).toMatchObject({
      instrument: { quoteCurrency: 'JPY' },
      open: { link: { tick: { code: 'USD/JPY', bid: '150', ask: '150.01' } } },
    });
  });

  test('is 404 for a number nobody has, like anything else that is not there', async () => {
    const unknown = 'A'.repeat(32);
    for (const number of [unknown, 'x', `${unknown}0`, '../../x', "' or 1=1"]) {
      const answer = await product.call('receipts.get', { params: { number } });
      expect(answer.status).toBe(404);
      const other = await product.call('market.info', { params: { id: 'NOTHING' } });
      expect(answer.text).toBe(other.text);
    }
  });

  test('shows by its hash that a row behind it was changed, whoever changed it', async () => {
    const { token } = await product.register();
    await product.price('BTC/USDT', '60000', '60002');
    const opened = await open(token, {
      code: 'BTC/USDT',
      direction: 'buy',
      lots: '0.01',
      leverage: 2,
    });
    const { receiptNo } = await close(token, opened.id);
    const before = await receiptOf(receiptNo);
    expect(hashOf(before)).toBe(before.hash);
    const { host, port, owner } = inject('postgres');
    const [named] = await product.db.query<{ name: string }>('select current_database() as name');
    const machine = openDatabase({ host, port, database: named?.name ?? '', ...owner });
    const moveBy = (units: number) => [
      'alter table contracts.closing disable trigger closing_final',
      `update contracts.closing set realized = realized + ${units}, profit = profit + ${units}
       where receipt_no = '${receiptNo}'`,
      'alter table contracts.closing enable trigger closing_final',
    ];
    for (const text of moveBy(1)) await machine.query(text);
    const after = await receiptOf(receiptNo);
    expect(after).toMatchObject({ hash: before.hash });
    expect(hashOf(after)).not.toBe(before.hash);
    for (const text of moveBy(-1)) await machine.query(text);
    await machine.end();
    expect(await receiptOf(receiptNo)).toEqual(before);
  });

  test('cannot be changed or removed by the product', async () => {
    for (const text of [
      "update receipts.receipt set hash = '\\x00'",
      'delete from receipts.receipt',
      'truncate receipts.receipt',
      "update receipts.terms set terms = '{}'",
      'delete from receipts.terms',
      'truncate receipts.terms',
    ]) {
      await expect(product.db.query(text)).rejects.toThrow(/permission denied|final/);
    }
  });
});

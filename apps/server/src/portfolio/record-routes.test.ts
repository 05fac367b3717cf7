import { randomUUID } from 'node:crypto';
import { type UserId, newUuid } from '@candor/kernel';
import type { Transaction } from '@candor/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { type Entry, commitEntries } from '../ledger/index.ts';

let product: TestApp;
let token: string;
let userId: UserId;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());
beforeEach(async () => {
  ({ token, userId } = await product.register());
  product.clock.advance(1_000);
  await product.price('BTC/USDT', '60000', '60010');
});

const open = (lots = '0.1') =>
  product.call('contracts.open', {
    token,
    body: {
      code: 'BTC/USDT',
      direction: 'buy',
      orderType: 'market',
      lots,
      leverage: 2,
      requestId: randomUUID(),
    },
  });
const close = (id: string) =>
  product.call('contracts.close', { token, params: { id }, body: { requestId: randomUUID() } });

type Query = NonNullable<Parameters<typeof list>[0]>;
const list = (query: { [key: string]: string } = {}) =>
  product.call('portfolio.transactions', { token, query: query as never });
const records = async (query?: Query): Promise<readonly Transaction[]> =>
  (await list(query)).result.records;

/** A file without its mark, as lines of cells; nothing in these files is quoted. */
const table = (text: string): string[][] =>
  text
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));

describe('user/listTransactions', () => {
  test('every payment has the balance after it, to the last place, newest first', async () => {
    product.clock.advance(1_000);
    const { result: order } = await open();
    product.clock.advance(1_000);
    await product.price('BTC/USDT', '61000', '61010');
    await close(order.id);
    // Margin 3,000.50, fee 6.001; result 0.1 × 990, fee 6.10.
    expect(
      (await records()).map(({ kind, amount, balanceAfter }) => [kind, amount, balanceAfter]),
    ).toEqual([
      ['fee', '-6.1', '10086.899'],
      ['result', '99', '10092.999'],
      ['margin', '3000.5', '9993.999'],
      ['fee', '-6.001', '6993.499'],
      ['margin', '-3000.5', '6999.5'],
      ['demoGrant', '10000', '10000'],
    ]);
    const info = await product.call('portfolio.info', { token });
    expect(info.result.amount).toBe('10086.899');
    const references = new Set((await records()).map(({ reference }) => reference));
    expect([...references].toSorted()).toEqual(['', order.orderNo].toSorted());
  });

  test('an option’s stake and gain name its order', async () => {
    await product.call('options.buy', {
      token,
      odd: {
        code: 'BTC/USDT',
        direction: 'up',
        period: 60,
        amount: '100',
        requestId: randomUUID(),
      },
    });
    const [stake] = await records();
    expect(stake).toMatchObject({ kind: 'stake', amount: '-100', balanceAfter: '9900' });
    expect(stake?.reference).not.toBe('');
  });

  test('filters leave the balances what they were', async () => {
    const { result: order } = await open();
    await close(order.id);
    const all = await records();
    const fees = await list({ kind: 'fee' });
    expect(fees.result.total).toBe(2);
    expect(fees.result.records).toEqual(all.filter(({ kind }) => kind === 'fee'));
    expect((await list({ asset: 'BTC' })).result).toEqual({ records: [], total: 0 });
    const from = String(product.clock.now());
    const grant = all.at(-1)?.time ?? 0;
    expect((await records({ from })).every(({ time }) => time >= Number.parseInt(from, 10))).toBe(
      true,
    );
    expect((await records({ to: String(grant + 1) })).map(({ kind }) => kind)).toEqual([
      'demoGrant',
    ]);
    expect((await records({ to: String(grant) })).length).toBe(0);
  });

  test('pages follow one another without gap or repeat, and past the end there is nothing', async () => {
    for (let count = 0; count < 3; count += 1) await close((await open('0.01')).result.id);
    const all = await records({ size: '100' });
    const paged: Transaction[] = [];
    for (let page = 1; page <= 5; page += 1) {
      const { result } = await list({ page: String(page), size: '4' });
      expect(result.total).toBe(all.length);
      paged.push(...result.records);
    }
    expect(paged).toEqual(all);
    expect((await list({ page: '99', size: '4' })).result).toEqual({
      records: [],
      total: all.length,
    });
  });

  test('belongs to one user and one mode', async () => {
    await product.deposit(userId, 5_000_000n);
    const real = await product.call('portfolio.transactions', { token, mode: 'real' });
    expect(real.result.records).toMatchObject([
      { kind: 'deposit', amount: '5', balanceAfter: '5', asset: 'USDT' },
    ]);
    const other = await product.register();
    const theirs = await product.call('portfolio.transactions', { token: other.token });
    expect(theirs.result.records.map(({ kind }) => kind)).toEqual(['demoGrant']);
  });

  test('what the house covers and what is owed are payments too', async () => {
    const at = product.clock.now();
    const entry = (kind: Entry['kind'], part: number, postings: Entry['postings']): Entry => ({
      id: newUuid(at) as Entry['id'],
      userId,
      mode: 'real',
      kind,
      requestId: 'story',
      part,
      cause: 'tick',
      subject: null,
      reverses: null,
      at,
      postings,
    });
    const asset = 'USDT' as const;
    await product.deposit(userId, 100_000_000n);
    await product.db.transaction((tx) =>
      commitEntries(
        tx,
        [
          entry('contract-close', 0, [
            { from: 'user:cash', to: 'house:trading', asset, units: 100_000_000n },
            { from: 'user:deficit', to: 'house:trading', asset, units: 20_000_000n },
          ]),
          entry('protection', 1, [
            { from: 'house:bad-debt', to: 'user:deficit', asset, units: 20_000_000n },
          ]),
        ],
        at,
      ),
    );
    const real = await product.call('portfolio.transactions', { token, mode: 'real' });
    expect(
      real.result.records.map(({ kind, amount, balanceAfter }) => [kind, amount, balanceAfter]),
    ).toEqual([
      ['result', '-20', '0'],
      ['protection', '20', '20'],
      ['result', '-100', '0'],
      ['deposit', '100', '100'],
    ]);
  });

  describe('a gap past all an account has', () => {
    /** Ten thousand, nearly all of it held; the price halves before anything can be done. */
    async function fallsPast(): Promise<void> {
      const { result: order } = await open('0.33');
      await product.settle();
      product.clock.advance(1_000);
      await product.price('BTC/USDT', '27000', '27010');
      await product.settle();
      const detail = await product.call('contracts.get', { token, params: { id: order.id } });
      expect(detail.result).toMatchObject({ status: 'closed', reason: 'closeOut' });
    }
    const told = ({ kind, amount, balanceAfter }: Transaction): string[] => [
      kind,
      amount,
      balanceAfter,
    ];

    test('is covered before the payments that needed it; no balance is ever below zero', async () => {
      await fallsPast();
      // 0.33 × 33,010 of loss against 9,980.1967 left; then the fee, 0.33 × 27,000 × 0.1 %.
      expect((await records()).map(told)).toEqual([
        ['fee', '-8.91', '0'],
        ['result', '-913.1033', '8.91'],
        ['protection', '922.0133', '922.0133'],
        ['result', '-9980.1967', '0'],
        ['margin', '9901.65', '9980.1967'],
        ['fee', '-19.8033', '78.5467'],
        ['margin', '-9901.65', '98.35'],
        ['demoGrant', '10000', '10000'],
      ]);
    });

    test('reads the same page by page, by kind, by asset and in the file', async () => {
      await fallsPast();
      const all = await records();
      for (const size of [1, 2, 3, 4, 5]) {
        const pages: Transaction[] = [];
        for (let page = 1; pages.length < all.length; page += 1) {
          const { records: part, total } = (await list({ page: String(page), size: String(size) }))
            .result;
          expect([part.length, total]).toEqual([
            Math.min(size, all.length - pages.length),
            all.length,
          ]);
          pages.push(...part);
        }
        expect(pages).toEqual(all);
      }
      for (const kind of ['protection', 'result', 'fee', 'margin'] as const) {
        expect(await records({ kind } as never)).toEqual(all.filter((one) => one.kind === kind));
      }
      expect(await records({ asset: 'USDT' } as never)).toEqual(all);
      const { text } = await product.call('portfolio.transactions', {
        token,
        query: { format: 'csv', zone: 'Etc/UTC' },
      });
      const [names = [], ...rows] = table(text);
      const at = ['id', 'amount', 'balance_after'].map((name) => names.indexOf(name));
      expect(rows.map((row) => at.map((column) => row[column]))).toEqual(
        all.toReversed().map(({ id, amount, balanceAfter }) => [id, amount, balanceAfter]),
      );
    });
  });

  test.each([
    'kind=everything',
    'asset=DOGE',
    'from=soon',
    'size=0',
    'size=101',
    'page=0',
    'zone=Mars',
    'user=x',
  ])('%s is 400', async (oddQuery) => {
    expect((await product.call('portfolio.transactions', { token, oddQuery })).status).toBe(400);
  });

  test('without a session 401, without a mode 400', async () => {
    expect((await product.call('portfolio.transactions')).status).toBe(401);
    const noMode = { token, headers: { virtually: '' } };
    expect((await product.call('portfolio.transactions', noMode)).status).toBe(400);
    expect((await product.call('portfolio.export-orders')).status).toBe(401);
    expect((await product.call('portfolio.export-orders', noMode)).status).toBe(400);
  });
});

describe('files', () => {
  test('payments come oldest first, with UTC and local time, and the mode on each line', async () => {
    await open();
    const answer = await product.call('portfolio.transactions', {
      token,
      query: { format: 'csv', zone: 'Asia/Tokyo' },
    });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="candor-demo-transactions.csv"',
    );
    expect(answer.text.startsWith('\uFEFFid,time_utc,time_local,time_zone,mode,')).toBe(true);
    const [names = [], ...rows] = table(answer.text);
    const shown = rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])));
    const all = (await records()).toReversed();
    expect(shown.map(({ id, amount, balance_after }) => [id, amount, balance_after])).toEqual(
      all.map(({ id, amount, balanceAfter }) => [id, amount, balanceAfter]),
    );
    const [grant] = all;
    const utc = new Date(grant?.time ?? 0).toISOString();
    const tokyo = new Date((grant?.time ?? 0) + 9 * 3_600_000).toISOString().replace('Z', '+09:00');
    expect(shown[0]).toMatchObject({
      time_utc: utc,
      time_local: tokyo,
      time_zone: 'Asia/Tokyo',
      mode: 'demo',
      entry_kind: 'demo-opening',
    });
  });

  test('orders carry every column, each fee as it was posted, ticks and receipts', async () => {
    const { result: first } = await open();
    product.clock.advance(1_000);
    await product.price('BTC/USDT', '61000', '61010');
    await close(first.id);
    const { result: second } = await open('0.01');
    const answer = await product.call('portfolio.export-orders', { token });
    const [names = [], ...rows] = table(answer.text);
    const shown = rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])));
    expect(shown.map(({ order_no }) => order_no)).toEqual([first.orderNo, second.orderNo]);
    const [closed, running] = shown;
    expect(closed).toMatchObject({
      mode: 'demo',
      code: 'BTC/USDT',
      direction: 'buy',
      status: 'closed',
      reason: 'user',
      lots: '0.1',
      open_price: '60010',
      close_price: '61000',
      opening_fee: '6.001',
      closing_fee: '6.1',
      fees: '12.101',
      financing: '0',
      profit: '86.899',
      time_zone: 'Etc/UTC',
      open_tick: first.openTickId,
    });
    expect(closed?.['receipt']).not.toBe('');
    expect(running).toMatchObject({ status: 'running', closing_fee: '0', close_price: '' });
    const one = await product.call('portfolio.export-orders', {
      token,
      query: { status: 'closed' },
    });
    expect(table(one.text).length).toBe(2);
    const none = await product.call('portfolio.export-orders', {
      token,
      query: { code: 'ETH/USDT' },
    });
    expect(table(none.text)).toEqual([names]);
  });

  test('options have a file of their own', async () => {
    const bought = await product.call('options.buy', {
      token,
      odd: {
        code: 'BTC/USDT',
        direction: 'up',
        period: 60,
        amount: '100',
        requestId: randomUUID(),
      },
    });
    const ask = (query: { product: 'options'; status?: 'closed' }) =>
      product.call('portfolio.export-orders', { token, query });
    const answer = await ask({ product: 'options' });
    expect(answer.headers['content-disposition']).toContain('candor-demo-options.csv');
    const [names = [], row = []] = table(answer.text);
    const shown = Object.fromEntries(names.map((name, at) => [name, row[at]]));
    expect(shown).toMatchObject({
      order_no: bought.result.orderNo,
      mode: 'demo',
      direction: 'up',
      outcome: 'running',
      stake: '100',
      period_seconds: '60',
      settled_utc: '',
      open_tick: bought.result.openTickId,
    });
    expect(table((await ask({ product: 'options', status: 'closed' })).text)).toEqual([names]);
  });
});

import { randomUUID } from 'node:crypto';
import type { UserId } from '@candor/kernel';
import type { OptionOrder } from '@candor/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';

let product: TestApp;
let token: string;
let userId: UserId;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());
beforeEach(async () => {
  ({ token, userId } = await product.register());
  await tick('60000', '60010');
});

/** A second passes, a price comes and counts. */
async function tick(bid: string, ask: string, code = 'BTC/USDT'): Promise<void> {
  product.clock.advance(1_000);
  await product.price(code, bid, ask);
}

const asked = (change: object = {}) => ({
  code: 'BTC/USDT',
  direction: 'up' as const,
  period: 60,
  amount: '10',
  ...change,
});
const buying = (change: object = {}) => ({ ...asked(), requestId: randomUUID(), ...change });

async function bought(change: object = {}): Promise<OptionOrder> {
  const answer = await product.call('options.buy', { token, body: buying(change) });
  expect(answer.code).toBe('200');
  return answer.result;
}

async function amountNow(): Promise<Record<string, unknown>> {
  return (await product.call('portfolio.info', { token })).result;
}

describe('index/listPeriods', () => {
  test('says what a coin is offered for, and each rate lies in the published range', async () => {
    const { result } = await product.call('options.periods', { params: { code: 'BTC/USDT' } });
    expect(result).toEqual([
      { seconds: 60, rate: '0.8', min: '1', max: '1000' },
      { seconds: 120, rate: '0.82', min: '1', max: '1000' },
      { seconds: 300, rate: '0.84', min: '1', max: '1000' },
      { seconds: 900, rate: '0.86', min: '1', max: '1000' },
      { seconds: 3600, rate: '0.88', min: '1', max: '1000' },
      { seconds: 86400, rate: '0.92', min: '1', max: '1000' },
    ]);
  });

  test('a share is offered for none, and what nobody knows is not there', async () => {
    const share = await product.call('options.periods', { params: { code: 'AAPL' } });
    expect(share.result).toEqual([]);
    const unknown = await product.call('options.periods', { params: { code: 'NO/SUCH' } });
    expect(unknown.status).toBe(404);
    const odd = await product.call('options.periods', { params: { code: 'btc' } });
    expect(odd.status).toBe(400);
  });
});

describe('order/quoteOptions', () => {
  test('promises the rate and says what it takes to break even', async () => {
    const { result } = await product.call('options.quote', { token, body: asked() });
    expect(result).toMatchObject({
      rate: '0.8',
      rateVersion: 1,
      payout: '18',
      breakEvenRate: '0.5556',
      price: '60005',
      source: 'Test venue',
      freeMarginAfter: '9990',
      expiresAt: product.clock.now() + 15_000,
    });
    expect((await amountNow())['amount']).toBe('10000');
  });

  test('a purchase takes the promised rate, also when another is in force by then', async () => {
    const { result: quote } = await product.call('options.quote', { token, body: asked() });
    await product.app.parameters.set({
      key: 'option.rate60',
      value: '0.81',
      from: product.clock.now(),
      note: 'test',
    });
    const kept = await bought({ quoteId: quote.quoteId });
    expect(kept).toMatchObject({ rate: '0.8', rateVersion: 1, payout: '18' });
    expect(await bought()).toMatchObject({ rate: '0.81', rateVersion: 2, payout: '18.1' });
    const back = { key: 'option.rate60', value: '0.8', note: 'test' } as const;
    product.clock.advance(1);
    await product.app.parameters.set({ ...back, from: product.clock.now() });
  });

  test('it is used once, for what it was asked, by whom, and only for its seconds', async () => {
    const ask = async () =>
      (await product.call('options.quote', { token, body: asked() })).result.quoteId;
    const used = await ask();
    await bought({ quoteId: used });
    const other = await product.register();
    const theirs = (await product.call('options.quote', { token: other.token, body: asked() }))
      .result.quoteId;
    const forDown = await ask();
    const refused = async (change: object) =>
      (await product.call('options.buy', { token, body: buying(change) })).refused;
    for (const change of [
      { quoteId: used },
      { quoteId: theirs },
      { quoteId: forDown, direction: 'down' },
      { quoteId: forDown, amount: '11' },
      { quoteId: randomUUID() },
    ]) {
      expect(await refused(change)).toMatchObject({ name: 'quote-expired', field: 'quoteId' });
    }
    product.clock.advance(15_001);
    await product.price('BTC/USDT', '60000', '60010');
    expect((await refused({ quoteId: forDown })).name).toBe('quote-expired');
  });
});

describe('order/buyOptions', () => {
  test('opens at the middle of a tick on the tape and stakes the amount', async () => {
    const answer = await product.call('options.buy', { token, body: buying() });
    expect(answer.message).toBe('20004');
    const option = answer.result;
    expect(option).toMatchObject({
      status: 'running',
      state: 'running',
      openPrice: '60005',
      amount: '10',
      payout: '18',
      expectedProfit: '8',
      breakEvenRate: '0.5556',
      settleAt: product.clock.now() + 60_000,
      paused: false,
      mode: 'demo',
    });
    const cited = await product.app.market.tick(option.openTickId);
    expect(cited?.code).toBe('BTC/USDT');
    // The stake is not free any more, and still the user's.
    expect(await amountNow()).toMatchObject({ amount: '9990', totalAssets: '10000', profit: '0' });
  });

  test('the same request twice is one option and the same bytes; another body is 422', async () => {
    const body = buying();
    const first = await product.call('options.buy', { token, body });
    const second = await product.call('options.buy', { token, body });
    expect(second.text).toBe(first.text);
    const other = await product.call('options.buy', { token, body: { ...body, amount: '11' } });
    expect([other.status, other.refused.name]).toEqual([422, 'request-reused']);
    expect((await product.call('options.list', { token })).result.total).toBe(1);
    const outcome = await product.call('contracts.outcome', {
      token,
      params: { requestId: body.requestId },
    });
    expect(outcome.result).toEqual({ state: 'done', answer: first.text });
  });

  test('fifty at once are one option: the others hear the same bytes or 409', async () => {
    const body = buying();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => product.call('options.buy', { token, body })),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    const others = answers.filter(({ status }) => status !== 200);
    expect(others.every(({ refused }) => refused.name === 'request-in-flight')).toBe(true);
    expect((await product.call('options.list', { token })).result.total).toBe(1);
  });

  test('many at once never stake more than there is', async () => {
    const answers = await Promise.all(
      Array.from({ length: 14 }, () =>
        product.call('options.buy', { token, body: buying({ amount: '1000' }) }),
      ),
    );
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === '200')).toHaveLength(10);
    expect(codes.filter((code) => code === '10011')).toHaveLength(4);
    expect(await amountNow()).toMatchObject({ amount: '0', totalAssets: '10000' });
  });

  test('a contract’s margin and losses are not free to be staked', async () => {
    const opened = await product.call('contracts.open', {
      token,
      body: {
        code: 'BTC/USDT',
        direction: 'buy',
        orderType: 'market',
        lots: '0.3',
        leverage: 2,
        requestId: randomUUID(),
      },
    });
    expect(opened.code).toBe('200');
    const { result } = await product.call('portfolio.info', { token });
    const free = Number.parseInt(result.freeMargin ?? '', 10);
    const over = await product.call('options.buy', {
      token,
      body: buying({ amount: String(free + 1) }),
    });
    expect(over.refused).toMatchObject({ name: 'free-margin-short', field: 'amount' });
    expect((await bought({ amount: String(free) })).amount).toBe(String(free));
  });

  test('every refusal has its code, its field and changes nothing', async () => {
    const refusal = async (change: object, mode: 'demo' | 'real' = 'demo') => {
      const { code, refused } = await product.call('options.buy', {
        token,
        mode,
        body: buying(change),
      });
      return [code, refused.field, refused.facts['why']];
    };
    expect(await refusal({}, 'real')).toEqual(['11005', null, 'countryUnknown']);
    expect(await refusal({ code: 'AAPL' })).toEqual(['10014', 'code', undefined]);
    expect(await refusal({ code: 'NO/SUCH' })).toEqual(['10014', 'code', undefined]);
    expect(await refusal({ period: 61 })).toEqual(['10017', 'period', undefined]);
    expect(await refusal({ amount: '0.5' })).toEqual(['10016', 'amount', undefined]);
    expect(await refusal({ amount: '1000.01' })).toEqual(['10016', 'amount', undefined]);
    expect(await refusal({ code: 'ETH/USDT' })).toEqual(['10015', null, 'stale']);
    product.clock.advance(5_001);
    expect(await refusal({})).toEqual(['10015', null, 'stale']);
    expect(await amountNow()).toMatchObject({ amount: '10000', totalAssets: '10000' });
  });

  test('a market that is closed when the period ends is not sold on', async () => {
    // Friday, a few minutes before the forex week ends at 22:00 UTC.
    const friday = Date.UTC(2024, 0, 5, 21, 57);
    product.clock.set(friday as ReturnType<typeof product.clock.now>);
    ({ token } = await product.register());
    await product.price('EUR/USD', '1.09', '1.0902');
    const over = await product.call('options.buy', {
      token,
      body: buying({ code: 'EUR/USD', period: 300 }),
    });
    expect([over.code, over.refused.facts['why']]).toEqual(['10015', 'closedAtSettlement']);
    expect((await bought({ code: 'EUR/USD', period: 60 })).state).toBe('running');
  });

  test.each<[string, object, string]>([
    ['a direction nobody knows', { direction: 'sideways' }, '400'],
    ['a period that is text', { period: 'soon' }, '10017'],
    ['a period below zero', { period: -60 }, '10017'],
    ['half a second', { period: 60.5 }, '10017'],
    ['no amount', { amount: undefined }, '10016'],
    ['an amount below zero', { amount: '-10' }, '10016'],
    ['an amount of nothing', { amount: '0' }, '10016'],
    ['an amount with an exponent', { amount: '1e3' }, '10016'],
    ['an amount that is a list', { amount: ['10'] }, '400'],
    ['no request id', { requestId: undefined }, '400'],
    ['a field nobody knows', { rate: '9' }, '400'],
    ['a code with an injection', { code: "'; drop table" }, '400'],
  ])('%s is %s', async (_, change, code) => {
    const answer = await product.call('options.buy', {
      token,
      odd: JSON.stringify({ ...buying(), ...change }),
    });
    expect(answer.code).toBe(code);
  });
});

describe('reading', () => {
  test('one’s own options, narrowed and paged, newest first, and nobody else’s', async () => {
    const first = await bought();
    await tick('60001', '60011');
    const second = await bought({ direction: 'down' });
    const list = await product.call('options.list', { token, query: { status: 'running' } });
    expect(list.result.total).toBe(2);
    expect(list.result.records.map(({ id }) => id)).toEqual([second.id, first.id]);
    const page = await product.call('options.list', { token, query: { page: 2, size: 1 } });
    expect(page.result.records.map(({ id }) => id)).toEqual([first.id]);
    const pending = await product.call('options.list', { token, query: { status: 'pending' } });
    expect(pending.result).toEqual({ records: [], total: 0 });
    const late = await product.call('options.list', {
      token,
      query: { from: second.openTime, code: 'BTC/USDT' },
    });
    expect(late.result.records.map(({ id }) => id)).toEqual([second.id]);
    const other = await product.register();
    expect((await product.call('options.list', { token: other.token })).result.total).toBe(0);
    const theirs = await product.call('options.get', {
      token: other.token,
      params: { id: first.id },
    });
    expect(theirs.status).toBe(404);
    const real = await product.call('options.get', {
      token,
      mode: 'real',
      params: { id: first.id },
    });
    expect(real.status).toBe(404);
    const own = await product.call('options.get', { token, params: { id: first.id } });
    expect(own.result).toMatchObject({ id: first.id, markPrice: '60006', status: 'running' });
  });

  test('odd questions are unreadable, and no session is 401', async () => {
    for (const oddQuery of ['status=won', 'page=0', 'size=101', 'from=yesterday', 'x=1']) {
      expect((await product.call('options.list', { token, oddQuery })).status).toBe(400);
    }
    expect((await product.call('options.get', { token, params: { id: 'x' } })).status).toBe(400);
    expect((await product.call('options.list')).status).toBe(401);
    expect((await product.call('options.record')).status).toBe(401);
    expect((await product.call('options.quote', { body: asked() })).status).toBe(401);
    expect((await product.call('options.buy', { body: buying() })).status).toBe(401);
    const headers = { virtually: 'MAYBE' };
    expect((await product.call('options.buy', { token, body: buying(), headers })).status).toBe(
      400,
    );
  });

  test('the record is empty until something was won or lost', async () => {
    await bought();
    const { result } = await product.call('options.record', { token });
    expect(result).toEqual({ won: 0, lost: 0, tie: 0, void: 0, hitRate: null, profit: '0' });
    expect(userId).toHaveLength(36);
  });
});

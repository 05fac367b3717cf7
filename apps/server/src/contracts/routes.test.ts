import { randomUUID } from 'node:crypto';
import type { Order } from '@candor/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';

let product: TestApp;
let token: string;
let userId: Awaited<ReturnType<TestApp['register']>>['userId'];

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());
beforeEach(async () => {
  ({ token, userId } = await product.register());
  product.clock.advance(1_000);
  await product.price('BTC/USDT', '60000', '60010');
});

const requestId = (): string => randomUUID();
const asked = (change: object = {}) => ({
  code: 'BTC/USDT',
  direction: 'buy' as const,
  orderType: 'market' as const,
  lots: '0.1',
  leverage: 2,
  requestId: requestId(),
  ...change,
});

async function opened(change: object = {}): Promise<Order> {
  const answer = await product.call('contracts.open', { token, body: asked(change) });
  expect(answer.code).toBe('200');
  return answer.result;
}

describe('order/buyContracts', () => {
  test('opens at the ask of a tick on the tape, holds the margin and takes the fee', async () => {
    const answer = await product.call('contracts.open', { token, body: asked() });
    expect(answer.message).toBe('20004');
    expect(answer.result).toMatchObject({
      status: 'running',
      openPrice: '60010',
      margin: '3000.5',
      fee: '6.001',
      floatingPnL: '-1',
      mode: 'demo',
      paused: false,
    });
    const info = await product.call('portfolio.info', { token });
    expect(info.result).toMatchObject({
      amount: '6993.499',
      bondAmount: '3000.5',
      floatingPnL: '-1',
      totalAssets: '9992.999',
    });
    const tick = await product.app.market.tick(answer.result.openTickId ?? '');
    expect(tick?.code).toBe('BTC/USDT');
  });

  test('the same request twice is one contract and the same bytes', async () => {
    const body = asked();
    const first = await product.call('contracts.open', { token, body });
    const second = await product.call('contracts.open', { token, body });
    expect(second.text).toBe(first.text);
    const list = await product.call('contracts.list', { token });
    expect(list.result.total).toBe(1);
  });

  test('a request id used again for something else is 422 and does nothing', async () => {
    const body = asked();
    await product.call('contracts.open', { token, body });
    const other = await product.call('contracts.open', { token, body: { ...body, lots: '0.2' } });
    expect([other.status, other.code]).toEqual([422, '422']);
    const demo = await product.call('contracts.open', { token, body, mode: 'real' });
    expect(demo.status).toBe(422);
    expect((await product.call('contracts.list', { token })).result.total).toBe(1);
  });

  test('fifty at once are one contract: the others hear the same bytes or 409', async () => {
    const body = asked();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => product.call('contracts.open', { token, body })),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    const others = answers.filter(({ status }) => status !== 200);
    expect(others.every(({ refused }) => refused.name === 'request-in-flight')).toBe(true);
    expect(others.every(({ status }) => status === 409)).toBe(true);
    expect((await product.call('contracts.list', { token })).result.total).toBe(1);
  });

  test('a refusal stays refused, also when it could be done by now', async () => {
    const body = asked({ lots: '0.34' });
    const first = await product.call('contracts.open', { token, body });
    expect(first.code).toBe('10011');
    expect(first.refused.facts).toEqual({ need: '10225.5034', have: '10000' });
    await product.price('BTC/USDT', '58000', '58010');
    const now = await product.call('contracts.open', { token, body: asked({ lots: '0.34' }) });
    expect(now.code).toBe('200');
    const second = await product.call('contracts.open', { token, body });
    expect(second.text).toBe(first.text);
  });

  test('two users may use the same request id', async () => {
    const body = asked();
    const other = await product.register();
    expect((await product.call('contracts.open', { token, body })).code).toBe('200');
    const theirs = await product.call('contracts.open', { token: other.token, body });
    expect(theirs.code).toBe('200');
  });

  test('many orders of one user at once never spend more than there is', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => product.call('contracts.open', { token, body: asked() })),
    );
    const codes = answers.map(({ code }) => code).toSorted();
    // Each holds 3,000.50 and costs 6.001; the spread of those open counts too.
    expect(codes.filter((code) => code === '200')).toHaveLength(3);
    expect(codes.filter((code) => code === '10011')).toHaveLength(17);
  });

  test('an old price fills nothing', async () => {
    product.clock.advance(5_001);
    const answer = await product.call('contracts.open', { token, body: asked() });
    expect(answer.code).toBe('10015');
    expect(answer.refused.facts).toEqual({ why: 'stale' });
  });

  test('an instrument without a source is shown and not traded', async () => {
    const answer = await product.call('contracts.open', {
      token,
      body: asked({ code: 'DOGE/USDT', lots: '100' }),
    });
    expect([answer.code, answer.refused.facts]).toEqual(['10015', { why: 'noSource' }]);
  });

  test('yen results become USDT at the pair that links them', async () => {
    await product.price('USD/JPY', '149.99', '150.01');
    await product.price('EUR/JPY', '160.00', '160.02');
    const body = asked({ code: 'EUR/JPY', lots: '0.01', leverage: 10 });
    const answer = await product.call('contracts.open', { token, body });
    expect(answer.code).toBe('200');
    // 1,000 × 160.02 ÷ 10 × 0.006666666666666667 (1 ÷ 150, eighteen places), up.
    expect(answer.result).toMatchObject({
      openPrice: '160.02',
      contracts: '1000',
      margin: '106.680001',
    });
  });

  test('without a fresh conversion rate there is no order', async () => {
    product.clock.advance(60_000);
    await product.price('EUR/JPY', '160.00', '160.02');
    const body = asked({ code: 'EUR/JPY', lots: '0.01', leverage: 10 });
    const answer = await product.call('contracts.open', { token, body });
    expect(answer.refused.facts).toEqual({ why: 'noLink' });
  });

  test('real money waits for the acknowledgement of its risk, and a day', async () => {
    const open = () => product.call('contracts.open', { token, body: asked(), mode: 'real' });
    const before = await open();
    expect([before.code, before.refused.facts]).toEqual(['11019', { until: 'none' }]);
    const until = String(product.clock.now() + 86_400_000);
    await product.call('accounts.answer-appropriateness', {
      token,
      body: {
        riskVersion: 1,
        answers: {
          country: 'DE',
          experience: 'some',
          background: 'no',
          margin: 'tenth',
          leverage: 'tenfold',
          closeOut: 'closed',
          gap: 'nextPrice',
          ownership: 'notOwned',
          riskAccepted: true,
        },
      },
    });
    const waiting = await open();
    expect([waiting.code, waiting.refused.facts]).toEqual(['11019', { until }]);
    // The demo asks nothing.
    expect((await product.call('contracts.open', { token, body: asked() })).code).toBe('200');
  });

  test('real money trades from the real book alone', async () => {
    await product.admit(userId);
    const empty = await product.call('contracts.open', { token, body: asked(), mode: 'real' });
    expect(empty.code).toBe('10011');
    await product.deposit(userId, 5_000_000_000n);
    const full = await product.call('contracts.open', { token, body: asked(), mode: 'real' });
    expect(full.code).toBe('200');
    const demo = await product.call('portfolio.info', { token });
    const real = await product.call('portfolio.info', { token, mode: 'real' });
    expect([demo.result.amount, real.result.amount]).toEqual(['10000', '1993.499']);
  });
});

describe('bad input of order/buyContracts: the seed’s code or a 4xx, at the field, nothing done', () => {
  const odd: [string, object, number, string, string | null][] = [
    ['no lots', { lots: undefined }, 200, '10016', 'lots'],
    ['empty lots', { lots: '' }, 200, '10016', 'lots'],
    ['zero lots', { lots: '0' }, 200, '10016', 'lots'],
    ['negative lots', { lots: '-1' }, 200, '10016', 'lots'],
    ['NaN lots', { lots: 'NaN' }, 200, '10016', 'lots'],
    ['exponent lots', { lots: '1e309' }, 200, '10016', 'lots'],
    ['forty digits', { lots: '1'.repeat(40) }, 200, '10016', 'lots'],
    ['lots as a number', { lots: 1 }, 200, '10016', 'lots'],
    ['full-width digits', { lots: '１２' }, 200, '10016', 'lots'],
    ['a wrong unit', { lots: '1 BTC' }, 200, '10016', 'lots'],
    ['off-step lots', { lots: '0.00000001' }, 200, '10016', 'lots'],
    ['lots as a list', { lots: ['1'] }, 400, '400', null],
    ['no leverage', { leverage: undefined }, 200, '11024', 'leverage'],
    ['leverage as text', { leverage: '2' }, 200, '11024', 'leverage'],
    ['half leverage', { leverage: 1.5 }, 200, '11024', 'leverage'],
    ['no leverage at all', { leverage: 0 }, 200, '11024', 'leverage'],
    ['leverage above the cap', { leverage: 3 }, 200, '11024', 'leverage'],
    ['leverage beyond numbers', { leverage: 1e309 }, 400, '400', null],
    ['a stop that is no number', { stopLoss: 'low' }, 200, '11008', 'stopLoss'],
    ['a stop on the wrong side', { stopLoss: '60005' }, 200, '11008', 'stopLoss'],
    ['a target that is no number', { takeProfit: '-5' }, 200, '11009', 'takeProfit'],
    ['a target on the wrong side', { takeProfit: '60000' }, 200, '11009', 'takeProfit'],
    [
      'both on the wrong side',
      { stopLoss: '70000', takeProfit: '50000' },
      200,
      '11010',
      'stopLoss',
    ],
    ['a limit order without a price', { orderType: 'limit' }, 200, '11014', 'price'],
    ['an unknown type', { orderType: 'iceberg' }, 400, '400', null],
    ['no direction', { direction: undefined }, 400, '400', null],
    ['an odd direction', { direction: 'long' }, 400, '400', null],
    ['an unknown instrument', { code: 'NOPE/USDT' }, 404, '404', 'code'],
    ['a code that cannot be one', { code: 'btc' }, 400, '400', null],
    ['no request id', { requestId: undefined }, 400, '400', null],
    ['an odd request id', { requestId: '1' }, 400, '400', null],
    ['a field nobody knows', { force: true }, 400, '400', null],
  ];
  test.each(odd)('%s', async (_what, change, status, code, field) => {
    const body = { ...asked(), ...change };
    const answer = await product.call('contracts.open', { token, odd: body });
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect(answer.refused.field).toBe(field);
    expect((await product.call('contracts.list', { token })).result.total).toBe(0);
    expect((await product.call('portfolio.info', { token })).result.amount).toBe('10000');
  });

  test('what is no JSON, or nested without end, is 400', async () => {
    const deep = `${'['.repeat(100)}${']'.repeat(100)}`;
    for (const text of ['{', 'null', '[]', '"x"', `{"lots":${deep}}`, '{"__proto__":{"lots":1}}']) {
      const answer = await product.call('contracts.open', { token, odd: text });
      expect([text, answer.status]).toEqual([text, 400]);
    }
  });

  test('no token, a wrong one and an old one are 401', async () => {
    for (const bad of [undefined, 'nonsense', 'x'.repeat(500)]) {
      const answer = await product.call('contracts.open', {
        body: asked(),
        ...(bad === undefined ? {} : { token: bad }),
      });
      expect([answer.status, answer.code]).toEqual([401, '401']);
    }
    product.clock.advance(601_000);
    const late = await product.call('contracts.open', { token, body: asked() });
    expect(late.status).toBe(401);
  });

  test('a missing, odd or repeated mode is 400 and never the real book', async () => {
    for (const header of ['', 'no', 'NO, YES', 'maybe']) {
      const answer = await product.call('contracts.open', {
        token,
        body: asked(),
        headers: { virtually: header },
      });
      expect([header, answer.status]).toEqual([header, 400]);
    }
  });

  test('an Idempotency-Key that differs from the request id is 400', async () => {
    const answer = await product.call('contracts.open', {
      token,
      body: asked(),
      headers: { 'idempotency-key': requestId() },
    });
    expect(answer.status).toBe(400);
  });
});

describe('order/closeContracts', () => {
  test('closes at the bid, pays the result and gives the margin back', async () => {
    const order = await opened();
    product.clock.advance(1_000);
    await product.price('BTC/USDT', '61000', '61010');
    const answer = await product.call('contracts.close', {
      token,
      params: { id: order.id },
      body: { requestId: requestId() },
    });
    expect(answer.result).toMatchObject({ price: '61000', profit: '86.899' });
    expect(answer.result.order).toMatchObject({ status: 'closed', reason: 'user', fee: '12.101' });
    const info = await product.call('portfolio.info', { token });
    expect(info.result).toMatchObject({ amount: '10086.899', bondAmount: '0', profit: '86.899' });
  });

  test('closing twice says so; closing somebody else’s or nobody’s is the same 404', async () => {
    const order = await opened();
    const close = (id: string, by = token, mode: 'demo' | 'real' = 'demo') =>
      product.call('contracts.close', {
        token: by,
        mode,
        params: { id },
        body: { requestId: requestId() },
      });
    const other = await product.register();
    const theirs = await close(order.id, other.token);
    const nobodys = await close(randomUUID(), other.token);
    expect(theirs.status).toBe(404);
    expect(theirs.text).toBe(nobodys.text);
    expect((await close(order.id, token, 'real')).status).toBe(404);
    expect((await close(order.id)).code).toBe('200');
    expect((await close(order.id)).code).toBe('11017');
  });

  test('two closes at once: one closes, the other hears it is closed', async () => {
    const order = await opened();
    const answers = await Promise.all(
      [1, 2].map(() =>
        product.call('contracts.close', {
          token,
          params: { id: order.id },
          body: { requestId: requestId() },
        }),
      ),
    );
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['11017', '200']);
  });

  test('a part off the step and more than there is are refused at the field', async () => {
    const order = await opened();
    for (const [lots, code] of [
      ['0.00000001', '10016'],
      ['0.2', '10016'],
      ['x', '10016'],
    ] as const) {
      const answer = await product.call('contracts.close', {
        token,
        params: { id: order.id },
        odd: { requestId: requestId(), lots },
      });
      expect([lots, answer.code, answer.refused.field]).toEqual([lots, code, 'lots']);
    }
  });

  test('an old price closes nothing', async () => {
    const order = await opened();
    product.clock.advance(6_000);
    const answer = await product.call('contracts.close', {
      token,
      params: { id: order.id },
      body: { requestId: requestId() },
    });
    expect(answer.code).toBe('10015');
  });

  test('an id that is none is 400', async () => {
    const answer = await product.call('contracts.close', {
      token,
      params: { id: 'x' },
      body: { requestId: requestId() },
    });
    expect(answer.status).toBe(400);
  });
});

describe('reading', () => {
  test('order/listOrder narrows by status, code and time, in pages', async () => {
    const first = await opened();
    await product.call('contracts.close', {
      token,
      params: { id: first.id },
      body: { requestId: requestId() },
    });
    const second = await opened({ stopLoss: '55000', takeProfit: '70000' });
    const list = async (query: object) =>
      (await product.call('contracts.list', { token, query })).result;
    expect((await list({})).total).toBe(2);
    expect((await list({ status: 'running' })).records.map(({ id }) => id)).toEqual([second.id]);
    expect((await list({ status: 'closed' })).records.map(({ id }) => id)).toEqual([first.id]);
    expect((await list({ code: 'ETH/USDT' })).total).toBe(0);
    expect((await list({ size: 1, page: 2 })).records).toHaveLength(1);
    expect((await list({ from: 0, to: 1 })).total).toBe(0);
    // What is counted is what is listed, however it is narrowed.
    const at = product.clock.now();
    for (const status of ['pending', 'running', 'closed', 'all'] as const) {
      for (const code of [undefined, 'BTC/USDT', 'ETH/USDT']) {
        for (const span of [{}, { from: at - 3_600_000 }, { to: at }, { from: at + 1 }]) {
          const found = await list({ status, ...(code === undefined ? {} : { code }), ...span });
          const orders = { pending: 0, running: 1, closed: 1, all: 2 }[status];
          const isLeftOut = code === 'ETH/USDT' || ('from' in span && span.from > at);
          expect([status, code, span, found.total, found.records.length]).toEqual([
            status,
            code,
            span,
            isLeftOut ? 0 : orders,
            isLeftOut ? 0 : orders,
          ]);
        }
      }
    }
    const far = 8_640_000_000_000_000;
    expect((await list({ from: far, to: far })).total).toBe(0);
    expect((await list({ to: far })).total).toBe(2);
    expect((await list({ status: 'running' })).records[0]).toMatchObject({
      stopLoss: '55000',
      takeProfit: '70000',
      // 0.1 × (70,000 − 60,010)
      expectedProfit: '999',
      markPrice: '60000',
    });
  });

  test('odd pages and times are 400', async () => {
    for (const query of ['page=0', 'page=-1', 'size=1000', 'from=x', 'status=open', 'foo=1']) {
      const answer = await product.call('contracts.list', { token, oddQuery: query });
      expect([query, answer.status]).toEqual([query, 400]);
    }
  });

  test('order/getOrderById shows one’s own order and no other', async () => {
    const order = await opened();
    const own = await product.call('contracts.get', { token, params: { id: order.id } });
    expect(own.result.orderNo).toBe(order.orderNo);
    const other = await product.register();
    const theirs = await product.call('contracts.get', {
      token: other.token,
      params: { id: order.id },
    });
    expect(theirs.status).toBe(404);
  });

  test('order/outcome says what became of a request, in the bytes it was answered with', async () => {
    const body = asked();
    const none = await product.call('contracts.outcome', {
      token,
      params: { requestId: body.requestId },
    });
    expect(none.result).toEqual({ state: 'none' });
    const answer = await product.call('contracts.open', { token, body });
    const done = await product.call('contracts.outcome', {
      token,
      params: { requestId: body.requestId },
    });
    expect(done.result).toEqual({ state: 'done', answer: answer.text });
  });

  test('order/annul ends a request nobody decided: late, it acts no more; a decided one stays', async () => {
    const late = asked();
    const ask = (requestId: string) =>
      product.call('contracts.annul', { token, params: { requestId } });
    const before = (await product.call('contracts.list', { token })).result.total;
    expect((await ask(late.requestId)).result).toEqual({ state: 'none' });
    expect((await ask(late.requestId)).result).toEqual({ state: 'none' });
    const { status, refused } = await product.call('contracts.open', { token, body: late });
    expect([status, refused.name]).toEqual([422, 'request-reused']);
    const params = { requestId: late.requestId };
    const none = await product.call('contracts.outcome', { token, params });
    expect(none.result).toEqual({ state: 'none' });
    expect((await product.call('contracts.list', { token })).result.total).toBe(before);

    const decided = asked();
    const answer = await product.call('contracts.open', { token, body: decided });
    const found = { state: 'done', answer: answer.text };
    expect((await ask(decided.requestId)).result).toEqual(found);
    // What another user annuls is theirs alone.
    const other = await product.register();
    const theirs = asked();
    await product.call('contracts.annul', {
      token: other.token,
      params: { requestId: theirs.requestId },
    });
    expect((await product.call('contracts.open', { token, body: theirs })).code).toBe('200');
  });

  test('order/annul and the request at once: one of the two comes first, and both say which', async () => {
    for (let round = 0; round < 10; round += 1) {
      const body = asked();
      const params = { requestId: body.requestId };
      const [opened, annulled] = await Promise.all([
        product.call('contracts.open', { token, body }),
        product.call('contracts.annul', { token, params }),
      ]);
      const outcome = (await product.call('contracts.outcome', { token, params })).result.state;
      // Either may be told to wait for the other; a refusal is an answer that is kept too.
      expect(outcome).toBe(opened.status === 200 ? 'done' : 'none');
      if (annulled.code === '200') expect(annulled.result.state).toBe(outcome);
    }
  });
});

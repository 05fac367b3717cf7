import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { type Trader, newTrader } from '../../../test/trader.ts';

let product: TestApp;
let trader: Trader;
beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());
beforeEach(async () => {
  trader = await newTrader(product);
  await trader.says('60000', '60010');
  await product.settle();
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Has ticks received at these moments fail, each time they are looked at. */
function cannotAct(...at: number[]): Set<number> {
  const refused = new Set(at);
  const marketTime = product.feed.marketTime.bind(product.feed);
  vi.spyOn(product.feed, 'marketTime').mockImplementation((moment) => {
    if (refused.has(moment)) throw new Error('this tick is refused');
    return marketTime(moment);
  });
  return refused;
}
const turns = async (n: number) => {
  for (let i = 0; i < n; i += 1) await product.settle();
};

test('of a turn that acts, a trailing stop that is reached first closes, not the stop loss behind it', async () => {
  const order = await trader.opens({ lots: '0.01', trailingDistance: '500', stopLoss: '59000' });
  await product.settle();
  await trader.says('59450', '59460');
  await trader.says('58900', '58910');
  await trader.says('60000', '60010');
  await turns(3);
  expect(await trader.sees(order.id)).toMatchObject({ reason: 'trailing', closePrice: '59450' });
});

test('of ticks set aside too, a trailing stop that is reached first closes, not the stop loss behind it', async () => {
  const order = await trader.opens({ lots: '0.01', trailingDistance: '500', stopLoss: '59000' });
  await product.settle();
  const first = await trader.says('59450', '59460');
  await trader.says('58900', '58910');
  await trader.says('60000', '60010');
  cannotAct(first.receivedAt);
  await turns(4);
  expect(product.app.engine.figures().aside).toBe(1);
  await trader.says('60001', '60011');
  await turns(1);
  expect((await trader.sees(order.id)).status).toBe('running');
  vi.restoreAllMocks();
  product.clock.advance(31_000);
  await turns(3);
  expect(await trader.sees(order.id)).toMatchObject({ reason: 'trailing', closePrice: '59450' });
});

test.each(['goes on', 'is started again'] as const)(
  'between two groups of ticks set aside a trailing stop keeps its peak, when the process %s',
  async (how) => {
    const order = await trader.opens({ lots: '0.01', trailingDistance: '500' });
    await product.settle();
    const a = await trader.says('60050', '60060');
    const refused = cannotAct(a.receivedAt);
    await turns(4);
    expect(product.app.engine.figures().aside).toBe(1);
    await trader.says('61000', '61010');
    await turns(1);
    const b = await trader.says('60600', '60610');
    refused.add(b.receivedAt);
    await turns(4);
    expect(product.app.engine.figures().aside).toBe(2);
    refused.delete(a.receivedAt);
    for (let n = 0; n < 4; n += 1) {
      product.clock.advance(31_000);
      await product.settle();
    }
    expect(product.app.engine.figures().aside).toBe(1);
    vi.restoreAllMocks();
    if (how === 'is started again') await product.restart();
    else product.clock.advance(61_000);
    await turns(3);
    await trader.says('60400', '60410');
    await turns(3);
    expect(await trader.sees(order.id)).toMatchObject({
      status: 'closed',
      reason: 'trailing',
      closePrice: '60400',
    });
  },
);

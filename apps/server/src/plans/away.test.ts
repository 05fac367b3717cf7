// Promise: money on paper never waits for prices that do not run any more without a way out: its owner may leave at the
// last ones there were or take back what waits, and it ends with its days at them, which it is told; and what trades
// something that left the catalogue ends at the next midnight. (PRODUCT 6; decision 0111)
import { DAY_MS } from '@candor/kernel';
import type { CallResult } from '@candor/protocol/light';
import { afterEach, expect, test } from 'vitest';
import { createManualFeed } from '../../test/manual-feed.ts';
import { HOLD, expectAddsUp, rowsOf, stagePlans } from '../../test/plans.ts';
import { signedIn } from '@candor/testkit';

const stage = stagePlans();
let runs = 0;

/** Another run of prices takes the place of the one that is on. */
async function otherPrices(): Promise<void> {
  const { product } = stage;
  runs += 1;
  const now = () => product.clock.now();
  await product.restart(createManualFeed({ now, codes: ['BTC/USDT'], feedKey: `other-${runs}` }));
  await stage.turn();
}

async function signIn(): Promise<void> {
  const { who, product } = stage;
  const body = {
    username: who.username,
    password: 'correct horse battery',
    client: 'api',
  } as const;
  who.token = signedIn((await product.call('accounts.login', { body })).result).token;
}

async function holder(change: object = {}): Promise<string> {
  const bought = await stage.who.paper({ ...HOLD, ...change });
  expect(bought.code).toBe('200');
  await stage.midnight(60_000);
  await stage.says(66_000);
  return bought.result.id;
}

async function orderOf(id: string): Promise<CallResult<'plans.order'>> {
  await signIn();
  return stage.who.order(id);
}

const noticesOf = (kind: string) =>
  rowsOf(
    stage.product,
    `select facts->>'reason' as reason from notifications.notification where user_id = $1 and kind = $2`,
    stage.who.userId,
    kind,
  );

afterEach(async () => {
  await expectAddsUp(stage.product);
  await stage.product.restart();
});

test('its owner leaves at the last prices of its own tape, named as such', async () => {
  const id = await holder();
  await otherPrices();
  expect(await orderOf(id)).toMatchObject({ state: 'running', value: null });
  const quoted = await stage.who.quote(id);
  expect(quoted.code).toBe('200');
  expect(quoted.result).toMatchObject({ isLastKnown: true, prices: [{ price: '66000' }] });
  const left = await stage.who.exit(id, quoted.result.quoteId);
  expect(left.result).toMatchObject({ state: 'left', received: quoted.result.receive });
  const { trades } = await orderOf(id);
  expect(trades[0]).toMatchObject({ rule: 'lastKnown', price: '66000' });
});

test('it ends with its days at them, and its owner is told', async () => {
  const id = await holder({ days: 2 });
  await otherPrices();
  stage.product.clock.advance(DAY_MS);
  await stage.turn();
  expect(await orderOf(id)).toMatchObject({ state: 'running' });
  stage.product.clock.advance(DAY_MS);
  await stage.turn();
  const order = await orderOf(id);
  expect(order).toMatchObject({ state: 'matured', exitShare: '0' });
  expect(+order.result).toBeGreaterThan(90);
  await stage.product.app.relay.settled();
  await stage.product.app.notifications.settled();
  expect(await noticesOf('plan-matured')).toEqual([{ reason: 'plan-last-known' }]);
});

test('what waits to join others may be taken back', async () => {
  const productId = await stage.plan('grid-btc');
  const first = await stage.investor();
  expect((await first.paper({ productId })).code).toBe('200');
  await stage.midnight(60_000);
  const { id } = (await stage.who.paper({ productId })).result;
  await otherPrices();
  stage.product.clock.advance(DAY_MS);
  await stage.turn();
  expect(await orderOf(id)).toMatchObject({ state: 'pending' });
  expect((await stage.who.cancel(id)).result).toMatchObject({ state: 'cancelled' });
});

test('what trades something that left the catalogue ends at the next midnight', async () => {
  const id = await holder();
  const { instrument } = stage.product.app.market;
  const { market } = stage.product.app as unknown as { market: { instrument: unknown } };
  market.instrument = (code: string) => (code === 'BTC/USDT' ? null : instrument(code));
  try {
    await stage.turn();
    const [found] = await stage.product.app.plans.byIds([{ userId: stage.who.userId, id }]);
    expect(found?.order).toMatchObject({ state: 'running' });
    stage.product.clock.advance(DAY_MS);
    await stage.turn();
    const [done] = await stage.product.app.plans.byIds([{ userId: stage.who.userId, id }]);
    expect(done?.order).toMatchObject({ state: 'ended' });
    expect(+(done?.order.received ?? 0)).toBeGreaterThan(1_050);
  } finally {
    market.instrument = instrument;
  }
});

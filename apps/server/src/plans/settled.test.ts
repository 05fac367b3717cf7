// Promise: money that joined a plan at a midnight moves with its fund, each UTC day is settled once and to the
// unit however often and late it is tried, the house's share is taken above the highest value alone, and who
// joins or leaves neither helps nor harms those who stay. (PRODUCT 6; LEDGER 2, 4; RELIABILITY S1–S4)
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay, utcDayOf } from '@candor/kernel';
import { signedIn } from '@candor/testkit';
import { describe, expect, test } from 'vitest';
import { HOLD, expectAddsUp, planNews, rowsOf, stagePlans } from '../../test/plans.ts';
import { listLiveFunds } from './plan/fund-store.ts';
import { nextDay, sharedByLargestRemainder } from './plan/rules.ts';

const stage = stagePlans();
const USDT = 1_000_000;
const unitsOf = (text: string | null | undefined): number => Math.round(+(text ?? 'NaN') * USDT);

/** A plan of one's own that holds, joined and invested. */
async function holder(change: object = {}): Promise<string> {
  const bought = await stage.who.paper({ ...HOLD, ...change });
  expect(bought.code).toBe('200');
  await stage.midnight(60_000);
  return bought.result.id;
}

describe('a plan of one’s own', () => {
  test('joins at the midnight, trades, is settled each day and matures', async () => {
    const bought = await stage.who.paper({ ...HOLD, days: 2 });
    expect(bought.result).toMatchObject({ state: 'pending', amount: '1000', isOwn: true });
    const { id } = bought.result;
    expect(await stage.who.holds()).toMatchObject({ 'user:plan': 1_000_000_000n });
    await stage.midnight(60_000);
    // What its strategy wanted before is bought at the first tick behind the midnight.
    const joined = await stage.who.order(id);
    expect(joined).toMatchObject({ state: 'running', result: '0', settledDays: 0 });
    expect(joined.trades).toMatchObject([{ rule: 'holdStart', price: '60010' }]);
    const fee = unitsOf(joined.trades[0]?.fee);
    const spread = Math.ceil(+(joined.trades[0]?.quantity ?? 0) * 10 * USDT);
    expect(Math.abs(unitsOf(joined.todayEarnings) + fee + spread)).toBeLessThanOrEqual(1);
    await stage.midnight(66_000);
    const first = await stage.who.order(id);
    expect(first).toMatchObject({ state: 'running', settledDays: 1 });
    expect(unitsOf(first.result)).toBeGreaterThan(90 * USDT);
    expect(first.settled).toMatchObject([{ day: '2024-01-02', result: first.result }]);
    await expectAddsUp(stage.product);
    await stage.midnight(66_000);
    const done = await stage.who.order(id);
    expect(done).toMatchObject({ state: 'matured', settledDays: 2, units: '0', value: '0' });
    // A fifth of what was won above what was put in, and nothing for leaving.
    const won = unitsOf(done.result);
    expect(unitsOf(done.shareTaken)).toBe(Math.floor(won * 0.2));
    expect(unitsOf(done.received)).toBe(1000 * USDT + won - unitsOf(done.shareTaken));
    expect(done.exitShare).toBe('0');
    expect(await planNews(stage.product, id)).toEqual([
      'bought',
      'joined',
      'settled',
      'settled',
      'closed',
    ]);
    expect((await stage.who.holds())['user:plan']).toBe(0n);
    // The copy of one’s data has all of it, and no price of today.
    const { name, content } = await stage.product.app.plans.wholeFile(stage.who.userId);
    expect(name).toBe('plans.json');
    expect(JSON.parse(content)).toMatchObject([{ id, state: 'matured', settled: done.settled }]);
    expect(content).not.toContain('todayEarnings');
    // Its lines come to what it was paid.
    const lines = done.settled.reduce(
      (sum, { result, share }) => sum + unitsOf(result) - unitsOf(share),
      1000 * USDT,
    );
    expect(lines).toBe(unitsOf(done.received));
  });

  test('leaves at once at what was quoted, less the published share of the amount', async () => {
    const id = await holder();
    await stage.midnight(60_000);
    await stage.says(61_000);
    const quoted = await stage.who.quote(id);
    expect(quoted.code).toBe('200');
    const { quoteId, receive, prices, value, share, early } = quoted.result;
    // What the house takes of the gain and what leaving early costs are told apart, and come to what is kept back.
    expect(early).toBe('5');
    expect(unitsOf(value) - unitsOf(share) - unitsOf(early)).toBe(unitsOf(receive));
    expect(prices).toMatchObject([{ code: 'BTC/USDT', price: '61000' }]);
    await stage.says(50_000, 2_000);
    const cash = (await stage.who.holds())['user:cash'] ?? 0n;
    const left = await stage.who.exit(id, quoteId);
    expect(left.code).toBe('200');
    expect(left.result).toMatchObject({ state: 'left', exitShare: early, received: receive });
    expect(left.result.shareTaken).toBe(share);
    expect((await stage.who.holds())['user:cash']).toBe(cash + BigInt(unitsOf(receive)));
    // Nothing is settled behind it.
    await stage.midnight(50_000);
    expect(await stage.who.order(id)).toMatchObject({ settledDays: 1, state: 'left' });
  });

  test('leaves behind a midnight only once the day before is settled, and is paid both once', async () => {
    const id = await holder();
    const { clock } = stage.product;
    const end = clock.now() - (clock.now() % DAY_MS) + DAY_MS;
    await stage.says(63_000, end - clock.now() - 3_000);
    await stage.turn();
    const body = {
      username: stage.who.username,
      password: 'correct horse battery',
      client: 'api' as const,
    };
    stage.who.token = signedIn((await stage.product.call('accounts.login', { body })).result).token;
    const early = (await stage.who.quote(id)).result;
    // The midnight passes, and no turn has come yet.
    await stage.says(66_000, 3_500);
    expect(clock.now()).toBeGreaterThan(end);
    const settling = { why: 'settling' };
    expect((await stage.who.exit(id, early.quoteId)).refused.facts).toMatchObject(settling);
    expect((await stage.who.quote(id)).refused.facts).toMatchObject(settling);
    await stage.turn();
    const { quoteId, receive } = (await stage.who.quote(id)).result;
    expect((await stage.who.exit(id, quoteId)).result).toMatchObject({ received: receive });
    const order = await stage.who.order(id);
    const [day, left] = order.settled;
    expect(order.settled).toHaveLength(2);
    expect(order.settledDays).toBe(1);
    // The day is at 63,000, the leaving at 66,000.
    expect(Math.abs(unitsOf(day?.result) - 49 * USDT)).toBeLessThan(2 * USDT);
    expect(unitsOf(left?.result)).toBeGreaterThan(45 * USDT);
    await expectAddsUp(stage.product);
  });

  test('leaves when the loss its owner agreed to is reached, through a gap too', async () => {
    const id = await holder({ maxLoss: '100' });
    await stage.says(56_000, MINUTE_MS);
    await stage.turn();
    expect(await stage.who.order(id)).toMatchObject({ state: 'running' });
    await stage.says(45_000, MINUTE_MS);
    await stage.turn();
    const order = await stage.who.order(id);
    expect(order).toMatchObject({ state: 'lossReached', exitShare: '0', shareTaken: '0' });
    // The gap went through the line: a quarter is lost, not a tenth, and the order says so.
    expect(unitsOf(order.result)).toBeLessThan(-240 * USDT);
    expect(order.trades[0]).toMatchObject({ price: '45000', rule: 'lossReached' });
  });

  test('leaves for its loss in no day that is over', async () => {
    const id = await holder({ maxLoss: '100' });
    const { clock } = stage.product;
    const day = utcDayOf(clock.now());
    await stage.says(60_000, startOfDay(day) + DAY_MS - clock.now() - MINUTE_MS);
    await stage.turn();
    // At the midnight itself, which is settled behind it.
    await stage.says(45_000, MINUTE_MS);
    await stage.turn();
    const [before] = await stage.product.app.plans.byIds([{ userId: stage.who.userId, id }]);
    expect(before?.order).toMatchObject({ state: 'running', settledDays: 0 });
    await stage.says(45_000);
    await stage.turn();
    const [after] = await stage.product.app.plans.byIds([{ userId: stage.who.userId, id }]);
    expect(after?.order).toMatchObject({ state: 'lossReached', settledDays: 1 });
    const lines = await rowsOf(
      stage.product,
      `select day::text as day, kind from plans.order_day where order_id = $1 and kind <> 'join' order by day`,
      id,
    );
    expect(lines).toEqual([
      { day, kind: 'day' },
      { day: nextDay(day), kind: 'leave' },
    ]);
    await expectAddsUp(stage.product);
  });

  test('is paid out what its owner agreed to keep: the fee of leaving is in the loss', async () => {
    const id = await holder({ maxLoss: '100' });
    const stateNow = async () =>
      (await stage.product.app.plans.byIds([{ userId: stage.who.userId, id }]))[0]?.order;
    for (let price = 54_200; (await stateNow())?.state === 'running'; price -= 5) {
      await stage.says(price, 1_000);
      await stage.turn();
    }
    // A step of five is less than nine hundredths of what it holds; the fee of leaving is some fifty.
    const received = unitsOf((await stateNow())?.received);
    expect(received).toBeLessThanOrEqual(900 * USDT);
    expect(received).toBeGreaterThan(899.9 * USDT);
  });

  test('that could lose the least it may is not out again by joining', async () => {
    const [plan] = (await stage.product.call('plans.list')).result;
    const id = await holder({ maxLoss: String(1000 * +(plan?.maxLossRateMin ?? NaN)) });
    await stage.says(60_000, MINUTE_MS);
    await stage.turn();
    expect(await stage.who.order(id)).toMatchObject({ state: 'running' });
  });

  test('leaves when its loss is reached by a trade that left the fund nothing', async () => {
    const parameters = { lookback: 2, every: 1, hold: 1, floor: 0 };
    const rotation = { strategy: 'rotation', codes: HOLD.codes, parameters, interval: '1h' };
    const bought = await stage.who.paper({ ...rotation, maxLoss: '100' });
    const { id } = bought.result;
    await stage.midnight(60_000);
    for (const price of [60_500, 61_000, 62_000, 61_000]) {
      await stage.says(price, HOUR_MS);
      await stage.turn();
    }
    // What it held is sold at the first price behind the bar, through the line.
    await stage.says(50_000, HOUR_MS);
    await stage.turn();
    const trades = await rowsOf(
      stage.product,
      `select f.rule from plans.fill f join plans.plan_order o on o.fund_id = f.fund_id
       where o.id = $1 order by f.seq`,
      id,
    );
    expect(trades.map(({ rule }) => rule)).toEqual(['rotationBest', 'rotationOut']);
    const [found] = await stage.product.app.plans.byIds([{ userId: stage.who.userId, id }]);
    expect(found?.order).toMatchObject({ state: 'lossReached', exitShare: '0' });
  });

  test('leaves when its loss is reached, also while its strategy cannot be worked on', async () => {
    const id = await holder({ maxLoss: '100', interval: '15m' });
    // What it remembers is gone: no bar can be decided on.
    await stage.product.owner.query(
      `update plans.fund set memo = '{}' where id = (
         select fund_id from plans.plan_order where id = $1)`,
      [id],
    );
    await stage.says(60_000, 15 * MINUTE_MS);
    await stage.says(45_000, 15 * MINUTE_MS);
    await stage.turn();
    const [found] = await stage.product.app.plans.byIds([{ userId: stage.who.userId, id }]);
    expect(found?.order).toMatchObject({ state: 'lossReached' });
  });

  test('is given back whole while it waits, and not behind its midnight', async () => {
    const bought = await stage.who.paper(HOLD);
    const { id } = bought.result;
    const back = await stage.who.cancel(id);
    expect(back.result).toMatchObject({ state: 'cancelled', received: '1000' });
    expect((await stage.who.cancel(id)).code).toBe('11017');
    const again = await stage.who.paper(HOLD);
    stage.product.clock.advance(DAY_MS);
    expect((await stage.who.cancel(again.result.id)).status).not.toBe(500);
    await stage.says(60_000);
    await stage.turn();
    expect(
      (await stage.product.app.plans.byIds([{ userId: stage.who.userId, id: again.result.id }]))[0]
        ?.order.state,
    ).toBe('running');
  });
});

test('funds of real money are worked on before those on paper', async () => {
  const modes = (await listLiveFunds(stage.product.db)).map(({ mode }) => mode);
  expect(new Set(modes)).toEqual(new Set(['real', 'demo']));
  expect(modes.lastIndexOf('real')).toBeLessThan(modes.indexOf('demo'));
});

describe('several in one fund', () => {
  test('share its days by their units; who joins and who leaves harms nobody', async () => {
    const productId = await stage.plan('grid-btc');
    const first = await stage.who.paper({ productId, amount: '1000' });
    await stage.midnight(60_000);
    await stage.says(57_000, 2 * HOUR_MS);
    await stage.turn();
    const alone = await stage.product.app.plans.byIds([
      { userId: stage.who.userId, id: first.result.id },
    ]);
    const second = await stage.investor();
    const late = await second.paper({ productId, amount: '3333.333333' });
    expect(late.code).toBe('200');
    await stage.midnight(57_000);
    await expectAddsUp(stage.product);
    const [held, joined] = await stage.product.app.plans.byIds([
      { userId: stage.who.userId, id: first.result.id },
      { userId: second.userId, id: late.result.id },
    ]);
    // The first one's value moved by the day alone: the spread and fees of joining are the joiner's.
    expect(unitsOf(held?.order.settledDays.toString())).toBe(USDT);
    expect(unitsOf(joined?.order.result)).toBeLessThan(0);
    const before = unitsOf(alone[0]?.order.value);
    expect(Math.abs(unitsOf(held?.order.value) - before)).toBeLessThan(2 * USDT);
    await stage.midnight(58_000);
    await expectAddsUp(stage.product);
    const valueOf = async () =>
      (await stage.product.app.plans.byIds([{ userId: stage.who.userId, id: first.result.id }]))[0]
        ?.order.value;
    const stays = await valueOf();
    const body = {
      username: second.username,
      password: 'correct horse battery',
      client: 'api' as const,
    };
    const login = await stage.product.call('accounts.login', { body });
    second.token = (login.result as { token: string }).token;
    const quoted = await second.quote(late.result.id);
    expect((await second.exit(late.result.id, quoted.result.quoteId)).code).toBe('200');
    // To the eight places quantities are cut at.
    expect(Math.abs(unitsOf(await valueOf()) - unitsOf(stays))).toBeLessThan(0.01 * USDT);
    await stage.midnight(58_000);
    await expectAddsUp(stage.product);
  });
});

test('nobody joins at a mark that is known to be old: who waits joins a midnight later', async () => {
  const productId = await stage.plan('grid-btc');
  expect((await stage.who.paper({ productId })).code).toBe('200');
  await stage.midnight(60_000);
  await stage.says(60_000, HOUR_MS);
  await stage.turn();
  const now = stage.product.clock.now();
  const end = now - (now % DAY_MS) + DAY_MS;
  // The source says nothing more from half past eleven on, while prices rise elsewhere.
  await stage.says(60_000, end - now - 30 * MINUTE_MS);
  stage.product.clock.advance(29 * MINUTE_MS);
  const late = await stage.investor();
  const { result } = await late.paper({ productId });
  await stage.says(63_000, MINUTE_MS + 5_000);
  await stage.turn();
  const waiting = { state: 'pending', amount: '1000', value: '1000' };
  const seen = await late.order(result.id);
  expect(seen).toMatchObject(waiting);
  // It joins a day later, and is settled the first time a day after that.
  expect(seen.nextProfitTime).toBe(end + 2 * DAY_MS);
  await expectAddsUp(stage.product);
  const other = await stage.investor();
  const kept = await other.paper({ productId });
  // It may still be taken back: the midnight that comes is not known.
  expect((await late.cancel(result.id)).code).toBe('200');
  await stage.midnight(63_000);
  expect(
    await stage.product.app.plans.byIds([{ userId: other.userId, id: kept.result.id }]),
  ).toMatchObject([{ order: { state: 'running' } }]);
  await expectAddsUp(stage.product);
});

test('a day of many is shared as the rules say, to the unit', async () => {
  const productId = await stage.plan('grid-btc');
  const amounts = ['100', '333.333333', '100.000001', '777.777777', '1234.56789', '250.5'];
  for (const amount of amounts) {
    const one = await stage.investor();
    expect((await one.paper({ productId, amount, maxLoss: amount })).code).toBe('200');
  }
  await stage.midnight(60_000);
  for (const price of [58_765, 61_234]) {
    await stage.midnight(price);
    const rows = await rowsOf(
      stage.product,
      `select d.units::text, d.result::text, f.result::text as whole from plans.order_day d
       join plans.day f on f.fund_id = d.fund_id and f.day = d.day
       join plans.plan_order o on o.id = d.order_id
       where d.kind = 'day' and o.plan_id = $1 and d.day = (
         select max(day) from plans.order_day where kind = 'day') order by d.order_id`,
      productId,
    );
    // Orders of the tests before are in it still.
    expect(rows.length).toBeGreaterThanOrEqual(amounts.length);
    const shared = sharedByLargestRemainder(
      BigInt(rows[0]?.['whole'] ?? '0'),
      rows.map((row) => BigInt(row['units'] ?? '0')),
    );
    expect(rows.map((row) => row['result'])).toEqual(shared.map(String));
    expect(rows.some((row) => row['result'] !== '0')).toBe(true);
  }
});

describe('a midnight', () => {
  test('that is tried again, or comes again because a clock was set back, settles nothing more', async () => {
    const id = await holder();
    await stage.midnight(62_000);
    const once = await stage.who.order(id);
    await Promise.all([stage.turn(), stage.turn()]);
    stage.product.clock.advance(-HOUR_MS);
    await stage.turn();
    await stage.product.restart();
    await stage.turn();
    expect(
      (await stage.product.app.plans.byIds([{ userId: stage.who.userId, id }]))[0]?.order,
    ).toMatchObject({
      settledDays: 1,
      result: once.result,
    });
  });

  test('that nobody ran for some days is made up for, each day by itself', async () => {
    const id = await holder();
    const from = stage.product.clock.now();
    stage.product.clock.advance(5 * DAY_MS);
    await stage.says(60_000);
    await stage.turn();
    const [found] = await stage.product.app.plans.byIds([{ userId: stage.who.userId, id }]);
    expect(found?.order.settledDays).toBe(5);
    const days = await rowsOf(
      stage.product,
      `select d.day::text as day, d.result::text as result from plans.order_day d
       where d.order_id = $1 and d.kind = 'day' order by d.day`,
      id,
    );
    expect(days).toHaveLength(5);
    // The first took the spread of the purchase; no price came since.
    expect(days.slice(1).map(({ result }) => result)).toEqual(['0', '0', '0', '0']);
    expect(stage.product.clock.now() - from).toBeGreaterThan(5 * DAY_MS);
  });
});

test('a plan that was ended pays out whole at the next midnight', async () => {
  const productId = await stage.plan('dca-btc');
  const bought = await stage.who.paper({ productId });
  await stage.midnight(60_000);
  const { owner } = stage.product;
  await owner.query(`update plans.plan set status = 'ended' where id = $1`, [productId]);
  await stage.midnight(60_000);
  expect(await stage.who.order(bought.result.id)).toMatchObject({ state: 'ended', exitShare: '0' });
  await owner.query(`update plans.plan set status = 'open' where id = $1`, [productId]);
});

test('a reset of the practice account ends what it has in plans', async () => {
  const id = await holder();
  const waiting = await stage.who.paper({ productId: await stage.plan('trend-btc') });
  const { token } = stage.who;
  const reset = await stage.product.call('portfolio.demo-reset', {
    token,
    mode: 'demo',
    body: { requestId: '00000000-0000-4000-8000-000000000001' },
  });
  expect(reset.code).toBe('200');
  expect(await stage.who.order(id)).toMatchObject({ state: 'ended' });
  expect(await stage.who.order(waiting.result.id)).toMatchObject({ state: 'cancelled' });
  expect((await stage.who.holds())['user:plan']).toBe(0n);
});

// Promise: in a crash a thousand owners of plans stand by themselves: of each one, on each day, what was invested and
// won less the house's shares and costs is what there is, in the books and in what the product says. (PRODUCT 6)
import { randomUUID } from 'node:crypto';
import { type RequestId, type UserId, MINUTE_MS, price, unixMs } from '@candor/kernel';
import { generateBars } from '@candor/testkit';
import { afterEach, expect, test } from 'vitest';
import { hashOf } from '../../../src/platform/commit/idempotency.ts';
import { HAS_CRASH_DAY, crashDayMoves } from '../crash-day.ts';
import { numberFor } from '../settings.ts';
import { inspect, playRun } from './play.ts';
import { exit, midnight } from './story.ts';
import { type World, restoreSources, startWorld } from './world.ts';

const USERS = numberFor('SIM_USERS', 1_000);
const AT_ONCE = 10;
const PLANS = ['sim-hold', 'sim-rotation', 'sim-short'] as const;
const DAYS = { 'sim-hold': 4, 'sim-rotation': 6, 'sim-short': 12 } as const;
/** The most each agrees to lose, in hundredths. */
const LOSSES = [100, 30, 12, 5] as const;
const PATIENCE_MS = 600_000;
/** What has to have come of some of them. */
const ENDS = ['running', 'lossReached', 'left'];

afterEach(restoreSources);

const isReal = (n: number): boolean => n % 10 === 0;
const text = (units: bigint): string =>
  `${units / 1_000_000n}.${String(units % 1_000_000n).padStart(6, '0')}`;
const unitsOf = (said: string): bigint => {
  const [whole = '0', rest = ''] = said.split('.');
  const size = BigInt(whole.replace('-', '')) * 1_000_000n + BigInt(rest.padEnd(6, '0'));
  return said.startsWith('-') ? -size : size;
};

/** Each buys a plan, with an amount of their own. */
async function buyAll(world: World): Promise<void> {
  const { commands } = world.product.app.plans;
  async function buyOne(n: number): Promise<void> {
    const who = world.users[n];
    const plan = PLANS[n % PLANS.length] ?? 'sim-hold';
    if (who === undefined) return;
    const mode = isReal(n) ? 'real' : 'demo';
    const amount = 100_000_000n + BigInt(n) * 1_234_567n;
    const maxLoss = (amount * BigInt(LOSSES[n % LOSSES.length] ?? 100)) / 100n;
    const requestId = randomUUID() as RequestId;
    const body = {
      productId: world.plans.get(plan) ?? '',
      ...{ amount: text(amount), days: DAYS[plan], maxLoss: text(maxLoss), requestId },
    };
    const { userId } = who;
    world.asked.set(requestId, { userId, mode, amount });
    const call = mode === 'real' ? 'plans.buy' : 'plans.paper';
    const command = {
      userId,
      mode,
      request: { userId, requestId, call, bodyHash: hashOf(body) },
    } as const;
    const { kept } = await (mode === 'real'
      ? commands.buy(command, body)
      : commands.paper(command, body));
    expect(JSON.parse(kept)).toMatchObject({ code: '200' });
  }
  for (let first = 0; first < USERS; first += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => buyOne(first + index)));
  }
}

/** Of each owner, as the product says it: what was put in and won, less what was taken, is what there is. */
async function expectEachAddsUp(world: World): Promise<void> {
  const { orders } = world.now;
  const named = orders.map(({ userId, id }) => ({ userId: userId as UserId, id }));
  const found = await world.product.app.plans.byIds(named);
  const amounts = new Map(orders.map(({ id, amount }) => [id, amount]));
  expect(found).toHaveLength(USERS);
  for (const { order: said } of found) {
    const amount = amounts.get(said.id) ?? 0n;
    const won = unitsOf(said.result) + unitsOf(said.todayEarnings ?? 'none');
    const costs = unitsOf(said.shareTaken) + unitsOf(said.exitShare);
    const left = said.state === 'running' ? said.value : said.received;
    expect([said.id, unitsOf(left ?? 'none')]).toEqual([said.id, amount + won - costs]);
    expect([said.id, unitsOf(said.totalRevenue ?? 'none')]).toEqual([said.id, won - costs]);
  }
}

/** The days each is shown come to what it won and what was taken. */
async function expectDaysAddUp(world: World): Promise<void> {
  const { plans } = world.product.app;
  for (const { userId, mode, id } of world.now.orders) {
    const said = await plans.order({ userId: userId as UserId, mode, id });
    if (said === null) throw new Error('an order is not told of');
    const won = said.settled.reduce((sum, { result }) => sum + unitsOf(result), 0n);
    const taken = said.settled.reduce((sum, { share }) => sum + unitsOf(share), 0n);
    expect([id, won, taken]).toEqual([id, unitsOf(said.result), unitsOf(said.shareTaken)]);
  }
}

/** Plays a day of moves with a thousand owners, and a day on both sides of it. */
async function playCrash(moves: readonly number[], minutes: number): Promise<Set<string>> {
  const world = await startWorld({ users: USERS, isReal });
  const { clock } = world.product;
  try {
    await buyAll(world);
    expect(await playRun(world, [midnight()])).toEqual([]);
    await expectEachAddsUp(world);
    const begin = clock.now();
    for (const [index, move] of moves.entries()) {
      clock.set(unixMs(begin + (index + 1) * minutes * MINUTE_MS));
      world.cents.BTC = (world.cents.BTC * BigInt(10_000 + move)) / 10_000n;
      world.cents.ETH = (world.cents.ETH * BigInt(10_000 + move)) / 10_000n;
      await world.say();
      await world.turn();
    }
    expect(await inspect(world)).toEqual([]);
    await expectEachAddsUp(world);
    // Some leave by themselves in the middle of it.
    expect(await playRun(world, [exit('now', 3), exit('moved', 5), midnight()])).toEqual([]);
    await expectEachAddsUp(world);
    expect(await playRun(world, [midnight()])).toEqual([]);
    await expectEachAddsUp(world);
    await expectDaysAddUp(world);
    return new Set(world.now.orders.map(({ state }) => state));
  } finally {
    await world.product.stop();
  }
}

/** A day of half hours, in a third of which each falls by a hundredth besides. */
function generatedMoves(): number[] {
  const bars = generateBars({
    ...{ seed: 11, from: unixMs(0), count: 46, interval: '30m' },
    ...{ startPrice: price('60000'), tickSize: price('0.01'), millionths: 9_000 },
  });
  return bars.map(({ open, close }, index) => {
    const moved = Number.parseInt(String(((close - open) * 10_000n) / open), 10);
    return moved - (index > 14 && index < 30 ? 180 : 0);
  });
}

test(
  'a thousand owners add up through a generated crash, each on each day',
  async () => {
    expect([...(await playCrash(generatedMoves(), 30))]).toEqual(expect.arrayContaining(ENDS));
  },
  PATIENCE_MS,
);

test.skipIf(!HAS_CRASH_DAY)(
  'a thousand owners add up on a recorded day on which Bitcoin lost a quarter',
  async () => {
    const moves = await crashDayMoves();
    expect(moves.length).toBeGreaterThan(100);
    expect([...(await playCrash(moves, 10))]).toEqual(expect.arrayContaining(ENDS));
  },
  PATIENCE_MS,
);

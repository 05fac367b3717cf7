import { STRATEGY_SOURCES, type StrategyCode } from '@candor/advisor';
import { DAY_MS, HOUR_MS, MINUTE_MS, unixMs } from '@candor/kernel';
import { SCALE } from '../conversion.ts';
import { count } from '../counts.ts';
import { playUntilFound, violationsOf } from '../running.ts';
import { pick, userAt } from '../picking.ts';
import { tokenOf } from '../signing-in.ts';
import type { Coin, Command } from './commands.ts';
import { isLossReached, soldOut, unitValue } from './figures.ts';
import { INVARIANTS } from './invariants.ts';
import { buy, cancel, exit, fundOf, own, overask, planOf, running } from './owning.ts';
import type { Seen } from './seen.ts';
import { type World, coinOf, pricesNow, restart, turnSwitch } from './world.ts';

type Of<Name extends Command['do']> = Extract<Command, { do: Name }>;

/** A price that is more than so many times, or less than that part of, the last one is no price. */
const JUMP = 5n;
const CENTS_MIN = 20_000n;
const CENTS_MAX = 60_000_000n;

function move(world: World, coin: Coin, cents: bigint): void {
  const now = world.cents[coin];
  const low = (now * 2n) / JUMP > CENTS_MIN ? (now * 2n) / JUMP : CENTS_MIN;
  const high = (now * JUMP) / 2n < CENTS_MAX ? (now * JUMP) / 2n : CENTS_MAX;
  world.cents[coin] = cents < low ? low : cents > high ? high : cents;
}
const shifted = (cents: bigint, tenthPermille: number): bigint =>
  (cents * BigInt(Math.max(1, 10_000 + tenthPermille))) / 10_000n;

async function price(world: World, { btc, eth, minutes, turn }: Of<'price'>): Promise<void> {
  world.product.clock.advance(minutes * MINUTE_MS);
  move(world, 'BTC', shifted(world.cents.BTC, btc));
  move(world, 'ETH', shifted(world.cents.ETH, eth));
  await world.say();
  if (turn) await world.turn();
}

async function waves(world: World, { count: many, tenthPermille, minutes }: Of<'waves'>) {
  for (let n = 0; n < many; n += 1) {
    world.product.clock.advance(minutes * MINUTE_MS - 1_000);
    move(world, 'BTC', shifted(world.cents.BTC, n % 2 === 0 ? tenthPermille : -tenthPermille));
    move(world, 'ETH', shifted(world.cents.ETH, n % 2 === 0 ? -tenthPermille : tenthPermille));
    await world.say();
  }
  await world.turn();
}

/** The price of bitcoin nearest to now at which the loss of an order is reached; null where none is. */
function lineOf(world: World, which: number): bigint | null {
  const order = pick(running(world), which);
  if (order === null) return null;
  const fund = fundOf(world, order);
  const feeRates = fund.codes.map((code) => world.feeRates[coinOf(code)]);
  const isReachedAt = (cents: bigint): boolean => {
    const prices = pricesNow(world, fund.codes);
    const bitcoin = fund.codes.indexOf('BTC/USDT');
    const bid = cents * 10n ** 16n;
    const moved = prices.map((one, index) =>
      index === bitcoin ? { bid, ask: bid + 10n ** 18n } : one,
    );
    const value = soldOut(fund, { prices: moved, feeRates });
    return value !== null && isLossReached(order, unitValue(value, fund.units));
  };
  let near = world.cents.BTC;
  const ends = [(near * 2n) / JUMP, (near * JUMP) / 2n];
  const far = ends.find((end) => isReachedAt(end));
  if (far === undefined || isReachedAt(near)) return null;
  let reached = far;
  while (reached - near > 1n || near - reached > 1n) {
    const middle = (near + reached) / 2n;
    if (isReachedAt(middle)) reached = middle;
    else near = middle;
  }
  return reached;
}

async function line(world: World, { which, edge }: Of<'line'>): Promise<void> {
  await world.say();
  await world.turn();
  await world.read();
  const cents = lineOf(world, which);
  if (cents === null) return;
  const away = cents < world.cents.BTC ? 1n : -1n;
  move(world, 'BTC', cents + away * BigInt(edge));
  await world.say();
  await world.turn();
  count(world, `line ${edge}`);
}

const midnightAfter = (now: number): number => now - (now % DAY_MS) + DAY_MS;

async function toMidnight(world: World, before: Of<'midnight'>['before']): Promise<number> {
  const { clock } = world.product;
  const end = midnightAfter(clock.now());
  if (before === 'none') return end;
  clock.set(unixMs(Math.max(clock.now(), end - 5_000)));
  await world.say(before === 'one' ? 'BTC' : undefined);
  await world.turn();
  return end;
}

async function midnight(world: World, { days, before }: Of<'midnight'>): Promise<void> {
  const { clock } = world.product;
  const end = await toMidnight(world, before);
  clock.set(unixMs(Math.max(clock.now(), end + (days - 1) * DAY_MS + 2_000)));
  await world.turn();
  await world.say();
  await world.turn();
  if (days > 1) count(world, 'several days at once');
}

async function again(world: World, { how }: Of<'again'>): Promise<void> {
  const { clock } = world.product;
  if (how === 'back') clock.advance(-HOUR_MS);
  if (how === 'restart') await restart(world);
  await Promise.all([world.turn(), world.turn()]);
  if (how === 'back') clock.advance(HOUR_MS);
  await world.say();
  await world.turn();
}

async function killed(world: World, { nth }: Of<'killed'>): Promise<void> {
  const { product, breaking } = world;
  const end = await toMidnight(world, 'both');
  product.clock.set(unixMs(Math.max(product.clock.now(), end + 2_000)));
  await world.say();
  breaking.breakAt(nth);
  await world.turn().catch(() => undefined);
  const at = breaking.brokenAt;
  breaking.mend();
  if (at === null) return;
  count(world, 'process ended in a midnight');
  count(world, `ended at ${at.split(' (')[0] ?? at}`);
  await restart(world);
  await world.say();
}

/** What a fund of a plan remembers is gone, so that its strategy can decide nothing. */
async function fails(world: World, command: Of<'fails'>): Promise<void> {
  const { product } = world;
  const { owner } = product;
  const planId = planOf(world, command.plan);
  const memos = await owner.query<{ id: string; memo: string }>(
    'select id, memo::text from plans.fund where plan_id = $1',
    [planId],
  );
  await owner.query(`update plans.fund set memo = '{}' where plan_id = $1`, [planId]);
  product.clock.advance(HOUR_MS);
  await world.say();
  move(world, 'BTC', shifted(world.cents.BTC, command.tenthPermille));
  product.clock.advance(HOUR_MS);
  await world.say();
  if (command.midnight) {
    const { clock } = product;
    clock.set(unixMs(midnightAfter(clock.now()) + 2_000));
    await world.say();
  }
  await world.turn();
  for (const { id, memo } of memos) {
    await owner.query('update plans.fund set memo = $2::jsonb where id = $1', [id, memo]);
  }
  await world.say();
  await world.turn();
  count(world, 'a strategy failed');
}

async function status(world: World, command: Of<'status'>): Promise<void> {
  const planId = planOf(world, command.plan);
  const said = [planId, command.status];
  await world.product.owner.query('update plans.plan set status = $2 where id = $1', said);
  if (command.status === 'ended') world.ended.set(planId, world.product.clock.now());
  else if (world.ended.has(planId)) world.ended.set(planId, Number.MAX_SAFE_INTEGER);
}

async function version(world: World, { plan }: Of<'version'>): Promise<void> {
  const planId = planOf(world, plan);
  const strategy = world.now.funds.find((fund) => fund.planId === planId)?.strategy ?? 'grid';
  const text = STRATEGY_SOURCES[strategy as StrategyCode];
  const other = `${text.slice(1)}${text.slice(0, 1)}`;
  Object.assign(STRATEGY_SOURCES, { [strategy]: other });
  await restart(world);
  await world.say();
}

async function reset(world: World, { user }: Of<'reset'>): Promise<void> {
  const { product } = world;
  const { userId, username } = userAt(world, user);
  const token = await tokenOf(product, { username, token: '', signedAt: 0 });
  const requestId = crypto.randomUUID();
  const open = world.now.orders.filter(
    (order) =>
      order.userId === userId &&
      order.mode === 'demo' &&
      ['pending', 'running'].includes(order.state),
  );
  // While a day is being settled it waits.
  if (open.some((order) => fundOf(world, order).phase !== 'open')) return;
  const said = await product.call('portfolio.demo-reset', {
    token,
    mode: 'demo',
    body: { requestId },
  });
  count(world, `reset ${said.code}`);
  if (said.code !== '200') return;
  for (const { id } of open) world.reset.add(id);
}

async function play(world: World, command: Command): Promise<void> {
  const { clock } = world.product;
  clock.advance(1);
  world.isTurned = false;
  switch (command.do) {
    case 'price':
      return price(world, command);
    case 'waves':
      return waves(world, command);
    case 'line':
      return line(world, command);
    case 'silence':
      clock.advance(command.minutes * MINUTE_MS);
      return world.turn();
    case 'midnight':
      return midnight(world, command);
    case 'again':
      return again(world, command);
    case 'killed':
      return killed(world, command);
    case 'buy':
      return buy(world, command);
    case 'own':
      return own(world, command);
    case 'overask':
      return overask(world, command);
    case 'cancel':
      return cancel(world, command);
    case 'exit':
      return exit(world, command);
    case 'reset':
      return reset(world, command);
    case 'switch':
      return turnSwitch(world, command.on);
    case 'status':
      return status(world, command);
    case 'version':
      return version(world, command);
    case 'fails':
      return fails(world, command);
    case 'deposit': {
      const { userId } = userAt(world, command.user);
      return world.product.deposit(userId, BigInt(command.size) * SCALE.USDT + 1n);
    }
    default:
      await restart(world);
      return world.say();
  }
}

/** What is violated now, by name. */
export async function inspect(world: World): Promise<string[]> {
  await world.read();
  const { app, clock } = world.product;
  const answers = new Map<
    string,
    Seen['answers'] extends ReadonlyMap<string, infer One> ? One : never
  >();
  const found = await app.plans.byIds(
    world.now.orders.map(({ userId, id }) => ({ userId: userId as never, id })),
  );
  for (const { order } of found) answers.set(order.id, order);
  const seen: Seen = {
    ...world,
    clock: clock.now(),
    sources: STRATEGY_SOURCES,
    answers,
    heard: [...world.heard.values()],
  };
  return violationsOf(INVARIANTS, seen, world.wrong);
}

/** Plays a run; answers the first violations found, with the command they came after. */
export function playRun(world: World, commands: readonly Command[]): Promise<string[]> {
  return playUntilFound(commands, {
    async play(command) {
      await play(world, command);
      count(world, `did ${command.do}`);
    },
    inspect: () => inspect(world),
  });
}

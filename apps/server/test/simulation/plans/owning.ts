import { randomUUID } from 'node:crypto';
import { DAY_MS, formatMoney, money } from '@candor/kernel';
import { type Answer, askOnce } from '../asking.ts';
import { count } from '../counts.ts';
import { COINS, type Command, type Mode, type PlanName } from './commands.ts';
import { leavingOf, valueOf, worthNow } from './figures.ts';
import { pick, userAt } from '../picking.ts';
import { type Fund, type Order, digestOf } from './snapshot.ts';
import { type World, coinOf, pricesNow } from './world.ts';

type Of<Name extends Command['do']> = Extract<Command, { do: Name }>;

export const running = ({ now }: World): Order[] =>
  now.orders.filter(({ state }) => state === 'running');

export function fundOf({ now }: Pick<World, 'now'>, { fundId }: Pick<Order, 'fundId'>): Fund {
  const fund = now.funds.find(({ id }) => id === fundId);
  if (fund === undefined) throw new Error('an order has a fund');
  return fund;
}

const cashOf = ({ now }: World, mode: Mode, userId: string): bigint =>
  now.books[mode].balances.get(`${userId} USDT user:cash`) ?? 0n;

export const planOf = ({ plans }: World, name: PlanName): string => plans.get(name) ?? '';

const text = (units: bigint): string => formatMoney(money('USDT', units));
const atLeast = (units: bigint, least: bigint): bigint => (units < least ? least : units);

const DAYS: Readonly<Record<PlanName, readonly number[]>> = {
  'sim-hold': [2, 4, 9],
  'sim-rotation': [3, 6, 9],
  'sim-short': [5, 6, 12],
  'sim-grid': [4, 5, 10],
};

/** What a purchase asks for: a share of the cash, and a share of that as the most to lose. */
function wanted(world: World, at: { user: number; mode: Mode; share: number; loss: number }) {
  const { userId } = userAt(world, at.user);
  // A unit that no rounding makes.
  const amount = (cashOf(world, at.mode, userId) * BigInt(at.share)) / 1_000n + 1n;
  return { userId, amount, maxLoss: atLeast((amount * BigInt(at.loss)) / 1_000n, 1n) };
}

type Buying = Parameters<World['product']['app']['plans']['commands']['buy']>[1];
type Paper = Parameters<World['product']['app']['plans']['commands']['paper']>[1];
type Unsent<Sent> = Sent extends unknown ? Omit<Sent, 'requestId'> : never;

async function bought(
  world: World,
  asked: { user: number; mode: Mode; body: Unsent<Paper>; amount: bigint; again: boolean },
): Promise<Answer> {
  const { product } = world;
  const { commands } = product.app.plans;
  const { userId } = userAt(world, asked.user);
  const { mode, body, amount, again } = asked;
  const call = mode === 'real' ? 'plans.buy' : 'plans.paper';
  return askOnce(
    world,
    {
      ...{ userId, call, body, again },
      digest: () => digestOf(product.owner),
      under: (requestId) => world.asked.set(requestId, { userId, mode, amount }),
    },
    (sent) => {
      const command = { ...sent, mode };
      const said = { ...body, requestId: sent.request.requestId };
      return mode === 'real'
        ? commands.buy(command, said as Buying)
        : commands.paper(command, said as Paper);
    },
  );
}

export async function buy(world: World, command: Of<'buy'>): Promise<void> {
  const { amount, maxLoss } = wanted(world, command);
  const { user, mode, plan, days, again } = command;
  const body = {
    productId: planOf(world, plan),
    amount: text(amount),
    days: DAYS[plan][days % 3] ?? 0,
    maxLoss: text(maxLoss),
  };
  const answer = await bought(world, { user, mode, body, amount, again });
  if (answer.code === '200') count(world, `bought ${plan} ${mode}`);
  const isOn = world.product.app.parameters.count('plan.enabled') === 1;
  if (answer.code === '200' && mode === 'real' && !isOn) {
    world.wrong.push('real money was taken while the switch is off');
  }
}

/** Plans of one's own, on paper. */
const OWN = {
  hold: { strategy: 'hold', codes: ['BTC/USDT'], parameters: {}, interval: '1h' },
  rotation: {
    strategy: 'rotation',
    codes: COINS.map((coin) => `${coin}/USDT`),
    parameters: { lookback: 2, every: 2, hold: 2, floor: 0 },
    interval: '1h',
  },
} as const;

export async function own(world: World, command: Of<'own'>): Promise<void> {
  const { user, strategy } = command;
  const { amount, maxLoss } = wanted(world, { ...command, mode: 'demo' });
  const { codes, ...chosen } = OWN[strategy];
  const body = {
    ...chosen,
    codes: [...codes],
    amount: text(amount),
    days: 3,
    maxLoss: text(maxLoss),
  };
  const answer = await bought(world, { user, mode: 'demo', body, amount, again: false });
  if (answer.code === '200') count(world, `own ${strategy}`);
}

export async function overask(world: World, { user, mode, how }: Of<'overask'>): Promise<void> {
  const cash = cashOf(world, mode, userAt(world, user).userId);
  const amount = how === 'margin' ? cash + 1n : how === 'amount' ? 9_999_999n : 20_000_000n;
  const body = {
    productId: how === 'unknown' ? randomUUID() : planOf(world, 'sim-hold'),
    amount: text(amount),
    days: how === 'days' ? 3 : 2,
    maxLoss: text(how === 'loss' ? amount + 1n : amount),
  };
  const answer = await bought(world, { user, mode, body, amount, again: false });
  if (answer.code === '200') world.wrong.push(`a purchase beyond its ${how} was taken`);
}

export async function cancel(world: World, { which, again }: Of<'cancel'>): Promise<void> {
  const { product, now } = world;
  const waiting = now.orders.filter(({ state }) => state === 'pending');
  const order = pick(waiting.length > 0 ? waiting : running(world), which);
  if (order === null) return;
  const { id, mode, userId } = order;
  const before = cashOf(world, mode, userId);
  const isEarly = Date.parse(order.joinsOn) > product.clock.now();
  const answer = await askOnce(
    world,
    {
      userId: userAt(
        world,
        world.users.findIndex((one) => one.userId === userId),
      ).userId,
      ...{ call: 'plans.cancel', body: { id }, again },
      digest: () => digestOf(product.owner),
    },
    (sent) => product.app.plans.commands.cancel({ ...sent, mode }, id),
  );
  const may = order.state === 'pending' && isEarly;
  if (may !== (answer.code === '200')) {
    world.wrong.push(`${order.state} was taken back with ${answer.code}`);
  }
  if (answer.code !== '200') return;
  count(world, `taken back ${mode}`);
  await world.read();
  const back = cashOf(world, mode, userId) - before;
  if (back !== order.amount) world.wrong.push(`${back} came back of ${order.amount}`);
}

/** What everyone who runs in a fund has at the prices of now, by our own sum. */
function worths(world: World, fundId: string): Map<string, bigint> {
  const fund = fundOf(world, { fundId });
  const value = valueOf(fund, pricesNow(world, fund.codes));
  if (value === null) return new Map();
  const here = running(world).filter((order) => order.fundId === fundId);
  return new Map(here.map((order) => [order.id, worthNow(order, fund, value)]));
}

/** To the eight places quantities are cut at, of each coin, and a unit for each rounding. */
const cutOf = (world: World): bigint =>
  COINS.reduce((sum, coin) => sum + world.cents[coin] / 10_000n, 0n) + 20n;

/** Whether a midnight of a fund is not through yet: until it is nobody leaves. */
const isSettling = ({ product }: World, { phase, day }: Fund): boolean =>
  phase !== 'open' || product.clock.now() >= Date.parse(day) + DAY_MS;

export async function exit(world: World, { which, how, again }: Of<'exit'>): Promise<void> {
  const { product } = world;
  const order = pick(running(world), which);
  if (order === null) return;
  const { id, mode } = order;
  const { userId } = userAt(
    world,
    world.users.findIndex((one) => one.userId === order.userId),
  );
  await world.say();
  await world.read();
  const fund = fundOf(world, order);
  const prices = pricesNow(world, fund.codes);
  const feeRates = fund.codes.map((code) => world.feeRates[coinOf(code)]);
  const mine = leavingOf(order, fund, { prices, feeRates });
  const quoted = await product.app.plans.quoteExit({ userId, mode, id });
  if (!quoted.ok) {
    const why = quoted.failure.facts?.['why'] ?? quoted.failure.name;
    if (!isSettling(world, fund)) world.wrong.push(`no quote for leaving an open fund: ${why}`);
    return count(world, `quote refused: ${why}`);
  }
  if (isSettling(world, fund)) world.wrong.push('left a day whose midnight is not through');
  const { quoteId, receive } = quoted.value;
  const said = quoted.value;
  const own =
    mine && [mine.value, mine.fees, mine.share, mine.early, mine.receive].map(text).join();
  const theirs = [said.value, said.fees, said.share, said.early, said.receive].join();
  if (own !== theirs) world.wrong.push(`leaving was quoted at ${theirs}; it is ${own}`);
  if (how === 'moved') {
    world.cents.BTC = (world.cents.BTC * 97n) / 100n;
    await world.say();
  }
  if (how === 'late') {
    product.clock.advance(11_000);
    await world.say();
  }
  if (how === 'traded') {
    world.cents.BTC = (world.cents.BTC * 103n) / 100n;
    await world.say();
    await world.turn();
  }
  await world.read();
  const before = worths(world, fund.id);
  const answer = await askOnce(
    world,
    {
      ...{ userId, call: 'plans.exit', body: { id, quoteId }, again },
      digest: () => digestOf(product.owner),
    },
    (sent) => product.app.plans.commands.exit({ ...sent, mode }, { id, quoteId }),
  );
  if (answer.code !== '200') {
    if (!isSettling(world, fundOf(world, order)) && (how === 'now' || how === 'moved')) {
      world.wrong.push(`leaving at a quote that holds answered ${answer.code} ${answer.name}`);
    }
    return;
  }
  if (how === 'late') world.wrong.push('left at a quote that is over');
  count(world, `left ${how} ${mode}`);
  const received = answer.result['received'];
  if (received !== receive) world.wrong.push(`${String(received)} was paid, quoted ${receive}`);
  await world.read();
  // Who stays neither wins nor loses by it.
  const most = cutOf(world);
  for (const [other, worth] of worths(world, fund.id)) {
    const moved = worth - (before.get(other) ?? worth);
    if (moved > most || moved < -most) {
      world.wrong.push(`who stays moved by ${moved} when another left`);
    }
  }
}

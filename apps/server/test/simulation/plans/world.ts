import { STRATEGY_SOURCES } from '@candor/advisor';
import type { InstrumentCode, UserId } from '@candor/kernel';
import { money, newUuid } from '@candor/kernel';
import { insertVersion } from '../../../src/plans/plan/plan-store.ts';
import { versionOf } from '../../../src/plans/plan/versions.ts';
import { type Breaking, createBreaking } from '../../breaking.ts';
import { type TestApp, startTestApp } from '../../start-app.ts';
import { type Cents, SCALE, SPREAD_CENTS, centsText } from '../conversion.ts';
import { d18 } from '../oracle.ts';
import { COINS, type Coin, type Mode, type PlanName, USERS } from './commands.ts';
import type { Quote } from './figures.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';

export type SimUser = {
  readonly userId: UserId;
  readonly username: string;
};

/** What a purchase asked for. */
export type PurchaseParams = {
  readonly userId: string;
  readonly mode: Mode;
  readonly amount: bigint;
};

/** A price that both sources said, from the first moment they said it to the last. */
export type Said = Quote & { readonly coin: Coin; readonly from: number; readonly to: number };

/** A product with plans, three users with practice money and real, and what is known of them beside it. */
export type World = {
  readonly product: TestApp;
  readonly breaking: Breaking;
  readonly users: readonly SimUser[];
  readonly plans: ReadonlyMap<PlanName, string>;
  /** Fee rates by coin, as the catalogue says. */
  readonly feeRates: Readonly<Record<Coin, bigint>>;
  readonly cents: Cents;
  readonly said: Said[];
  /** When the product was started last: a price counts once it was said since. */
  startedAt: number;
  /** Purchases by their request. */
  readonly asked: Map<string, PurchaseParams>;
  /** Plans that were ended, and since when; for ever away where they are open again. */
  readonly ended: Map<string, number>;
  /** Orders whose owner began the practice account anew. */
  readonly reset: Set<string>;
  readonly heard: Map<string, Snapshot['news'][number]>;
  readonly told: Readonly<Record<Mode, Map<string, string>>>;
  readonly tally: Map<string, number>;
  readonly wrong: string[];
  /** Funds were worked forward since the last price, and nothing broke off. */
  isTurned: boolean;
  now: Snapshot;
  /** Says the prices of now a second later; without a coin, both. */
  say(only?: Coin): Promise<void>;
  /** Works all funds forward. */
  turn(): Promise<void>;
  read(): Promise<void>;
};

const codeOf = (coin: string): InstrumentCode => `${coin}/USDT` as InstrumentCode;
export const coinOf = (code: string): Coin => code.split('/')[0] as Coin;

/** The last price of a code that was said before a moment; null without one. */
export function saidBefore(
  { said }: Pick<World, 'said'>,
  code: string,
  before: number,
): Said | null {
  return said.findLast(({ coin, from }) => coin === coinOf(code) && from < before) ?? null;
}

/** Prices of now of some codes: each since the start of the product. */
export function pricesNow(
  world: Pick<World, 'said' | 'startedAt'>,
  codes: readonly string[],
): (Said | null)[] {
  return codes.map((code) => {
    const last = saidBefore(world, code, Number.MAX_SAFE_INTEGER);
    return last !== null && last.to >= world.startedAt ? last : null;
  });
}

const USDT = SCALE.USDT;
const terms = (days: readonly number[], cycleDays: number, capacity = 500_000n) => ({
  amountMin: money('USDT', 10n * USDT),
  amountMax: money('USDT', 50_000n * USDT),
  ...{ days, cycleDays },
  capacity: money('USDT', capacity * USDT),
});
const BTC = codeOf('BTC');
const both = [BTC, codeOf('ETH')];
/** What is offered: all the time in the market, the better of two, all on a fall, and one that trades often. */
const OFFERED = {
  'sim-hold': [
    { strategy: 'hold', parameters: {}, interval: '1h', codes: [BTC] },
    terms([2, 4, 9], 2),
  ],
  'sim-rotation': [
    {
      strategy: 'rotation',
      parameters: { lookback: 2, every: 1, hold: 1, floor: 0 },
      interval: '1h',
      codes: both,
    },
    terms([3, 6, 9], 3),
  ],
  'sim-short': [
    {
      strategy: 'reversion',
      parameters: { length: 10, width: 100, share: 10_000 },
      interval: '5m',
      codes: [BTC],
    },
    terms([5, 6, 12], 30),
  ],
  'sim-grid': [
    {
      strategy: 'grid',
      parameters: { gap: 50, levels: 4, patience: 20 },
      interval: '15m',
      codes: [BTC],
    },
    terms([4, 5, 10], 1, 4_000n),
  ],
} as const;

const SOURCES = { ...STRATEGY_SOURCES };
/** Every strategy has the text of the product again. */
export function restoreSources(): void {
  Object.assign(STRATEGY_SOURCES, SOURCES);
}

const PAID_IN = 20_000n * USDT;
const PATIENCE_MS = 5_000;

/** The switch of real plans, as two people turn it. */
export async function turnSwitch({ product }: Pick<World, 'product'>, on: boolean): Promise<void> {
  const { app, clock } = product;
  const said = { key: 'plan.enabled', value: on ? '1' : '0', note: 'a test' } as const;
  const set = await app.parameters.set({ ...said, from: clock.now() });
  if (!set.ok) throw new Error(`the switch was refused: ${set.failure.name}`);
}

async function offer(product: TestApp): Promise<Map<PlanName, string>> {
  const at = product.clock.now();
  await product.owner.query(`update plans.plan set status = 'ended'`);
  const plans = new Map<PlanName, string>();
  for (const [name, [chosen, offered]] of Object.entries(OFFERED)) {
    const plan = { planId: newUuid(at), name, owner: null, version: 1 };
    await product.db.transaction((tx) => insertVersion(tx, versionOf(plan, chosen, offered), at));
    plans.set(name as PlanName, plan.planId);
  }
  return plans;
}

type Crowd = {
  readonly users: number;
  /** Who has real money besides. */
  readonly isReal: (n: number) => boolean;
};

/** Users that register at once. */
const AT_ONCE = 20;

/** Registers so many users, some at once. */
async function registered(product: TestApp, { users, isReal }: Crowd): Promise<SimUser[]> {
  const found: SimUser[] = [];
  for (let first = 0; first < users; first += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, users - first) }, () => product.register());
    for (const { userId, username } of await Promise.all(some)) {
      if (isReal(found.length)) {
        await product.admit(userId);
        await product.deposit(userId, PAID_IN);
      }
      found.push({ userId, username });
    }
  }
  return found;
}

/** Starts a product that offers plans of real money and on paper, with its users. */
export async function startWorld(
  crowd: Crowd = { users: USERS, isReal: () => true },
): Promise<World> {
  restoreSources();
  const breaking = createBreaking(['plans', 'ledger']);
  const product = await startTestApp({ between: breaking.between });
  const { clock } = product;
  const users = await registered(product, crowd);
  await turnSwitch({ product }, true);
  const plans = await offer(product);
  const feeRateOf = (coin: Coin): bigint => {
    const instrument = product.app.market.instrument(codeOf(coin));
    if (instrument === null) throw new Error(`${coin} is not traded`);
    return instrument.feeRate;
  };

  async function stored(): Promise<void> {
    const until = performance.now() + PATIENCE_MS;
    while (product.app.market.unstoredSince() !== null) {
      if (performance.now() > until) throw new Error('a price was never stored');
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
  }

  const world: World = {
    product,
    breaking,
    users,
    plans,
    feeRates: { BTC: feeRateOf('BTC'), ETH: feeRateOf('ETH') },
    cents: { BTC: 6_000_000n, ETH: 300_000n },
    said: [],
    startedAt: 0,
    asked: new Map(),
    ended: new Map(),
    reset: new Set(),
    heard: new Map(),
    told: { demo: new Map(), real: new Map() },
    tally: new Map(),
    wrong: [],
    isTurned: true,
    now: await takeSnapshot(product.owner),
    async say(only) {
      clock.advance(1_000);
      for (const coin of only === undefined ? COINS : [only]) {
        const from = clock.now();
        const bid = centsText(world.cents[coin]);
        const ask = centsText(world.cents[coin] + SPREAD_CENTS);
        await product.price(codeOf(coin), bid, ask);
        world.said.push({ coin, bid: d18(bid), ask: d18(ask), from, to: clock.now() });
      }
      await stored();
      world.isTurned = false;
    },
    async turn() {
      await product.app.plans.turn();
      world.isTurned = true;
    },
    async read() {
      world.now = await takeSnapshot(product.owner);
      for (const one of world.now.news) world.heard.set(one.key, one);
    },
  };
  await world.say();
  await world.turn();
  await world.read();
  return world;
}

/** The process is gone, and another one begins. */
export async function restart(world: World): Promise<void> {
  await world.product.restart();
  world.startedAt = world.product.clock.now();
  world.isTurned = false;
}

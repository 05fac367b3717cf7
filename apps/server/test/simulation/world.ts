import type { InstrumentCode, UserId } from '@candor/kernel';
import { fundHouse } from '../decided-case.ts';
import { MANUAL_SOURCES, sayUntilAgreed } from '../manual-feed.ts';
import { type TestApp, startTestApp } from '../start-app.ts';
import { CODES, type Code } from './commands.ts';
import { CLOSE_OUT_INVARIANTS } from './close-out-invariants.ts';
import { CONTRACT_INVARIANTS } from './contract-invariants.ts';
import { type Gone, type Invariant, LEDGER_INVARIANTS, type Seen } from './ledger-invariants.ts';
import { type Model, differences, follow, newModel } from './model.ts';
import { OPTION_INVARIANTS } from './option-invariants.ts';
import { d18, text18 } from './oracle.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';
import { TRIGGER_INVARIANTS } from './trigger-invariants.ts';

/** Every invariant of RELIABILITY 2.4 that trading has to keep, by name. */
const INVARIANTS: Readonly<Record<string, Invariant>> = {
  ...LEDGER_INVARIANTS,
  ...CONTRACT_INVARIANTS,
  ...TRIGGER_INVARIANTS,
  ...CLOSE_OUT_INVARIANTS,
  ...OPTION_INVARIANTS,
};

type Market = { readonly tick: bigint; readonly spread: bigint; readonly start: bigint };
const market = (tick: string, spread: string, start: string): Market => ({
  tick: d18(tick),
  spread: d18(spread),
  start: d18(start),
});

/** Tick size, spread and first bid of each instrument. */
export const MARKETS: Readonly<Record<Code, Market>> = {
  'EUR/USD': market('0.00001', '0.0001', '1.1'),
  'XAU/USD': market('0.01', '0.4', '2000'),
  'USD/JPY': market('0.001', '0.01', '140'),
  'BTC/USDT': market('0.01', '10', '40000'),
};

/** A request that was answered, to be sent again. */
export type Sent = { readonly text: string; again(changed: boolean): Promise<Said> };
/** What an answer comes down to. */
export type Said = { readonly status: number; readonly code: string; readonly text: string };

/**
 * A product under simulation: one trader with both trading accounts, the tape, the model beside it.
 */
export type World = {
  readonly product: TestApp;
  readonly userId: UserId;
  token: string;
  readonly model: Model;
  readonly bids: Map<Code, bigint>;
  readonly pulses: { at: number; ticks: number }[];
  /** Ticks a price was held at. */
  readonly held: Set<string>;
  /** When an instrument had no last price. */
  readonly gone: Gone[];
  readonly told: Map<string, string>;
  readonly sent: Sent[];
  /** What commands found wrong, besides the invariants. */
  readonly wrong: string[];
  /** A forgotten transaction holds every fact back. */
  isHeldBack: boolean;
  readonly tally: Map<string, number>;
  now: Snapshot;
  signIn(): Promise<void>;
  say(prices: ReadonlyMap<Code, bigint>): Promise<void>;
  pulse(): Promise<void>;
  look(): Promise<void>;
};

/** A session is renewed before its ten minutes are over. */
const SESSION_MS = 8 * 60_000;
/** What the real account begins with; little, so that a gap can take all of it. */
const DEPOSIT = 400_000_000n;

/** Real business needs a responsible operator, and a floor under what the house has. */
const OPERATOR = [
  ['house.floorNewBusiness', '1'],
  ['operator.name', 'Somebody'],
  ['operator.address', 'Somewhere 1'],
  ['operator.country', 'DE'],
  ['operator.licence', 'not licensed'],
  ['operator.complaints', 'complaints@example.org'],
  ['operator.charityRegister', 'none'],
] as const;

const PATIENCE_MS = 5_000;

/**
 * Starts a product and its trader: 10,000 of practice money, 400 in the real account, all prices.
 */
export async function startWorld(): Promise<World> {
  const product = await startTestApp();
  await fundHouse(product, 10n ** 13n, product.clock.now());
  for (const [key, value] of OPERATOR) {
    const from = product.clock.now();
    const set = await product.app.parameters.set({ key, value, from, note: 'a simulation' });
    if (!set.ok) throw new Error(`${key} was refused: ${set.failure.name}`);
  }
  await product.app.house.refresh();
  const { token, userId, username } = await product.register();
  await product.admit(userId);
  await product.deposit(userId, DEPOSIT);
  let signedAt = product.clock.now();

  async function say(prices: ReadonlyMap<Code, bigint>): Promise<void> {
    // A price its source has just said would be no news, and no tick.
    const news = [...prices].filter(([code, bid]) => world.bids.get(code) !== bid);
    for (const [code, bid] of news) {
      const { spread } = MARKETS[code];
      for (const source of MANUAL_SOURCES.toReversed()) {
        product.feed.say(code, text18(bid), text18(bid + spread), source);
      }
      world.bids.set(code, bid);
      for (const one of world.gone) {
        if (one.code === code) one.until ??= product.clock.now();
      }
    }
    const until = performance.now() + PATIENCE_MS;
    const isThere = ([code, bid]: [Code, bigint]): boolean => {
      const latest = product.app.market.latest(code as InstrumentCode);
      return latest?.receivedAt === product.clock.now() && latest.bid === bid;
    };
    while (!news.every(isThere)) {
      if (performance.now() > until) {
        const missing = news.filter((one) => !isThere(one)).map(([code]) => code);
        world.wrong.push(`prices of ${missing.join(', ')} never counted`);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
  }

  const world: World = {
    product,
    userId,
    token,
    model: newModel(),
    bids: new Map(),
    pulses: [],
    held: new Set(),
    gone: [],
    told: new Map(),
    sent: [],
    wrong: [],
    isHeldBack: false,
    tally: new Map(),
    now: await takeSnapshot(product.db, userId),
    say,
    async signIn() {
      if (product.clock.now() - signedAt < SESSION_MS) return;
      const body = { username, password: 'correct horse battery', client: 'api' as const };
      const answer = await product.call('accounts.login', { body });
      if (answer.code !== '200') throw new Error(`signing in again answered ${answer.code}`);
      ({ token: world.token } = answer.result as { token: string });
      signedAt = product.clock.now();
    },
    async pulse() {
      const turn = (): Promise<void> =>
        world.isHeldBack ? product.app.engine.pulse() : product.settle();
      await turn();
      const [row] = await product.db.query<{ count: string }>(
        "select count(*)::text as count from market.tick where standing in ('acting', 'first')",
      );
      const ticks = Number.parseInt(row?.count ?? '0', 10);
      world.pulses.push({ at: product.clock.now(), ticks });
      // What a stop brought about may need another look at the level.
      await turn();
    },
    async look() {
      world.now = await takeSnapshot(product.db, userId);
    },
  };
  for (const code of CODES) {
    const { start, spread } = MARKETS[code];
    const [bid, ask] = [text18(start), text18(start + spread)];
    sayUntilAgreed(product.feed, product.clock, { code, bid, ask });
  }
  await say(new Map(CODES.map((code) => [code, MARKETS[code].start])));
  product.clock.advance(1_000);
  await say(new Map(CODES.map((code) => [code, MARKETS[code].start + MARKETS[code].tick])));
  await world.pulse();
  await world.look();
  follow(world.model, world.now);
  return world;
}

/** Contracts and options whose state can have moved since the last look, and all that is open. */
function touchedIn(before: Snapshot, after: Snapshot): Set<string> {
  const ids = new Set<string>();
  const known = new Set(before.entries.map(({ id }) => id));
  for (const { id, subject } of after.entries) {
    if (subject !== null && !known.has(id)) ids.add(subject);
  }
  for (const { id, status } of [...after.orders, ...before.orders]) {
    if (status !== 'closed') ids.add(id);
  }
  return ids;
}

/** Looks at everything a step touched, or at everything; answers what is violated, by name. */
export async function inspect(world: World, isFull: boolean): Promise<string[]> {
  const before = world.now;
  await world.look();
  const seen: Seen = {
    now: world.now,
    clock: world.product.clock.now(),
    told: world.told,
    pulses: world.pulses,
    held: world.held,
    gone: world.gone,
    touched: isFull ? null : touchedIn(before, world.now),
  };
  const found = Object.entries(INVARIANTS).flatMap(([name, invariant]) =>
    invariant(seen).map((what) => `${name}: ${what}`),
  );
  const followed = follow(world.model, world.now).map((what) => `model: ${what}`);
  const apart = differences(world.model, world.now).map((what) => `model: ${what}`);
  const wrong = world.wrong.splice(0).map((what) => `act: ${what}`);
  return [...wrong, ...found, ...followed, ...apart];
}

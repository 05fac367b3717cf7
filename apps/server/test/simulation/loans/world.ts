import type { InstrumentCode, UserId } from '@candor/kernel';
import { fundHouse } from '../../decided-case.ts';
import { identify } from '../../loans.ts';
import { MANUAL_SOURCES } from '../../manual-feed.ts';
import { type TestApp, startTestApp } from '../../start-app.ts';
import { type Cents, type Exchanged, SCALE, SPREAD_CENTS, centsText } from '../conversion.ts';
import { COINS, type Coin, type Pledged, USERS } from './commands.ts';
import type { Bids } from './figures.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';

export type SimUser = {
  readonly userId: UserId;
  readonly username: string;
  token: string;
  signedAt: number;
  isVerified: boolean;
  readonly level: 1 | 2;
  /** The most of all loans together, by the level of identification. */
  readonly max: bigint;
};

/** A loan as it was asked for. */
export type LoanTerms = {
  readonly userId: string;
  readonly principal: bigint;
  readonly days: number;
  readonly held: ReadonlyMap<Pledged, bigint>;
};

/** What a request asked of a loan; no amount: all that is owed. */
export type Wanted = {
  readonly loanId: string;
  readonly call: 'draw' | 'add' | 'repay';
  readonly asset: Pledged;
  readonly units: bigint | null;
};

/** A price that both sources said; null: one source alone spoke, and no price counts. */
export type Said = { readonly coin: Coin; readonly cents: bigint | null; readonly at: number };

/** A loan that was drawn, with what its borrower owned and owed before, by our own sum. */
export type Drawn = {
  readonly loanId: string;
  readonly own: bigint | null;
  readonly debts: bigint;
  readonly who: { readonly isVerified: boolean; readonly max: bigint };
};

/** A product that lends, three borrowers, and what is known of them beside it. */
export type World = {
  readonly product: TestApp;
  readonly users: readonly SimUser[];
  /** Prices of coins in cents, as they are said next. */
  readonly cents: Cents;
  /** Every price that both sources said, in its order. */
  readonly said: Said[];
  /** When the product was started: a price counts once it was said since. */
  readonly starts: number[];
  /** Whether the engine turned since the last price. */
  isLooked: boolean;
  readonly asked: Map<string, LoanTerms>;
  readonly wanted: Map<string, Wanted>;
  readonly exchanged: Map<string, Exchanged>;
  readonly draws: Drawn[];
  /** Notice lines that were told of each loan, by our own count. */
  readonly notices: Map<string, number>;
  /** What was told, by its key: a fact is gone a day after it was written. */
  readonly heard: Map<string, Snapshot['news'][number]>;
  /** How many of them had been told at the last look. */
  heardBefore: number;
  readonly told: Map<string, string>;
  readonly tally: Map<string, number>;
  readonly wrong: string[];
  now: Snapshot;
  /** Says the prices of now a second later; without a coin, both. */
  say(only?: Coin): Promise<void>;
  /** Every fact is handed on and the engine turns, twice: what it did may need another look. */
  look(): Promise<void>;
  /** Reads what is there. */
  read(): Promise<void>;
};

/** How old a price may be. @units milliseconds */
const FRESH_MS = 5_000;

/** Bids that count at a moment: of both sources, since the start, and not too old. */
export function bidsAt({ said, starts }: Pick<World, 'said' | 'starts'>, at: number): Bids {
  const bids: Partial<Record<Coin, bigint>> = {};
  const start = starts.findLast((one) => one <= at) ?? 0;
  for (const coin of COINS) {
    const last = said.findLast((one) => one.coin === coin && one.at <= at);
    const isFresh = last !== undefined && at - last.at <= FRESH_MS && last.at >= start;
    if (isFresh && last.cents !== null) bids[coin] = last.cents;
  }
  return bids;
}

/** The bids of now. */
export const bidsNow = (world: World): Bids => bidsAt(world, world.product.clock.now());

/** What the house lends, and what it converts with: little, so that its floor is reached. */
const HOUSE = {
  USDT: 40_000n * SCALE.USDT,
  BTC: 3n * SCALE.BTC,
  ETH: 40n * SCALE.ETH,
};
/** Below what it is worth the house takes no new business. */
export const FLOOR = 5_000n * SCALE.USDT;
/** What each borrower begins with. */
const PAID_IN = {
  USDT: 3_000n * SCALE.USDT,
  BTC: SCALE.BTC / 4n,
  ETH: 4n * SCALE.ETH,
};
/** The most of each level of identification; the last user has the second. */
const LEVEL_MAX = { 1: 10_000n * SCALE.USDT, 2: 50_000n * SCALE.USDT } as const;

const PATIENCE_MS = 5_000;
const ASSETS = ['USDT', 'BTC', 'ETH'] as const;

/** Starts a product whose house has some capital, with three identified users. */
export async function startWorld(): Promise<World> {
  const product = await startTestApp();
  const { clock } = product;
  for (const asset of ASSETS) await fundHouse(product, HOUSE[asset], clock.now(), asset);
  const floor = { key: 'house.floorNewBusiness', value: String(FLOOR / SCALE.USDT) } as const;
  const set = await product.app.parameters.set({ ...floor, from: clock.now(), note: 'a test' });
  if (!set.ok) throw new Error(`the floor was refused: ${set.failure.name}`);
  const users: SimUser[] = [];
  for (let n = 0; n < USERS; n += 1) {
    const { token, userId, username } = await product.register();
    await product.admit(userId);
    const level = n === USERS - 1 ? 2 : 1;
    await identify(product, userId, { state: 'verified', level });
    for (const asset of ASSETS) await product.deposit(userId, PAID_IN[asset], asset);
    const max = LEVEL_MAX[level];
    users.push({ userId, username, token, signedAt: clock.now(), isVerified: true, level, max });
  }
  /** The start since which both sources have agreed. */
  let agreedSince: number | null = null;

  const text = (coin: Coin): readonly [string, string] => [
    centsText(world.cents[coin]),
    centsText(world.cents[coin] + SPREAD_CENTS),
  ];
  async function saidBySources(coins: readonly Coin[]): Promise<void> {
    for (const coin of coins) {
      const [bid, ask] = text(coin);
      for (const source of MANUAL_SOURCES.toReversed()) {
        product.feed.say(`${coin}/USDT`, bid, ask, source);
      }
    }
    const until = performance.now() + PATIENCE_MS;
    const isThere = (coin: Coin): boolean =>
      product.app.market.latest(`${coin}/USDT` as InstrumentCode)?.receivedAt === clock.now();
    while (!coins.every(isThere)) {
      if (performance.now() > until) throw new Error('a price never counted');
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
  }

  const world: World = {
    product,
    users,
    cents: { BTC: 6_000_000n, ETH: 300_000n },
    said: [],
    starts: [0],
    isLooked: true,
    asked: new Map(),
    wanted: new Map(),
    exchanged: new Map(),
    draws: [],
    notices: new Map(),
    heard: new Map(),
    heardBefore: 0,
    told: new Map(),
    tally: new Map(),
    wrong: [],
    now: await takeSnapshot(product.owner),
    async say(only) {
      clock.advance(1_000);
      const start = world.starts.at(-1) ?? 0;
      const isFirst = agreedSince !== start;
      const coins = only === undefined || isFirst ? COINS : [only];
      if (!isFirst) await saidBySources(coins);
      else for (const coin of coins) await product.price(`${coin}/USDT`, ...text(coin));
      agreedSince = start;
      for (const coin of coins) {
        // A first price is said for some seconds until both sources agree: from then on it counts.
        const at = product.app.market.latest(`${coin}/USDT` as InstrumentCode)?.receivedAt;
        world.said.push({ coin, cents: world.cents[coin], at: at ?? clock.now() });
      }
      world.isLooked = false;
    },
    async look() {
      await product.settle();
      await product.settle();
      world.isLooked = true;
    },
    async read() {
      world.now = await takeSnapshot(product.owner);
      for (const one of world.now.news) world.heard.set(one.key, one);
    },
  };
  await world.say();
  await world.read();
  return world;
}

import { randomUUID } from 'node:crypto';
import {
  DAY_MS,
  type Mode,
  type UserId,
  SECOND_MS,
  ensure,
  startOfDay,
  utcDayOf,
} from '@candor/kernel';
import type { CallResult } from '@candor/protocol/light';
import { signedIn } from '@candor/testkit';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { accountKey, findHoldings } from '../src/ledger/index.ts';
import { PLANS_CHANGED, type PlansChanged } from '../src/plans/index.ts';
import { findFacts } from './facts.ts';
import { type Answered, type TestApp, startTestApp } from './start-app.ts';

/** A user with a practice account, or with real money where it is asked for. */
export type Investor = {
  readonly userId: UserId;
  readonly username: string;
  token: string;
  paper(change?: object): Promise<Answered<'plans.paper'>>;
  buy(change?: object): Promise<Answered<'plans.buy'>>;
  cancel(id: string, mode?: Mode): Promise<Answered<'plans.cancel'>>;
  quote(id: string, mode?: Mode): Promise<Answered<'plans.quoteExit'>>;
  exit(id: string, quoteId: string, mode?: Mode): Promise<Answered<'plans.exit'>>;
  order(id: string, mode?: Mode): Promise<CallResult<'plans.order'>>;
  holds(mode?: Mode): Promise<Readonly<Record<string, bigint>>>;
};

/** What a test of plans stands on. */
export type PlanStage = {
  readonly product: TestApp;
  readonly who: Investor;
  investor(): Promise<Investor>;
  /** The id of a plan by its name. */
  plan(name: string): Promise<string>;
  /** Says a price of bitcoin some time later. */
  says(price: number, laterMs?: number): Promise<void>;
  /** Works all funds forward. */
  turn(): Promise<void>;
  /** The next midnight passes, with a price before and behind it, and is settled. */
  midnight(price: number): Promise<void>;
};

/** A plan of a user's own that holds all the time: what it has moves with the price. */
export const HOLD = { strategy: 'hold', codes: ['BTC/USDT'], parameters: {} } as const;

/** Everything of a table, in its order. */
export function rowsOf(product: TestApp, text: string, ...values: unknown[]) {
  return product.owner.query<Record<string, string>>(text, values);
}

/** What owners of orders were told, in its order. */
export async function planNews(product: TestApp, orderId: string): Promise<string[]> {
  const facts = await findFacts<PlansChanged>(product.owner, PLANS_CHANGED);
  return facts
    .flatMap(({ changed }) => changed)
    .filter((one) => one.orderId === orderId)
    .flatMap(({ news }) => news.map(({ kind }) => kind));
}

/**
 * Every fund adds up: what its orders have is what it settled, the clearing holds its result and nothing else,
 * and every account `user:plan` is what its owner's orders stand at.
 */
export async function expectAddsUp(product: TestApp): Promise<void> {
  const funds = await rowsOf(
    product,
    `select f.id, f.phase, f.units::text, f.settled::text, f.result::text,
       (select coalesce(sum(o.value), 0)::text from plans.plan_order o
        where o.fund_id = f.id and o.state = 'running') as value,
       (select coalesce(sum(o.units), 0)::text from plans.plan_order o
        where o.fund_id = f.id and o.state = 'running') as order_units,
       (select coalesce(sum(case when p.to_sub = f.id::text then p.amount else -p.amount end), 0)::text
        from ledger.posting p where f.id::text in (p.to_sub, p.from_sub)) as clearing
     from plans.fund f where f.phase = 'open'`,
  );
  expect(funds.length).toBeGreaterThan(0);
  for (const fund of funds) {
    expect([fund['value'], fund['order_units'], fund['clearing']]).toEqual([
      fund['settled'],
      fund['units'],
      fund['result'],
    ]);
  }
  const apart = await rowsOf(
    product,
    `select b.user_id from ledger.balance b where b.class = 'user:plan' and b.amount <> (
       select coalesce(sum(case when o.state = 'pending' then o.amount else o.value end), 0)
       from plans.plan_order o where o.user_id = b.user_id and o.mode = b.mode
         and o.state in ('pending', 'running'))`,
  );
  expect(apart).toEqual([]);
}

async function newInvestor(product: TestApp): Promise<Investor> {
  const { token, userId, username } = await product.register();
  const asked = (change: object) => ({
    amount: '1000',
    days: 30,
    maxLoss: '500',
    requestId: randomUUID(),
    ...change,
  });
  const investor: Investor = {
    userId,
    username,
    token,
    paper: (change = {}) =>
      product.call('plans.paper', { token: investor.token, odd: asked(change) }),
    buy: (change = {}) =>
      product.call('plans.buy', { token: investor.token, mode: 'real', odd: asked(change) }),
    cancel: (id, mode = 'demo') =>
      product.call('plans.cancel', {
        ...{ token: investor.token, mode, params: { id } },
        body: { requestId: randomUUID() },
      }),
    quote: (id, mode = 'demo') =>
      product.call('plans.quoteExit', { token: investor.token, mode, params: { id } }),
    exit: (id, quoteId, mode = 'demo') =>
      product.call('plans.exit', {
        ...{ token: investor.token, mode, params: { id } },
        body: { quoteId, requestId: randomUUID() },
      }),
    async order(id, mode = 'demo') {
      const answer = await product.call('plans.order', {
        ...{ token: investor.token, mode, params: { id } },
      });
      expect(answer.code).toBe('200');
      return answer.result;
    },
    async holds(mode = 'demo') {
      const account = { userId, mode };
      const found = await findHoldings(product.db, [account]);
      return ensure(found.get(accountKey(account)), 'the account is answered').USDT as Readonly<
        Record<string, bigint>
      >;
    },
  };
  return investor;
}

/** Starts a product whose funds a test works forward, with a price of bitcoin, and a new investor each time. */
export function stagePlans(
  options: NonNullable<Parameters<typeof startTestApp>[0]> = {},
): PlanStage {
  let product: TestApp;
  let who: Investor | undefined;
  beforeAll(async () => {
    product = await startTestApp(options);
  });
  afterAll(async () => {
    await expectAddsUp(product);
    await product.stop();
  });
  beforeEach(async () => {
    await stage.says(60_000);
    who = await stage.investor();
  });
  const stage: PlanStage = {
    get product() {
      return product;
    },
    get who() {
      return ensure(who, 'an investor for each test');
    },
    investor: () => newInvestor(product),
    async plan(name) {
      const { result } = await product.call('plans.list');
      return ensure(
        result.find((one) => one.name === name),
        'the plan is there',
      ).id;
    },
    async says(price, laterMs = 1_000) {
      product.clock.advance(laterMs);
      await product.price('BTC/USDT', String(price), String(price + 10));
    },
    turn: () => product.app.plans.turn(),
    async midnight(price) {
      const now = product.clock.now();
      const end = startOfDay(utcDayOf(now)) + DAY_MS;
      // Fresh at the midnight: by a price that is not, nobody joins what is held.
      await stage.says(price, Math.max(1, end - now - SECOND_MS));
      await stage.turn();
      await stage.says(
        price,
        product.clock.now() < end ? end - product.clock.now() + 5_000 : 5_000,
      );
      await stage.turn();
      await product.app.relay.settled();
      if (who === undefined) return;
      // A session is over after the days some tests wait.
      const body = {
        username: who.username,
        password: 'correct horse battery',
        client: 'api' as const,
      };
      who.token = signedIn((await product.call('accounts.login', { body })).result).token;
    },
  };
  return stage;
}

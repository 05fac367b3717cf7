import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type BacktestPlan,
  STRATEGIES,
  merged,
  runBacktest,
  signalBarOf,
  usualParameters,
} from '@candor/advisor';
import { type InstrumentCode, ensure, money, price, rate, unixMs } from '@candor/kernel';
import type { Bar } from '@candor/pricing';
import { generateBars } from '@candor/testkit';
import pg from 'pg';
import { createThread } from '../src/plans/backtests/thread.ts';
import { startEmbeddedPostgres } from '../src/platform/cluster/embedded-postgres.ts';
import { ACTING_CONNECTIONS, openDatabase } from '../src/platform/postgres/db.ts';
import { APP_ROLE, migrate } from '../src/platform/postgres/migrate.ts';
import { agree, measure, quantile, register, startProduct } from './stops.ts';

const BTC = 'BTC/USDT' as InstrumentCode;
const SEED = 17;
const MINUTES = 365 * 24 * 60;
const TRIES = 3;
const ORDERS = 100_000;
const USERS = 50;
const LOOK_MS = 50;
const PAGE = 900;

const hundredths = (figure: number): number => Math.round(figure * 100) / 100;

function yearOfMinutes(): Bar[] {
  return generateBars({
    ...{
      seed: SEED,
      from: unixMs(Date.parse('2025-01-01T00:00:00Z')),
      count: MINUTES,
      interval: '1m',
    },
    ...{ startPrice: price('60000'), tickSize: price('0.01'), millionths: 800, crashOneIn: 20_000 },
  });
}

const INSTRUMENT = {
  ...{ code: BTC, feeRate: rate('0.001'), spreadRate: rate('0.0001') },
  ...{ tickSize: price('0.01'), quoteCurrency: 'USDT' },
} as const;

/** A backtest of each minute of a year beside a loop that only feeds the same indicator the same bars. */
function* backtests(bars: readonly Bar[]): Generator<string> {
  const strategy = STRATEGIES.reversion;
  const parameters = usualParameters(strategy);
  const plan: BacktestPlan = {
    ...{ strategy, parameters, interval: '5m', base: '1m', instruments: [INSTRUMENT] },
    amount: money('USDT', 10_000_000_000n),
  };
  let [bare, whole, fills] = [Infinity, Infinity, 0];
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const see = strategy.start(parameters, 1);
    let began = performance.now();
    for (const bar of bars) see([signalBarOf(bar)]);
    bare = Math.min(bare, performance.now() - began);
    began = performance.now();
    fills = runBacktest(plan, merged([bars])).fills.length;
    whole = Math.min(whole, performance.now() - began);
  }
  yield (
    `a backtest of a generated year of minutes (${bars.length} bars, seed ${SEED}), reversion on 5 minutes: ` +
      `${hundredths(whole / 1_000)} s (limit 5 s), ${fills} fills, ` +
      `${Math.round(bars.length / (whole / 1_000))} bars/s, ÷ a bare loop with the same indicator on each bar ` +
      `${hundredths(bare / whole)} (limit 0.3)`
  );
}

// A fund of yesterday with a hundred thousand owners of 1,000 USDT each, and one fill that brought what it
// has to share. Without the users and entries these orders would have.
const FILL = `
  with of as (
    select (now() at time zone 'utc')::date - 1 as day, v.plan_id, v.version, f.id as fund_id
    from plans.fund f join plans.version v on v.plan_id = f.plan_id and v.version = f.version
    join plans.plan p on p.id = f.plan_id
    where p.name = 'hold-bench' and f.mode = 'demo'
  ), fund as (
    update plans.fund f set units = ${ORDERS} * 1e21, settled = ${ORDERS} * 1e9, result = 123456789,
      day = of.day from of where f.id = of.fund_id
  ), fill as (
    insert into plans.fill (fund_id, id, day, kind, code, quantity, price, fee, result, tick, time, rule, figures, at)
    select fund_id, gen_random_uuid(), day, 'run', '${BTC}', 1, 60000, 0, 123456789, '2026-01-01/1', now(), 'x', '{}', now()
    from of
  ), bought as (
    insert into plans.plan_order (user_id, id, order_no, request_id, plan_id, version, fund_id, mode, is_own, amount,
      days, cycle_days, share_rate, exit_rate, max_loss, bought_at, joins_on, state, units, value, high, loss_at)
    select gen_random_uuid(), gen_random_uuid(), 'bench-' || n, 'bench', plan_id, version, fund_id, 'demo', false,
      1000000000, 90, 30, 0.2, 0.005, 500000000, now(), day - 3, 'running', 1e21, 1000000000, 1000000000, 5e17
    from of, generate_series(1, ${ORDERS}) n
    returning user_id
  )
  insert into ledger.balance (user_id, mode, asset, class, amount, version, earned, lines)
  select user_id, 'demo', 'USDT', c.class, c.amount, 1, 0, 0
  from bought, (values ('user:plan', 1000000000), ('user:cash', 0)) c (class, amount)`;
const PLAN = `
  with plan as (
    insert into plans.plan (id, name, at) values (gen_random_uuid(), 'hold-bench', now()) returning id
  ), text as (
    select id, v.* from plan, (select * from plans.version order by plan_id limit 1) v
  ), version as (
    insert into plans.version
      (plan_id, version, strategy, parameters, interval, codes, amount_min, amount_max, days, cycle_days, capacity,
       source, text, hash, at)
    select id, 1, strategy, parameters, interval, codes, amount_min, amount_max, days, cycle_days, 1e18, source, text,
      hash, now() from text
  )
  insert into plans.fund (id, plan_id, version, mode, feed, positions, memo, day, at)
  select gen_random_uuid(), text.id, 1, 'demo', f.feed, f.positions, f.memo, (now() at time zone 'utc')::date, now()
  from text join plans.fund f on f.plan_id = text.plan_id and f.version = text.version and f.mode = 'demo'`;
const LEFT = `
  select count(*) filter (where at is null)::int as left, count(*)::int as "all"
  from plans.order_day where kind = 'day'`;

const said = (took: readonly number[]): string =>
  `p50 ${Math.round(quantile(took, 0.5))} ms, p99 ${Math.round(quantile(took, 0.99))} ms`;

/** Measures stops until something is done; answers its seconds and what stops took. */
async function beside(
  product: Awaited<ReturnType<typeof startProduct>>,
  traders: Parameters<typeof measure>[1],
  done: Promise<number>,
): Promise<{ readonly seconds: number; readonly took: readonly number[] }> {
  let isOver = false;
  const seconds = done.finally(() => {
    isOver = true;
  });
  const took = await measure(product, traders, () => isOver);
  return { seconds: await seconds, took };
}

/** Seconds in which a thread of its own runs a backtest of a year of minutes, its bars handed over included. */
async function inThread(bars: readonly Bar[]): Promise<number> {
  const began = performance.now();
  const strategy = STRATEGIES.trend;
  const chosen = {
    strategy: 'trend',
    parameters: usualParameters(strategy),
    interval: '1h',
    codes: [BTC],
  } as const;
  const report = await createThread().run(
    async (say) => {
      const trial = { instruments: [INSTRUMENT], base: '1m', source: 'generated' } as const;
      const amount = money('USDT', 10_000_000_000n);
      say({
        kind: 'begin',
        trial: { ...trial, chosen: { ...chosen, hash: '' }, amount, isGenerated: true },
      });
      for (let at = 0; at < bars.length; at += PAGE) {
        say({ kind: 'bars', index: 0, bars: bars.slice(at, at + PAGE) });
        await delay(1);
      }
      say({ kind: 'run', missing: [] });
    },
    () => undefined,
  );
  ensure(report, 'it has bars');
  return (performance.now() - began) / 1_000;
}

/** What backtests cost, what the midnight of many plan orders does, and what stops take beside both. */
export async function* benchPlans(dataDir: string): AsyncGenerator<string> {
  const bars = yearOfMinutes();
  yield* backtests(bars);
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const owner = new pg.Client(server.connection);
  try {
    await migrate({ connection: server.connection, appPassword: 'bench', deskPassword: null });
    await owner.connect();
    const { host, port, database } = server.connection;
    const place = { host, port, database, user: APP_ROLE, password: 'bench' };
    const db = openDatabase(place);
    const acting = openDatabase({ ...place, max: ACTING_CONNECTIONS });
    const product = await startProduct({ db, acting });
    await agree(product);
    const traders = await register(product.app, db, USERS);
    // Plans and code are warm from here on.
    await measure(product, traders, () => true);
    const quiet = await measure(product, traders, () => true);
    const threaded = await beside(product, traders, inThread(bars));
    yield (
      `a backtest of the same year in its thread, its check included: ${hundredths(threaded.seconds)} s; a stop ` +
        `meanwhile ${said(threaded.took)}, ${threaded.took.length} stops, and quiet ${said(quiet)}`
    );
    await owner.query('set session_replication_role = replica');
    await owner.query(PLAN);
    await owner.query('begin');
    await owner.query(FILL);
    await owner.query('commit');
    await owner.query('set session_replication_role = origin');
    await owner.query('analyze plans.plan_order, ledger.balance');
    const settled = (async () => {
      let began: number | null = null;
      for (;;) {
        const { rows } = await owner.query<{ left: number; all: number }>(LEFT);
        const { left = 0, all = 0 } = rows[0] ?? {};
        if (all > 0) began ??= performance.now();
        if (all > 0 && left === 0) break;
        await delay(LOOK_MS);
      }
      return (performance.now() - (began ?? performance.now())) / 1_000;
    })();
    const midnight = await beside(product, traders, settled);
    yield (
      `a midnight of ${ORDERS} plan orders of one fund settled in ${hundredths(midnight.seconds)} s (limit 60 s); ` +
        `a stop meanwhile ${said(midnight.took)}, ${midnight.took.length} stops, and quiet ${said(quiet)}`
    );
    await product.app.stop();
    await Promise.all([db.end(), acting.end()]);
  } finally {
    await owner.end();
    await server.stop();
  }
}

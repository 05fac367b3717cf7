import { setTimeout as delay } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { ACTING_CONNECTIONS, openDatabase } from '../src/platform/postgres/db.ts';
import { startEmbeddedPostgres } from '../src/platform/cluster/embedded-postgres.ts';
import { APP_ROLE, migrate } from '../src/platform/postgres/migrate.ts';
import { agree, measure, quantile, register, startProduct } from './stops.ts';

const LOANS = 100_000;
const USERS = 50;
const LOOK_MS = 250;

/** What the midnight of many loans costs, and what stops take beside it. */
export type NightFigures = {
  readonly loans: number;
  /** From the first loan that was charged to the last. */
  readonly seconds: number;
  readonly quiet: { readonly p50Ms: number; readonly p99Ms: number };
  readonly during: { readonly p50Ms: number; readonly p99Ms: number; readonly stops: number };
};

// Of 1,000 USDT each, drawn ten days ago and charged up to the midnight before the last; one loan a user, on
// coins worth three times as much. Its agreement is about as long as one of thirty days.
const FILL = `
  insert into loans.loan (user_id, id, request_id, offer_id, principal, days, free_days, rate_daily, ltv_max,
    offered, agreement_id, agreement, agreement_hash, signature_id, signature_hash, requested_at, review_until,
    state, at, approved_case, draw_until, drawn_at, drawn_on, due_on, principal_owed, interest_owed,
    interest_charged, charged_through)
  select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1000000000, 30, 3, 0.0002,
    0.65, '[]', gen_random_uuid(), agreement, decode(repeat('ab', 32), 'hex'), gen_random_uuid(),
    decode(repeat('ab', 32), 'hex'), now() - interval '10 days', now(), 'repaymentInProgress', now(),
    gen_random_uuid(), now(), now() - interval '10 days', today - 10, today + 20, 1000000000, 1200000, 1200000,
    today - 1
  from generate_series(1, ${LOANS}), (select (now() at time zone 'utc')::date as today) as of,
    (select jsonb_agg(md5(n::text))::text as agreement from generate_series(1, 50) as n) as signed`;
const PLEDGE = `
  insert into loans.collateral (user_id, loan_id, asset, units) select user_id, id, 'BTC', 5000000 from loans.loan`;
const BOOKS = `
  insert into ledger.balance (user_id, mode, asset, class, amount, version, lines)
  select user_id, 'real', asset, class, amount, 1, 1
  from loans.loan,
    (values ('USDT', 'user:cash', 1000000000), ('USDT', 'user:debt', -1001200000), ('BTC', 'user:collateral', 5000000))
      as held (asset, class, amount)`;
const HAS_LEFT = `
  select l.charged_through < (now() at time zone 'utc')::date as left from loans.loan l order by l.ordinal`;
/** Whether the first and the last loan still owe their midnight: looks that cost nothing. */
const ENDS = [`${HAS_LEFT} limit 1`, `${HAS_LEFT} desc limit 1`] as const;
const LEFT = `
  select count(*) > 0 as left from loans.loan where charged_through < (now() at time zone 'utc')::date`;

const figuresOf = (took: readonly number[]) => ({
  p50Ms: quantile(took, 0.5),
  p99Ms: quantile(took, 0.99),
});

/** Charges a midnight of a hundred thousand running loans by the product's own timer, while stops are crossed. */
export async function benchLoanNights(dataDir: string): Promise<NightFigures> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const owner = new pg.Client(server.connection);
  try {
    await migrate({ connection: server.connection, appPassword: 'bench', deskPassword: null });
    await owner.connect();
    const { host, port, database } = server.connection;
    const place = { host, port, database, user: APP_ROLE, password: 'bench' };
    const db = openDatabase(place);
    const acting = openDatabase({ ...place, max: ACTING_CONNECTIONS });
    const before = await startProduct({ db, acting });
    await agree(before);
    const traders = await register(before.app, db, USERS);
    // Plans and code are warm from here on.
    await measure(before, traders, () => true);
    const quiet = figuresOf(await measure(before, traders, () => true));
    // Nothing is looked for again on a day that left nothing, but by a process that starts.
    await before.app.stop();
    // Without the users and the decided cases these loans would need.
    await owner.query('set session_replication_role = replica');
    for (const text of [FILL, PLEDGE, BOOKS]) await owner.query(text);
    await owner.query('set session_replication_role = origin');
    for (const table of ['loans.loan', 'loans.collateral', 'ledger.balance'])
      await owner.query(`analyze ${table}`);
    const hasLeft = async (text: string): Promise<boolean> =>
      (await owner.query<{ left: boolean }>(text)).rows[0]?.left === true;
    const product = await startProduct({ db, acting });
    await agree(product);
    let isOver = false;
    const watching = (async () => {
      while (await hasLeft(ENDS[0])) await delay(LOOK_MS / 10);
      const began = performance.now();
      while ((await hasLeft(ENDS[1])) || (await hasLeft(LEFT))) await delay(LOOK_MS);
      isOver = true;
      return (performance.now() - began) / 1_000;
    })();
    const took = await measure(product, traders, () => isOver);
    const seconds = await watching;
    await product.app.stop();
    await Promise.all([db.end(), acting.end()]);
    return { loans: LOANS, seconds, quiet, during: { ...figuresOf(took), stops: took.length } };
  } finally {
    await owner.end();
    await server.stop();
  }
}

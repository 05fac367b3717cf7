import type pg from 'pg';

/** How much history a database is filled with. */
export type HistorySize = {
  readonly accounts: number;
  /** Contracts, each opened, charged for five nights and closed: ten postings in three entries. */
  readonly contracts: number;
};

/** What the issue of the day asks for. */
export const FULL_SIZE: HistorySize = { accounts: 100_000, contracts: 1_000_000 };

/** Accounts that trade much, and how many contracts each of them has behind it. */
const BUSY = { accounts: 64, contracts: 4_100 } as const;

// An id as the product makes them: the millisecond first, chance behind it.
const PREPARE = `
  create schema bench;
  create function bench.id(ms bigint, salt text) returns uuid language sql immutable as $$
    select (lpad(to_hex(ms), 12, '0') || '7' || substr(md5(salt), 1, 3) || '8'
            || substr(md5(salt), 4, 15))::uuid
  $$;
  create unlogged table bench.who (n integer primary key, user_id uuid not null,
                                   contracts integer not null);
  create unlogged table bench.plan (n bigint, user_id uuid, id uuid, opened bigint, closed bigint,
                                    result bigint)`;

// Accounts of the background: some trade much, the others share the rest.
const ACCOUNTS = `
  insert into bench.who
  select n, bench.id($3::bigint + n, 'account' || n),
         case when n <= $4 then least($5, $2 / (4 * $4))
              else ($2 - $4 * least($5, $2 / (4 * $4))) / ($1 - $4) + 1 end
  from generate_series(1, $1::int) n`;
const REGISTER = `
  insert into accounts.account (user_id, username, demo_reset_at, created_at)
  select user_id, 'bench-' || n, platform.from_ms($1), platform.from_ms($1) from bench.who`;

// Evenly over a year, each contract open for five days.
const PLAN = `
  insert into bench.plan
  select row_number() over (order by opened), user_id, bench.id(opened, user_id::text || k),
         opened, opened + 5 * 86400000::bigint, (k % 21 - 10) * 100000
  from (
    select w.user_id, k,
           $1::bigint + ((k - 0.5 + (w.n % 97) / 200.0) * (350 * 86400000::bigint)
                         / w.contracts)::bigint as opened
    from bench.who w cross join lateral generate_series(1, w.contracts) k
  ) every_one
  limit $2`;

const CONTRACTS = `
  insert into contracts.contract
    (user_id, id, mode, order_no, code, feed, side, order_type, status, reason, lots,
     contract_size, leverage, fee_rate, margin, open_fee, close_fee, financing, open_price,
     open_tick, open_link, lots_left, margin_left,
     open_fee_left, financing_left, realized, profit, created_at, opened_at, closed_at)
  select user_id, id, 'demo', upper(replace(id::text, '-', '')), 'BTC/USDT', 'test', 'long',
         'market', 'closed', 'user', 0.01, 1, 2, 0.001, 300000000, 600000, 600000, 60000, 60000,
         '2026-01-01/1', 1, 0, 0, 0, 0, result,
         result - 1260000, platform.from_ms(opened), platform.from_ms(opened),
         platform.from_ms(closed)
  from bench.plan order by n`;

const CLOSINGS = `
  insert into contracts.closing
    (user_id, contract_id, mode, receipt_no, is_last, reason, lots, margin, open_fee,
     financing, fee, realized, profit, price, tick, link, request_id, part, at)
  select user_id, id, 'demo', bench.id(closed, 'receipt' || id), true, 'user', 0.01,
         300000000, 600000, 60000, 600000, result, result - 1260000, 60000, '2026-01-01/2', 1,
         bench.id(closed, 'asked' || id)::text, 0, platform.from_ms(closed)
  from bench.plan order by n`;

const ENTRIES = `
  insert into ledger.entry
    (user_id, id, mode, kind, request_id, part, cause, subject, reverses, at)
  select user_id, bench.id(ms, kind || id), 'demo', kind::ledger.kind,
         bench.id(ms, 'asked' || id)::text, part, cause::ledger.cause, id, null,
         platform.from_ms(ms)
  from (
    select user_id, id, 'contract-open' as kind, 0 as part, 'request' as cause, opened as ms
    from bench.plan
    union all
    select user_id, id, 'financing', 1, 'timer', (opened + closed) / 2 from bench.plan
    union all
    select user_id, id, 'contract-close', 0, 'request', closed from bench.plan
  ) acts order by ms`;
const GRANTS = `
  insert into ledger.entry
    (user_id, id, mode, kind, request_id, part, cause, subject, reverses, at)
  select user_id, bench.id($1::bigint, 'grant' || user_id), 'demo', 'demo-opening',
         'grant:' || user_id, 0, 'case', null, null, platform.from_ms($1) from bench.who`;

const POSTINGS = `
  insert into ledger.posting
    (user_id, entry_id, line, mode, kind, asset, from_class, to_class, amount)
  select p.user_id, bench.id(ms, kind || id), line, 'demo', kind::ledger.kind, 'USDT',
         from_class::ledger.class, to_class::ledger.class, amount
  from bench.plan p
  cross join lateral (values
    (p.opened, 'contract-open', 0, 'user:cash', 'user:margin', 300000000::bigint),
    (p.opened, 'contract-open', 1, 'user:cash', 'house:fees', 600000),
    ((p.opened + p.closed) / 2, 'financing', 0, 'user:cash', 'house:financing', 12000),
    ((p.opened + p.closed) / 2, 'financing', 1, 'user:cash', 'house:financing', 12000),
    ((p.opened + p.closed) / 2, 'financing', 2, 'user:cash', 'house:financing', 12000),
    ((p.opened + p.closed) / 2, 'financing', 3, 'user:cash', 'house:financing', 12000),
    ((p.opened + p.closed) / 2, 'financing', 4, 'user:cash', 'house:financing', 12000),
    (p.closed, 'contract-close', 0, 'user:margin', 'user:cash', 300000000),
    (p.closed, 'contract-close', 1,
     case when p.result > 0 then 'house:trading' else 'user:cash' end,
     case when p.result > 0 then 'user:cash' else 'house:trading' end,
     greatest(abs(p.result), 1)),
    (p.closed, 'contract-close', 2, 'user:cash', 'house:fees', 600000)
  ) act (ms, kind, line, from_class, to_class, amount)
  order by p.n`;
const GRANTED = `
  insert into ledger.posting
    (user_id, entry_id, line, mode, kind, asset, from_class, to_class, amount)
  select user_id, bench.id($1::bigint, 'grant' || user_id), 0, 'demo', 'demo-opening', 'USDT',
         'house:demo-grant', 'user:cash', 10000000000000 from bench.who`;

// One option for each contract, of the user who is measured alone.
const OPTIONS = `
  insert into options.option
    (user_id, id, mode, order_no, code, feed, direction, status, outcome, period, stake, rate,
     rate_version, payout, open_price, open_tick, bought_at, settle_at, settle_price, settle_tick,
     settle_received_at, paid, closed_at)
  select user_id, bench.id(opened, 'option' || id), 'demo',
         upper(replace(bench.id(opened, 'option' || id)::text, '-', '')), 'BTC/USDT', 'test', 'up',
         'closed', 'won', 60, 10000000, 0.8, 1, 18000000, 60000, '2026-01-01/1',
         platform.from_ms(opened), platform.from_ms(opened + 60000), 60001, '2026-01-01/2',
         platform.from_ms(opened + 60001), 18000000, platform.from_ms(opened + 60001)
  from bench.plan order by n`;

/** One user's share of the history. */
const BUSY_ONE = `
  insert into bench.who select 0, $1::uuid, $2::int`;

async function fillPlan(owner: pg.Client, from: number, most: number): Promise<void> {
  await owner.query(PLAN, [from, most]);
  await owner.query(GRANTS, [from]);
  await owner.query(GRANTED, [from]);
  for (const statement of [CONTRACTS, CLOSINGS, ENTRIES, POSTINGS]) await owner.query(statement);
}

const YEAR_MS = 365 * 86_400_000;

/**
 * Fills a database with a year of trading and gives one user as much of it as an active trader has.
 * Triggers are off for it; what they keep is made from the rows afterwards.
 */
export async function fillHistory(
  owner: pg.Client,
  size: HistorySize,
  busy: { readonly userId: string; readonly now: number },
): Promise<void> {
  const from = busy.now - YEAR_MS;
  await owner.query('set session_replication_role = replica');
  await owner.query(`set work_mem = '128MB'`);
  await owner.query(PREPARE);
  const many = size.contracts - BUSY.contracts;
  await owner.query(ACCOUNTS, [size.accounts, many, from, BUSY.accounts, BUSY.contracts]);
  await owner.query(REGISTER, [from]);
  await fillPlan(owner, from, many);
  await owner.query('truncate bench.plan, bench.who');
  await owner.query(BUSY_ONE, [busy.userId, BUSY.contracts]);
  await fillPlan(owner, from, BUSY.contracts);
  await owner.query(OPTIONS);
  await owner.query('drop schema bench cascade');
  await owner.query('set session_replication_role = origin');
  await owner.query('select ledger.rebuild_totals()');
  await owner.query('select contracts.rebuild_tally()');
  await owner.query('select options.rebuild_tally()');
  await owner.query('vacuum (analyze)');
}

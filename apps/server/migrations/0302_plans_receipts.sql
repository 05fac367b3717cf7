-- What receipts of plans are made of and no row kept: what stood of a position before it was traded, what owners
-- who joined or left together shared, and where the last unit of a day went. Rows of before have none of it, and
-- no receipt.

-- Owners who joined or left together: the fund before them, what they shared, the prices it was sold or bought at.
create table plans.cohort (
  id uuid primary key,
  fund_id uuid not null references plans.fund,
  day date not null,
  kind text not null check (kind in ('join', 'leave')),
  units numeric(38,0) not null check (units >= 0),
  settled numeric(38,0) not null check (settled >= 0),
  result numeric(38,0) not null,
  -- Units of those who left, amounts of those who joined.
  part numeric(38,0) not null check (part > 0),
  -- What their trades, and of leavers their share of the day so far, came to.
  own numeric(38,0) not null,
  rest integer not null check (rest >= 0),
  last numeric check (last > 0),
  -- Which prices: those of the midnight, of a quote that was held, of the moment, or the last a tape had that ended.
  basis text not null check (basis in ('midnight', 'held', 'now', 'lastKnown')),
  -- [{"quantity": "0.1", "cost": "6000000000"}], in the order of the version's codes.
  positions jsonb not null,
  -- [{"bid": "…", "ask": "…", "at": "…", "time": 1}]; null where it was taken out at what it stood in the books with.
  prices jsonb,
  at timestamptz not null,
  check ((rest = 0) = (last is null))
);
create index cohort_of_day on plans.cohort (fund_id, day);
create trigger cohort_only_grows before update or delete or truncate on plans.cohort
  for each statement execute function platform.refuse_change();
grant select, insert on plans.cohort to candor_app;

-- What stood of its position before a trade; a joiner's and a leaver's with what they did together.
alter table plans.fill
  add column held numeric(38,18),
  add column cost numeric(38,0),
  add column cohort uuid references plans.cohort;
create index fill_of_cohort on plans.fill (cohort) where cohort is not null;
alter table plans.mark add column held numeric(38,18);

-- Units that were left over when a day was shared, and the remainder of the last order that got one.
alter table plans.day
  add column rest integer check (rest >= 0),
  add column last numeric check (last > 0),
  add constraint day_rest check (rest is null or (rest = 0) = (last is null));

-- Where an order stood among the remainders, and what it joined or left with.
alter table plans.order_day
  add column rank integer check (rank > 0),
  add column cohort uuid references plans.cohort;

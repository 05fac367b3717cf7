-- What the clock and the market do to open contracts by themselves: overnight financing, the level
-- a trailing stop has reached, the margin levels a trader was told of.

-- One day's financing of one contract, with everything its amount follows from.
create table contracts.financing (
  user_id uuid not null,
  contract_id uuid not null,
  -- The UTC day that began at the midnight it was charged for.
  day date not null,
  mode text not null check (mode in ('demo', 'real')),
  -- The published parameter and its version in force at that midnight.
  parameter text not null,
  parameter_version integer not null,
  rate numeric(38,18) not null check (rate >= 0),
  lots numeric(38,18) not null check (lots > 0),
  -- The last price in force received before that midnight: bid for a long, ask for a short.
  mark numeric(38,18) not null check (mark > 0),
  mark_tick text not null,
  link numeric(38,18) not null check (link > 0),
  link_tick text,
  -- USDT units: lots × contract size × mark × link, and that × rate, rounded up.
  notional numeric(38,0) not null check (notional >= 0),
  amount numeric(38,0) not null check (amount >= 0),
  charged_at timestamptz not null,
  primary key (user_id, contract_id, day),
  foreign key (user_id, contract_id) references contracts.contract (user_id, id)
);

-- Each midnight belongs to one run of prices; contracts of another were paused and pay nothing.
create table contracts.financing_day (
  day date primary key,
  feed text not null,
  charged_at timestamptz not null
);

-- How far the stop of a contract has followed its best price, and the tick that took it there.
create table contracts.trailing (
  user_id uuid not null,
  contract_id uuid not null,
  distance numeric(38,18) not null check (distance > 0),
  level numeric(38,18) not null,
  tick text not null,
  moved_at timestamptz not null,
  primary key (user_id, contract_id),
  foreign key (user_id, contract_id) references contracts.contract (user_id, id)
);

-- The lowest margin level a book was told of and has not recovered from.
create table contracts.margin_notice (
  user_id uuid not null,
  mode text not null check (mode in ('demo', 'real')),
  level numeric(38,18) not null check (level > 0),
  told_at timestamptz not null,
  primary key (user_id, mode)
);

grant select, insert on contracts.financing, contracts.financing_day to candor_app;
grant select, insert, update on contracts.trailing to candor_app;
grant select, insert, update, delete on contracts.margin_notice to candor_app;

-- Conversions between USDT, BTC and ETH on the real account. Amounts are units of their asset, prices
-- are USDT per coin with 18 places: those of ticks that stand on the tape.
create schema exchange;
grant usage on schema exchange to candor_app;

-- Prices promised for some seconds; one that was used or has ended is removed.
create table exchange.quote (
  user_id uuid not null,
  id uuid not null,
  from_asset text not null check (from_asset in ('USDT', 'BTC', 'ETH')),
  to_asset text not null check (to_asset in ('USDT', 'BTC', 'ETH') and to_asset <> from_asset),
  amount numeric(38,0) not null check (amount > 0),
  feed text not null,
  -- The coin that is sold, at the bid of its tick.
  sell_price numeric(38,18) check (sell_price > 0),
  sell_tick text,
  -- The coin that is bought, at the ask of its tick.
  buy_price numeric(38,18) check (buy_price > 0),
  buy_tick text,
  spread_rate numeric(38,18) not null check (spread_rate >= 0 and spread_rate < 1),
  -- Version of the parameter the rate was read from.
  spread_version integer not null check (spread_version > 0),
  quoted_at timestamptz not null,
  expires_at timestamptz not null check (expires_at >= quoted_at),
  primary key (user_id, id),
  check ((from_asset = 'USDT') = (sell_price is null)),
  check ((to_asset = 'USDT') = (buy_price is null)),
  check ((sell_price is null) = (sell_tick is null)),
  check ((buy_price is null) = (buy_tick is null))
);

-- What was converted, as its quote said. One quote makes one conversion.
create table exchange.conversion (
  like exchange.quote including all,
  order_no text not null unique,
  -- What changed hands in USDT, the house's share of it, and what came in.
  usdt numeric(38,0) not null check (usdt >= 0),
  spread numeric(38,0) not null,
  receive numeric(38,0) not null check (receive > 0),
  at timestamptz not null check (at >= quoted_at and at <= expires_at),
  check (spread = ceil(usdt * spread_rate)),
  check (from_asset <> 'USDT' or usdt = amount),
  check (to_asset <> 'USDT' or receive = usdt - spread)
);
create trigger conversion_only_grows before update or delete or truncate
  on exchange.conversion for each statement execute function platform.refuse_change();

grant select, insert on exchange.conversion to candor_app;
grant select, insert, delete on exchange.quote to candor_app;

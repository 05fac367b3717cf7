-- Fixed-period options. Amounts are USDT units, prices have 18 places; the terms an option was
-- bought on stay with it, and it is settled once.
create schema options;
grant usage on schema options to candor_app;

create table options.option (
  user_id uuid not null,
  id uuid not null,
  mode text not null check (mode in ('demo', 'real')),
  order_no text not null unique,
  code text not null,
  -- Run of prices it belongs to; no other can settle it.
  feed text not null,
  direction text not null check (direction in ('up', 'down')),
  status text not null check (status in ('running', 'closed')),
  outcome text check (outcome in ('won', 'lost', 'tie', 'void')),
  period integer not null check (period > 0),
  stake numeric(38,0) not null check (stake > 0),
  rate numeric(38,18) not null check (rate > 0),
  -- Version of the parameter the rate was read from.
  rate_version integer not null check (rate_version > 0),
  payout numeric(38,0) not null,
  -- Middle of the tick's bid and ask.
  open_price numeric(38,18) not null,
  open_tick text not null,
  bought_at timestamptz not null,
  settle_at timestamptz not null,
  settle_price numeric(38,18),
  settle_tick text,
  settle_received_at timestamptz,
  paid numeric(38,0),
  closed_at timestamptz,
  primary key (user_id, id),
  check (payout >= stake and payout <= stake + stake * rate),
  check (settle_at = bought_at + period * interval '1 second'),
  check ((status = 'closed') = (outcome is not null)),
  check ((status = 'closed') = (paid is not null)),
  check ((status = 'closed') = (closed_at is not null)),
  -- It pays nothing, stake and gain, or the stake back.
  check (paid = case outcome when 'won' then payout when 'lost' then 0 else stake end),
  -- The higher price wins for "up", the lower for "down", and the same price is a tie.
  check (
    outcome is null
    or (outcome = 'void' and settle_tick is null and settle_price is null
        and settle_received_at is null)
    or (settle_tick is not null and outcome = case
          when settle_price = open_price then 'tie'
          when (settle_price > open_price) = (direction = 'up') then 'won'
          else 'lost' end)
  ),
  -- Only a price received within the minute after the period settles it.
  check (settle_received_at >= settle_at
         and settle_received_at <= settle_at + interval '60 seconds')
);
create index option_running on options.option (user_id, mode) where status = 'running';
create index option_of_book on options.option (user_id, mode, bought_at);

-- A settled option stays as it is, and nobody deletes one.
create function options.refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status <> 'closed' then
    return new;
  end if;
  raise exception 'a settled option is final' using errcode = 'insufficient_privilege';
end $$;
create trigger option_final before update or delete on options.option
  for each row execute function options.refuse_change();

-- Rates promised for some seconds; one that was used or has ended is removed.
create table options.quote (
  user_id uuid not null,
  id uuid not null,
  mode text not null check (mode in ('demo', 'real')),
  code text not null,
  direction text not null check (direction in ('up', 'down')),
  period integer not null,
  stake numeric(38,0) not null,
  rate numeric(38,18) not null,
  rate_version integer not null,
  expires_at timestamptz not null,
  primary key (user_id, id)
);

grant select, insert on options.option to candor_app;
grant update (status, outcome, settle_price, settle_tick, settle_received_at, paid, closed_at)
  on options.option to candor_app;
grant select, insert, delete on options.quote to candor_app;

-- Smart trading: plans with their versions, the fund of each version and mode, what it traded, its days, and
-- what users have in it. Amounts are units of USDT, units of a fund have 18 places (decision 0111).
create schema plans;
grant usage on schema plans to candor_app;

create table plans.plan (
  id uuid primary key,
  -- Short and public, "trend-btc"; a plan of a user's own is named by its order's number.
  name text not null unique check (name ~ '^[a-z0-9-]{3,40}$'),
  -- Who made it for themselves; null for one that is offered.
  owner uuid,
  status text not null default 'open' check (status in ('open', 'paused', 'ended')),
  at timestamptz not null
);

create table plans.version (
  plan_id uuid not null references plans.plan,
  version integer not null check (version > 0),
  strategy text not null,
  parameters jsonb not null,
  interval text not null,
  codes text[] not null check (cardinality(codes) between 1 and 8),
  amount_min numeric(38,0) not null check (amount_min > 0),
  amount_max numeric(38,0) not null check (amount_max >= amount_min),
  days integer[] not null check (cardinality(days) > 0),
  cycle_days integer not null check (cycle_days > 0),
  -- The most a fund of it may hold.
  capacity numeric(38,0) not null check (capacity > 0),
  -- SHA-256 of the strategy's text, and what both stand in, with its own hash.
  source text not null check (source ~ '^[0-9a-f]{64}$'),
  text text not null,
  hash bytea not null check (hash = sha256(convert_to(text, 'UTF8'))),
  at timestamptz not null,
  primary key (plan_id, version)
);

create table plans.fund (
  id uuid primary key,
  plan_id uuid not null,
  version integer not null,
  mode text not null check (mode in ('demo', 'real')),
  -- The run of prices it trades on.
  feed text not null,
  units numeric(38,0) not null default 0 check (units >= 0),
  settled numeric(38,0) not null default 0 check (settled >= 0),
  result numeric(38,0) not null default 0,
  -- [{"quantity": "0.1", "cost": "6000000000"}], in the order of the version's codes.
  positions jsonb not null,
  -- What the strategy remembers, what it wants, and since when that waits for a price (Unix ms).
  memo jsonb not null,
  target jsonb,
  due_from bigint,
  -- End of the last bar it decided on (Unix ms, market time).
  decided_through bigint,
  -- The UTC day that is not settled yet, and how far its midnight is.
  day date not null,
  phase text not null default 'open' check (phase in ('open', 'settling', 'closing', 'joining')),
  -- Prices of the last midnight: [{"bid": "…", "ask": "…", "tick": "…"}]; null without one.
  marked jsonb,
  -- Its own trades so far, joiners' and leavers' apart.
  fills bigint not null default 0 check (fills >= 0),
  at timestamptz not null,
  unique (plan_id, version, mode),
  foreign key (plan_id, version) references plans.version,
  check (units > 0 or settled = 0)
);

create table plans.fill (
  fund_id uuid not null references plans.fund,
  id uuid not null unique,
  seq bigint generated always as identity,
  day date not null,
  kind text not null check (kind in ('run', 'join', 'leave')),
  code text not null,
  quantity numeric(38,18) not null check (quantity <> 0),
  price numeric(38,18) not null check (price > 0),
  fee numeric(38,0) not null check (fee >= 0),
  result numeric(38,0) not null,
  tick text not null,
  -- When the tick was received.
  time timestamptz not null,
  rule text not null,
  figures jsonb not null,
  at timestamptz not null,
  primary key (fund_id, id)
);
create index fill_newest on plans.fill (fund_id, seq desc);
create index fill_of_day on plans.fill (fund_id, day);

create table plans.mark (
  fund_id uuid not null references plans.fund,
  id uuid not null unique,
  day date not null,
  -- mark: of a midnight · join: what joiners bought, at the mark · floor: more than all was lost, the house bears it
  kind text not null check (kind in ('mark', 'join', 'floor')),
  code text,
  tick text,
  result numeric(38,0) not null,
  at timestamptz not null,
  primary key (fund_id, id),
  check ((kind = 'mark') = (code is not null and tick is not null)),
  check (kind <> 'floor' or result > 0)
);
create index mark_of_day on plans.mark (fund_id, day);

-- A UTC day of a fund, fixed from the moment it stands here.
create table plans.day (
  fund_id uuid not null references plans.fund,
  day date not null,
  fills numeric(38,0) not null,
  mark numeric(38,0) not null,
  result numeric(38,0) not null,
  -- What it was worth before and is after, of those who were in it at the end.
  before numeric(38,0) not null check (before >= 0),
  value numeric(38,0) not null check (value >= 0),
  units numeric(38,0) not null check (units > 0),
  -- What holding brought on the same day, as a share.
  hold numeric(38,18),
  at timestamptz not null,
  primary key (fund_id, day),
  constraint day_adds_up check (result = fills + mark and value = before + result)
);

create table plans.plan_order (
  user_id uuid not null,
  id uuid not null unique,
  ordinal bigint generated always as identity unique,
  order_no text not null unique,
  request_id text not null,
  plan_id uuid not null,
  version integer not null,
  fund_id uuid not null references plans.fund,
  mode text not null check (mode in ('demo', 'real')),
  is_own boolean not null,
  amount numeric(38,0) not null check (amount > 0),
  days integer not null check (days > 0),
  cycle_days integer not null check (cycle_days > 0),
  share_rate numeric(38,18) not null check (share_rate >= 0 and share_rate < 1),
  exit_rate numeric(38,18) not null check (exit_rate >= 0 and exit_rate < 1),
  max_loss numeric(38,0) not null check (max_loss > 0 and max_loss <= amount),
  bought_at timestamptz not null,
  -- The first day it is in the fund.
  joins_on date not null,
  state text not null default 'pending',
  units numeric(38,0) not null default 0 check (units >= 0),
  value numeric(38,0) not null default 0 check (value >= 0),
  -- Highest value after a share was taken.
  high numeric(38,0) not null check (high >= 0),
  result numeric(38,0) not null default 0,
  share_taken numeric(38,0) not null default 0 check (share_taken >= 0),
  exit_share numeric(38,0) not null default 0 check (exit_share >= 0),
  settled_days integer not null default 0 check (settled_days >= 0),
  -- Value of a unit at which its loss is reached, with 18 places.
  loss_at numeric(38,0),
  -- The first losing week was told of.
  was_told_week boolean not null default false,
  closed_at timestamptz,
  received numeric(38,0) check (received >= 0),
  primary key (user_id, id),
  foreign key (plan_id, version) references plans.version,
  constraint order_adds_up check (case
    when state = 'pending' then value = 0 and units = 0 and result = 0 and share_taken = 0
    when state = 'running' then value = amount + result - share_taken and units > 0
    when state = 'cancelled' then received = amount and result = 0 and share_taken = 0 and exit_share = 0
    else received + exit_share = amount + result - share_taken end),
  check (state in ('pending', 'running') = (received is null)),
  check ((closed_at is null) = (received is null)),
  check (state <> 'running' or loss_at is not null),
  check (state in ('pending', 'running') or (units = 0 and value = 0)),
  check (exit_share = 0 or state = 'left')
);
-- The same plan is had once at a time.
create unique index order_once on plans.plan_order (user_id, mode, plan_id)
  where state in ('pending', 'running');
create index order_newest on plans.plan_order (user_id, mode, ordinal desc);
create index order_in_fund on plans.plan_order (fund_id, ordinal) where state = 'running';
create index order_waiting on plans.plan_order (fund_id, joins_on, ordinal) where state = 'pending';
create index order_loss on plans.plan_order (fund_id, loss_at desc) where state = 'running';
create index order_ends on plans.plan_order (fund_id, (joins_on + days)) where state = 'running';

-- What a day brought an order: that it joined (what its share of the positions cost), a settled day, that it left.
-- A settled day is fixed with the day of its fund (`at` null) and paid once.
create table plans.order_day (
  user_id uuid not null,
  order_id uuid not null,
  day date not null,
  kind text not null check (kind in ('join', 'day', 'leave')),
  fund_id uuid not null references plans.fund,
  place integer not null check (place > 0),
  units numeric(38,0) not null check (units >= 0),
  result numeric(38,0) not null,
  share numeric(38,0) not null default 0 check (share >= 0),
  value numeric(38,0) check (value >= 0),
  at timestamptz,
  primary key (user_id, order_id, day, kind),
  foreign key (user_id, order_id) references plans.plan_order,
  check ((at is null) = (value is null)),
  check (kind = 'day' or at is not null)
);
create unique index order_day_place on plans.order_day (fund_id, day, kind, place)
  where kind = 'day';
create index order_day_of_fund on plans.order_day (fund_id, day);

-- What leaving brings, at prices that are held for some seconds.
create table plans.exit_quote (
  user_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  -- [{"code": "…", "bid": "…", "ask": "…", "tick": "…", "time": 1}]
  prices jsonb not null,
  receive numeric(38,0) not null,
  expires_at timestamptz not null,
  primary key (user_id, id)
);

-- The same edges as `plan/rules.ts`; a test compares them.
create table plans.edge (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);
insert into plans.edge values
  ('pending', 'running'), ('pending', 'cancelled'),
  ('running', 'matured'), ('running', 'left'), ('running', 'lossReached'), ('running', 'ended');

create function plans.guard_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'pending' then
      raise exception 'a plan order begins waiting' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if (new.user_id, new.id, new.ordinal, new.order_no, new.request_id, new.plan_id, new.version, new.fund_id,
      new.mode, new.is_own, new.amount, new.days, new.cycle_days, new.share_rate, new.exit_rate,
      new.max_loss, new.bought_at, new.joins_on)
     is distinct from
     (old.user_id, old.id, old.ordinal, old.order_no, old.request_id, old.plan_id, old.version, old.fund_id,
      old.mode, old.is_own, old.amount, old.days, old.cycle_days, old.share_rate, old.exit_rate,
      old.max_loss, old.bought_at, old.joins_on) then
    raise exception 'the terms of a plan order stay'
      using errcode = 'check_violation', constraint = 'order_terms';
  end if;
  if new.state <> old.state and not exists (
    select from plans.edge e where e.from_state = old.state and e.to_state = new.state) then
    raise exception 'a plan order does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'order_edge';
  end if;
  if old.state not in ('pending', 'running') then
    raise exception 'what a plan order came to stays'
      using errcode = 'check_violation', constraint = 'order_history';
  end if;
  -- What it came to is what its days brought.
  if new.state not in ('pending', 'running') and (new.result, new.share_taken) <> (
    select coalesce(sum(d.result), 0), coalesce(sum(d.share), 0)
    from plans.order_day d where d.user_id = new.user_id and d.order_id = new.id and d.at is not null) then
    raise exception 'a plan order comes to what its days brought'
      using errcode = 'check_violation', constraint = 'order_of_days';
  end if;
  return new;
end $$;
create trigger order_guard before insert or update on plans.plan_order
  for each row execute function plans.guard_order();

create function plans.guard_order_day() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.at is not null or (new.user_id, new.order_id, new.day, new.kind, new.fund_id, new.place, new.units, new.result)
       is distinct from
       (old.user_id, old.order_id, old.day, old.kind, old.fund_id, old.place, old.units, old.result) then
      raise exception 'a day of a plan order is paid once'
        using errcode = 'check_violation', constraint = 'order_day_once';
    end if;
    return new;
  end if;
  -- Nothing is brought to an order that is not in the fund any more.
  if not exists (
    select from plans.plan_order o
    where o.user_id = new.user_id and o.id = new.order_id and o.fund_id = new.fund_id
      and o.state = case when new.kind = 'join' then 'pending' else 'running' end) then
    raise exception 'a day comes to an order that is in the fund'
      using errcode = 'check_violation', constraint = 'order_day_of_order';
  end if;
  return new;
end $$;
create trigger order_day_guard before insert or update on plans.order_day
  for each row execute function plans.guard_order_day();

create function plans.guard_moved() returns trigger language plpgsql as $$
begin
  if exists (select from plans.day d where d.fund_id = new.fund_id and d.day = new.day) then
    raise exception 'nothing is added to a day that is settled'
      using errcode = 'check_violation', constraint = 'day_closed';
  end if;
  return new;
end $$;
create trigger fill_guard before insert on plans.fill
  for each row execute function plans.guard_moved();
create trigger mark_guard before insert on plans.mark
  for each row execute function plans.guard_moved();

-- A day of a fund is its fills and marks, less what those who joined or left took along.
create function plans.guard_day() returns trigger language plpgsql as $$
begin
  if new.mark is distinct from (
      select coalesce(sum(m.result), 0) from plans.mark m
      where m.fund_id = new.fund_id and m.day = new.day and m.kind = 'mark')
    or new.fills is distinct from (
      (select coalesce(sum(f.result - f.fee), 0) from plans.fill f
       where f.fund_id = new.fund_id and f.day = new.day)
      + (select coalesce(sum(m.result), 0) from plans.mark m
         where m.fund_id = new.fund_id and m.day = new.day and m.kind <> 'mark')
      - (select coalesce(sum(d.result), 0) from plans.order_day d
         where d.fund_id = new.fund_id and d.day = new.day and d.kind <> 'day')) then
    raise exception 'a day of a fund comes to its fills and marks'
      using errcode = 'check_violation', constraint = 'day_of_fills';
  end if;
  return new;
end $$;
create trigger day_guard before insert on plans.day
  for each row execute function plans.guard_day();

create function plans.guard_shared() returns trigger language plpgsql as $$
begin
  if new.result is distinct from (
    select coalesce(sum(d.result), 0) from plans.order_day d
    where d.fund_id = new.fund_id and d.day = new.day and d.kind = 'day') then
    raise exception 'a day of a fund is shared among its orders, to the unit'
      using errcode = 'check_violation', constraint = 'day_shared';
  end if;
  return null;
end $$;
create constraint trigger day_shared after insert on plans.day
  deferrable initially deferred for each row execute function plans.guard_shared();

create function plans.guard_fund() returns trigger language plpgsql as $$
begin
  if (new.id, new.plan_id, new.version, new.mode) is distinct from (old.id, old.plan_id, old.version, old.mode)
    or new.day < old.day or new.fills < old.fills
    or (new.feed <> old.feed and old.units > 0) then
    raise exception 'what happened to a fund stays'
      using errcode = 'check_violation', constraint = 'fund_history';
  end if;
  -- Afterwards the clearing of this fund is empty.
  if old.phase = 'settling' and new.phase <> 'settling' and (
    new.result <> 0
    or exists (select from plans.order_day d
               where d.fund_id = new.id and d.day = old.day and d.kind = 'day' and d.at is null)
    or (new.settled, new.units) <> (
      select coalesce(sum(o.value), 0), coalesce(sum(o.units), 0)
      from plans.plan_order o where o.fund_id = new.id and o.state = 'running')) then
    raise exception 'a settled day is paid to every order'
      using errcode = 'check_violation', constraint = 'fund_settled';
  end if;
  return new;
end $$;
create trigger fund_guard before update on plans.fund
  for each row execute function plans.guard_fund();

-- Money of plans moves by its own kinds alone, and each entry by a row that says the same: no payout without a
-- day, no day without fills and marks. The ledger compares the two.
create function platform.plan_says(p_kind text, p_user uuid, p_subject uuid, p_request text)
  returns table (mode text, sub text, gained numeric, brought numeric, fees numeric, paid numeric,
    kept numeric, put numeric)
  language plpgsql stable security definer set search_path = plans, pg_temp
  set enable_seqscan = off as $$
declare
  -- What stands behind the kind in the name of the act.
  parts text[] := string_to_array(p_request, ':');
begin
  if p_kind = 'plan-settle' and p_request ~ '^plan-settle:[0-9a-f-]{36}:[0-9]{4}-[0-9]{2}-[0-9]{2}:(join|day|leave)$' then
    return query select f.mode, f.id::text, d.result, 0::numeric, d.share, 0::numeric, 0::numeric, 0::numeric
      from order_day d join fund f on f.id = d.fund_id
      where d.user_id = p_user and d.order_id = p_subject and d.order_id::text = parts[2]
        and d.day = parts[3]::date and d.kind = parts[4] and d.at is not null;
  elsif p_kind = 'plan-exit' and p_request = 'plan-exit:' || p_subject then
    return query select o.mode, null::text, 0::numeric, 0::numeric, 0::numeric, o.received, o.exit_share, 0::numeric
      from plan_order o where o.user_id = p_user and o.id = p_subject and o.received is not null;
  elsif p_kind = 'plan-invest' then
    return query select o.mode, null::text, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric, o.amount
      from plan_order o
      where o.user_id = p_user and o.id = p_subject and o.state = 'pending' and o.request_id = p_request;
  elsif p_kind = 'plan-fill' and p_request ~ '^plan-fill:[0-9a-f-]{36}$' then
    return query select u.mode, u.id::text, 0::numeric, f.result, f.fee, 0::numeric, 0::numeric, 0::numeric
      from fill f join fund u on u.id = f.fund_id
      where f.fund_id = p_subject and f.id = parts[2]::uuid;
  elsif p_kind = 'plan-mark' and p_request ~ '^plan-mark:[0-9a-f-]{36}$' then
    return query select u.mode, u.id::text, 0::numeric, k.result, 0::numeric, 0::numeric, 0::numeric, 0::numeric
      from mark k join fund u on u.id = k.fund_id
      where k.fund_id = p_subject and k.id = parts[2]::uuid;
  end if;
  -- House capital comes by a case of its own; there is none yet.
end $$;
revoke all on function platform.plan_says(text, uuid, uuid, text) from public;

-- And the other way round: what moved money has its entry once the transaction ends.
create function plans.require_entry() returns trigger
  language plpgsql security definer set search_path = plans, pg_temp as $$
declare
  named jsonb := to_jsonb(new);
  owner uuid := coalesce((named ->> 'user_id')::uuid, '00000000-0000-0000-0000-000000000000'::uuid);
  wanted text := case tg_table_name
    when 'fill' then 'plan-fill:' || (named ->> 'id')
    when 'mark' then 'plan-mark:' || (named ->> 'id')
    when 'order_day' then concat_ws(':', 'plan-settle', named ->> 'order_id', named ->> 'day', named ->> 'kind')
    else case when tg_op = 'INSERT' then named ->> 'request_id' else 'plan-exit:' || (named ->> 'id') end
  end;
begin
  if not platform.has_entry(owner, wanted) then
    raise exception 'what a plan moved stands in the books'
      using errcode = 'check_violation', constraint = 'plan_entry';
  end if;
  return null;
end $$;
revoke all on function plans.require_entry() from public;
create constraint trigger fill_entry after insert on plans.fill deferrable initially deferred
  for each row when (new.result <> 0 or new.fee <> 0) execute function plans.require_entry();
create constraint trigger mark_entry after insert on plans.mark deferrable initially deferred
  for each row when (new.result <> 0) execute function plans.require_entry();
create constraint trigger order_day_entry after insert or update on plans.order_day deferrable initially deferred
  for each row when (new.at is not null and (new.result <> 0 or new.share <> 0))
  execute function plans.require_entry();
create constraint trigger order_invested after insert on plans.plan_order deferrable initially deferred
  for each row execute function plans.require_entry();
create constraint trigger order_paid after update on plans.plan_order deferrable initially deferred
  for each row when (new.received is not null and old.received is null and new.received + new.exit_share > 0)
  execute function plans.require_entry();

create trigger version_stays before update or delete or truncate on plans.version
  for each statement execute function platform.refuse_change();
create trigger fill_only_grows before update or delete or truncate on plans.fill
  for each statement execute function platform.refuse_change();
create trigger mark_only_grows before update or delete or truncate on plans.mark
  for each statement execute function platform.refuse_change();
create trigger day_only_grows before update or delete or truncate on plans.day
  for each statement execute function platform.refuse_change();
create trigger order_day_stays before delete or truncate on plans.order_day
  for each statement execute function platform.refuse_change();
create trigger order_stays before delete or truncate on plans.plan_order
  for each statement execute function platform.refuse_change();
create trigger fund_stays before delete or truncate on plans.fund
  for each statement execute function platform.refuse_change();
create trigger plan_stays before delete or truncate on plans.plan
  for each statement execute function platform.refuse_change();
revoke all on function plans.guard_order(), plans.guard_order_day(), plans.guard_moved(), plans.guard_day(),
  plans.guard_shared(), plans.guard_fund() from public;

grant select, insert on plans.plan, plans.version, plans.fund, plans.fill, plans.mark, plans.day,
  plans.plan_order, plans.order_day to candor_app;
grant select, insert, delete on plans.exit_quote to candor_app;
grant select on plans.edge to candor_app;
grant update (status) on plans.plan to candor_app;
grant update (feed, units, settled, result, positions, memo, target, due_from, decided_through, day, phase,
  marked, fills) on plans.fund to candor_app;
grant update (state, units, value, high, result, share_taken, exit_share, settled_days, loss_at,
  was_told_week, closed_at, received) on plans.plan_order to candor_app;
grant update (share, value, at) on plans.order_day to candor_app;

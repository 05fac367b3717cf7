-- What the house pays into a fund of real money: by a case two people decided, once a case, for a day and with a
-- reason that anyone reads. It is shared among those who are in the fund then, and is no result of the strategy.
create table plans.subsidy (
  -- Its case.
  id uuid primary key,
  number text not null,
  fund_id uuid not null references plans.fund,
  day date not null,
  amount numeric(38,0) not null check (amount > 0),
  reason text not null check (length(reason) between 1 and 400),
  at timestamptz not null
);
create index subsidy_of_fund on plans.subsidy (fund_id, at desc);

-- The part of an order, fixed with the subsidy (`at` null) and paid once.
create table plans.order_subsidy (
  user_id uuid not null,
  order_id uuid not null,
  subsidy_id uuid not null references plans.subsidy,
  place integer not null check (place > 0),
  amount numeric(38,0) not null check (amount > 0),
  at timestamptz,
  primary key (user_id, order_id, subsidy_id),
  foreign key (user_id, order_id) references plans.plan_order
);
create unique index order_subsidy_place on plans.order_subsidy (subsidy_id, place);
create index order_subsidy_unpaid on plans.order_subsidy (subsidy_id, place) where at is null;

alter table plans.plan_order add column subsidy numeric(38,0) not null default 0 check (subsidy >= 0);
alter table plans.plan_order drop constraint order_adds_up;
alter table plans.plan_order add constraint order_adds_up check (case
  when state = 'pending' then value = 0 and units = 0 and result = 0 and share_taken = 0 and subsidy = 0
  when state = 'running' then value = amount + result + subsidy - share_taken and units > 0
  when state = 'cancelled' then received = amount and result = 0 and share_taken = 0 and exit_share = 0 and subsidy = 0
  else received + exit_share = amount + result + subsidy - share_taken end);

alter table plans.fund drop constraint fund_phase_check;
alter table plans.fund add constraint fund_phase_check
  check (phase in ('open', 'settling', 'closing', 'joining', 'granting'));

create function plans.guard_subsidy() returns trigger
  language plpgsql security definer set search_path = plans, pg_temp as $$
declare
  facts jsonb := platform.decided_facts(new.id, 'planSubsidy');
begin
  if facts is null or facts ->> 'fund' is distinct from new.fund_id::text
    or (facts ->> 'units')::numeric is distinct from new.amount or facts ->> 'asset' is distinct from 'USDT'
    or facts ->> 'day' is distinct from new.day::text or facts ->> 'reason' is distinct from new.reason
    or not exists (select from fund f where f.id = new.fund_id and f.mode = 'real' and f.units > 0) then
    raise exception 'a subsidy is what two people decided'
      using errcode = 'check_violation', constraint = 'subsidy_decided';
  end if;
  return new;
end $$;
create trigger subsidy_guard before insert on plans.subsidy
  for each row execute function plans.guard_subsidy();

create function plans.guard_subsidy_shared() returns trigger
  language plpgsql security definer set search_path = plans, pg_temp as $$
begin
  if new.amount is distinct from (
    select coalesce(sum(w.amount), 0) from order_subsidy w where w.subsidy_id = new.id) then
    raise exception 'a subsidy is shared among the orders of its fund, to the unit'
      using errcode = 'check_violation', constraint = 'subsidy_shared';
  end if;
  if not platform.has_entry('00000000-0000-0000-0000-000000000000'::uuid, 'plan-subsidy:' || new.id) then
    raise exception 'what a plan moved stands in the books'
      using errcode = 'check_violation', constraint = 'plan_entry';
  end if;
  return null;
end $$;
create constraint trigger subsidy_shared after insert on plans.subsidy
  deferrable initially deferred for each row execute function plans.guard_subsidy_shared();

create function plans.guard_order_subsidy() returns trigger
  language plpgsql security definer set search_path = plans, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    if old.at is not null or new.at is null
      or (new.user_id, new.order_id, new.subsidy_id, new.place, new.amount)
        is distinct from (old.user_id, old.order_id, old.subsidy_id, old.place, old.amount) then
      raise exception 'a part of a subsidy is paid once'
        using errcode = 'check_violation', constraint = 'order_subsidy_once';
    end if;
    return new;
  end if;
  if new.at is not null or not exists (
    select from plan_order o join subsidy s on s.id = new.subsidy_id and s.fund_id = o.fund_id
    where o.user_id = new.user_id and o.id = new.order_id and o.state = 'running') then
    raise exception 'a subsidy comes to orders that are in the fund'
      using errcode = 'check_violation', constraint = 'order_subsidy_of_order';
  end if;
  return new;
end $$;
create trigger order_subsidy_guard before insert or update on plans.order_subsidy
  for each row execute function plans.guard_order_subsidy();

create function plans.require_subsidy_entry() returns trigger
  language plpgsql security definer set search_path = plans, pg_temp as $$
begin
  if not platform.has_entry(new.user_id, concat_ws(':', 'plan-subsidy', new.subsidy_id, new.order_id)) then
    raise exception 'what a plan moved stands in the books'
      using errcode = 'check_violation', constraint = 'plan_entry';
  end if;
  return null;
end $$;
create constraint trigger order_subsidy_entry after update on plans.order_subsidy
  deferrable initially deferred for each row when (new.at is not null)
  execute function plans.require_subsidy_entry();

-- What an order got is what its parts say.
create function plans.guard_subsidised() returns trigger language plpgsql as $$
begin
  if new.subsidy is distinct from (
    select coalesce(sum(w.amount), 0) from plans.order_subsidy w
    where w.user_id = new.user_id and w.order_id = new.id and w.at is not null) then
    raise exception 'what a plan order got of the house is what its parts say'
      using errcode = 'check_violation', constraint = 'order_subsidised';
  end if;
  return new;
end $$;
create trigger order_subsidised before update on plans.plan_order
  for each row when (new.subsidy <> old.subsidy) execute function plans.guard_subsidised();

-- Nothing else of a fund happens until all parts are paid.
create function plans.guard_granting() returns trigger language plpgsql as $$
begin
  if exists (
    select from plans.subsidy s join plans.order_subsidy w on w.subsidy_id = s.id
    where s.fund_id = new.id and w.at is null)
    or (new.settled, new.units) <> (
      select coalesce(sum(o.value), 0), coalesce(sum(o.units), 0)
      from plans.plan_order o where o.fund_id = new.id and o.state = 'running') then
    raise exception 'a subsidy is paid to every order'
      using errcode = 'check_violation', constraint = 'fund_granted';
  end if;
  return new;
end $$;
create trigger fund_granted before update on plans.fund
  for each row when (old.phase = 'granting' and new.phase <> 'granting')
  execute function plans.guard_granting();
revoke all on function plans.guard_subsidy(), plans.guard_subsidy_shared(), plans.guard_order_subsidy(),
  plans.require_subsidy_entry(), plans.guard_subsidised(), plans.guard_granting() from public;

create trigger subsidy_only_grows before update or delete or truncate on plans.subsidy
  for each statement execute function platform.refuse_change();
create trigger order_subsidy_stays before delete or truncate on plans.order_subsidy
  for each statement execute function platform.refuse_change();

drop function platform.plan_says(text, uuid, uuid, text);
create function platform.plan_says(p_kind text, p_user uuid, p_subject uuid, p_request text)
  returns table (mode text, sub text, gained numeric, brought numeric, fees numeric, paid numeric,
    kept numeric, put numeric, granted numeric)
  language plpgsql stable security definer set search_path = plans, pg_temp
  set enable_seqscan = off as $$
declare
  -- What stands behind the kind in the name of the act.
  parts text[] := string_to_array(p_request, ':');
begin
  if p_kind = 'plan-settle' and p_request ~ '^plan-settle:[0-9a-f-]{36}:[0-9]{4}-[0-9]{2}-[0-9]{2}:(join|day|leave)$' then
    return query select f.mode, f.id::text, d.result, 0::numeric, d.share, 0::numeric, 0::numeric, 0::numeric, 0::numeric
      from order_day d join fund f on f.id = d.fund_id
      where d.user_id = p_user and d.order_id = p_subject and d.order_id::text = parts[2]
        and d.day = parts[3]::date and d.kind = parts[4] and d.at is not null;
  elsif p_kind = 'plan-exit' and p_request = 'plan-exit:' || p_subject then
    return query select o.mode, null::text, 0::numeric, 0::numeric, 0::numeric, o.received, o.exit_share, 0::numeric, 0::numeric
      from plan_order o where o.user_id = p_user and o.id = p_subject and o.received is not null;
  elsif p_kind = 'plan-invest' then
    return query select o.mode, null::text, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric, o.amount, 0::numeric
      from plan_order o
      where o.user_id = p_user and o.id = p_subject and o.state = 'pending' and o.request_id = p_request;
  elsif p_kind = 'plan-fill' and p_request ~ '^plan-fill:[0-9a-f-]{36}$' then
    return query select u.mode, u.id::text, 0::numeric, f.result, f.fee, 0::numeric, 0::numeric, 0::numeric, 0::numeric
      from fill f join fund u on u.id = f.fund_id
      where f.fund_id = p_subject and f.id = parts[2]::uuid;
  elsif p_kind = 'plan-mark' and p_request ~ '^plan-mark:[0-9a-f-]{36}$' then
    return query select u.mode, u.id::text, 0::numeric, k.result, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric
      from mark k join fund u on u.id = k.fund_id
      where k.fund_id = p_subject and k.id = parts[2]::uuid;
  elsif p_kind = 'plan-subsidy' and p_request ~ '^plan-subsidy:[0-9a-f-]{36}$' then
    -- What two people decided comes from the capital of the house, whole.
    return query select f.mode, f.id::text, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric,
        0::numeric, s.amount
      from subsidy s join fund f on f.id = s.fund_id
      where s.fund_id = p_subject and s.id = parts[2]::uuid;
  elsif p_kind = 'plan-subsidy' and p_request ~ '^plan-subsidy:[0-9a-f-]{36}:[0-9a-f-]{36}$' then
    return query select f.mode, f.id::text, w.amount, 0::numeric, 0::numeric, 0::numeric, 0::numeric,
        0::numeric, 0::numeric
      from order_subsidy w join subsidy s on s.id = w.subsidy_id join fund f on f.id = s.fund_id
      where w.user_id = p_user and w.order_id = p_subject and w.order_id::text = parts[3]
        and w.subsidy_id = parts[2]::uuid and w.at is not null;
  end if;
end $$;
revoke all on function platform.plan_says(text, uuid, uuid, text) from public;

grant select, insert on plans.subsidy, plans.order_subsidy to candor_app;
grant update (at) on plans.order_subsidy to candor_app;
grant update (subsidy) on plans.plan_order to candor_app;

-- What two people decided about a plan that is offered: a new version, an offer that is made, withdrawn or
-- ended, another capacity. It happens by the row: without it the product changes none of these.
create table plans.decided (
  case_id uuid primary key,
  number text not null,
  plan_id uuid not null,
  version integer not null,
  act text not null check (act in ('version', 'offer', 'withdraw', 'end', 'capacity')),
  -- The most a fund of the version may hold from then on.
  capacity numeric(38,0) check (capacity > 0),
  seq bigint generated always as identity,
  at timestamptz not null,
  foreign key (plan_id, version) references plans.version,
  check ((act = 'capacity') = (capacity is not null))
);
create unique index decided_version on plans.decided (plan_id, version) where act = 'version';
create index decided_capacity on plans.decided (plan_id, version, seq desc) where act = 'capacity';
create index decided_newest on plans.decided (plan_id, seq desc);
create trigger decided_only_grows before update or delete or truncate on plans.decided
  for each statement execute function platform.refuse_change();

-- What is in force of the capacity of a version.
create function plans.capacity_of(p_plan uuid, p_version integer, p_first numeric) returns numeric
  language sql stable
  return coalesce(
    (select d.capacity from plans.decided d
     where d.plan_id = p_plan and d.version = p_version and d.act = 'capacity'
     order by d.seq desc limit 1),
    p_first);

create function plans.guard_decided() returns trigger
  language plpgsql security definer set search_path = plans, pg_temp as $$
declare
  facts jsonb := platform.decided_facts(new.case_id,
    case when new.act = 'version' then 'planVersion' else 'planChange' end);
begin
  if facts is null or facts ->> 'plan' is distinct from new.plan_id::text
    or (new.act <> 'version' and facts ->> 'act' is distinct from new.act) then
    raise exception 'a plan is changed by two people'
      using errcode = 'check_violation', constraint = 'plan_decided';
  end if;
  return new;
end $$;
revoke all on function plans.guard_decided() from public;
create trigger decided_guard before insert on plans.decided
  for each row execute function plans.guard_decided();

-- The product follows what was decided last; what ended stays so.
create function plans.guard_plan() returns trigger language plpgsql as $$
begin
  if old.status = 'ended' or new.status is distinct from (
    select case d.act when 'offer' then 'open' when 'withdraw' then 'paused' else 'ended' end
    from plans.decided d
    where d.plan_id = new.id and d.act in ('offer', 'withdraw', 'end')
    order by d.seq desc limit 1) then
    raise exception 'a plan is offered, withdrawn and ended by two people'
      using errcode = 'check_violation', constraint = 'plan_decided';
  end if;
  return new;
end $$;
revoke all on function plans.guard_plan() from public;
create trigger plan_guard before update of status on plans.plan
  for each row when (current_user = 'candor_app') execute function plans.guard_plan();

-- A version that runs something else, or on other terms, than the one before was decided too. One whose
-- strategy's text alone is another one came with a new version of the product.
create function plans.guard_version() returns trigger language plpgsql as $$
declare
  before plans.version;
begin
  select * into before from plans.version v where v.plan_id = new.plan_id and v.version = new.version - 1;
  if not found then
    raise exception 'versions follow one another' using errcode = 'check_violation';
  end if;
  if (new.strategy, new.parameters, new.interval, new.codes, new.amount_min, new.amount_max, new.days,
      new.cycle_days, new.capacity)
     is distinct from
     (before.strategy, before.parameters, before.interval, before.codes, before.amount_min,
      before.amount_max, before.days, before.cycle_days, plans.capacity_of(before.plan_id, before.version, before.capacity))
    and not exists (
      select from plans.decided d
      where d.plan_id = new.plan_id and d.version = new.version and d.act = 'version') then
    raise exception 'a version of a plan is decided by two people'
      using errcode = 'check_violation', constraint = 'plan_decided';
  end if;
  return null;
end $$;
revoke all on function plans.guard_version() from public;
create constraint trigger version_decided after insert on plans.version deferrable initially deferred
  for each row when (new.version > 1) execute function plans.guard_version();

-- What a proposed version would have done, made while it waits to be decided. Kept for some weeks.
create table plans.candidate (
  -- Of what it runs: the hash of the version it may become.
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  chosen jsonb not null,
  report text,
  part text,
  at timestamptz not null,
  check ((report is null) = (part is null))
);

grant select, insert on plans.decided to candor_app;
grant select, insert, delete on plans.candidate to candor_app;
grant update (report, part) on plans.candidate to candor_app;

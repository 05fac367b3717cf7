-- Options on a real account are sold in countries that two people enabled, and nowhere else. Each row is
-- what one decided case says; of those in force the one decided last counts, so a switch-off is not
-- undone by an enabling that was announced before it.
create table options.country_decision (
  ordinal bigint generated always as identity primary key,
  country text not null check (country ~ '^[A-Z]{2}$'),
  is_enabled boolean not null,
  -- From when it counts for options bought then; what runs is settled by its terms.
  since timestamptz not null,
  at timestamptz not null,
  case_id uuid not null unique,
  case_number text not null,
  check (since >= at)
);
create index country_decision_newest on options.country_decision (country, ordinal desc);
create trigger country_decision_only_grows before update or delete or truncate
  on options.country_decision for each statement execute function platform.refuse_change();

-- Nothing but a decided case writes here, whoever asks: enabling needs two people.
create function options.require_case() returns trigger language plpgsql as $$
begin
  if not exists (
    select from platform.approval c
    where c.id = new.case_id and c.number = new.case_number
      and c.kind = case when new.is_enabled then 'optionsEnabling' else 'optionsEnding' end
      and c.facts ->> 'country' = new.country and (not new.is_enabled or c.people = 2)
  ) then
    raise exception 'a country is enabled or ended by a decided case'
      using errcode = 'check_violation', constraint = 'country_decision_case';
  end if;
  return new;
end $$;
create trigger country_decision_case before insert on options.country_decision
  for each row execute function options.require_case();

-- The country a real option was sold in; a practice option has none.
alter table options.option
  add column country text,
  add constraint option_country check ((mode = 'real') = (country is not null));

create function options.require_country() returns trigger language plpgsql as $$
begin
  if not coalesce((
    select d.is_enabled from options.country_decision d
    where d.country = new.country and d.since <= new.bought_at
    order by d.ordinal desc limit 1), false) then
    raise exception 'options on real accounts are not enabled in %', new.country
      using errcode = 'check_violation', constraint = 'option_country_enabled';
  end if;
  return new;
end $$;
create trigger option_country before insert on options.option
  for each row when (new.mode = 'real') execute function options.require_country();

revoke all on function options.require_case(), options.require_country() from public;
grant select, insert on options.country_decision to candor_app;

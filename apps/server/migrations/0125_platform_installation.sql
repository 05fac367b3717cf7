-- What kind of installation this is: one with real money, or a rehearsal in which nothing is money.
-- It is written once, by the owner at the first start, and no role of the product can change it.
create table platform.installation (
  only_one boolean primary key default true check (only_one),
  kind text not null check (kind in ('real', 'rehearsal')),
  decided_at timestamptz not null default clock_timestamp()
);

create function platform.refuse_installation_change() returns trigger language plpgsql as $$
begin
  raise exception 'what an installation is stays' using errcode = 'insufficient_privilege';
end $$;
create trigger installation_final before update or delete or truncate on platform.installation
  for each statement execute function platform.refuse_installation_change();

-- A rehearsal begins before the first start took its number: nothing that happened before may become
-- pretence. A database that was there before this file is said to be real by what runs the files.
create function platform.refuse_late_rehearsal() returns trigger language plpgsql as $$
begin
  if new.kind = 'rehearsal' and (select number from platform.epoch) > 0 then
    raise exception 'a rehearsal begins on an empty data folder' using errcode = 'check_violation',
      constraint = 'rehearsal_is_new';
  end if;
  return new;
end $$;
create trigger installation_is_new before insert on platform.installation
  for each row execute function platform.refuse_late_rehearsal();

grant select on platform.installation to candor_app;

-- The test clock of a rehearsal: how far its time is ahead of the machine's. Each move is a row of its
-- own and goes on from the last one; where money may be real there is no row.
create table platform.test_clock (
  ahead_ms bigint primary key check (ahead_ms > 0 and ahead_ms <= 315360000000),
  moved_at timestamptz not null default clock_timestamp()
);

create function platform.check_test_clock() returns trigger language plpgsql as $$
begin
  -- Two who move it follow one another.
  perform pg_advisory_xact_lock(4210024);
  if not exists (select from platform.installation where kind = 'rehearsal') then
    raise exception 'time is what it is where money may be real' using errcode = 'check_violation',
      constraint = 'test_clock_of_rehearsal';
  end if;
  if exists (select from platform.test_clock where ahead_ms >= new.ahead_ms) then
    raise exception 'a test clock goes forward only' using errcode = 'check_violation',
      constraint = 'test_clock_forward';
  end if;
  return new;
end $$;
create trigger test_clock_rules before insert on platform.test_clock
  for each row execute function platform.check_test_clock();

create function platform.refuse_clock_change() returns trigger language plpgsql as $$
begin
  raise exception 'a test clock goes forward only' using errcode = 'insufficient_privilege';
end $$;
create trigger test_clock_stays before update or delete or truncate on platform.test_clock
  for each statement execute function platform.refuse_clock_change();

grant select, insert on platform.test_clock to candor_app;
-- What is done at the terminal as the desk is done at the same time.
grant select on platform.test_clock, platform.installation to candor_desk;

-- Counts and the record of options that cost the same however many there were.

-- How the options of a book ended, by market and outcome. Only the trigger below writes here.
create table options.tally (
  user_id uuid not null,
  mode text not null check (mode in ('demo', 'real')),
  code text not null,
  outcome text not null check (outcome in ('won', 'lost', 'tie', 'void')),
  ended bigint not null,
  -- What they paid beyond their stakes, in USDT units.
  profit numeric(38,0) not null,
  primary key (user_id, mode, code, outcome)
) with (fillfactor = 70);

-- A settled option is never changed again, so each that is closed after an update has just ended.
create function options.count_ended() returns trigger
  language plpgsql security definer set search_path = options, pg_temp as $$
begin
  insert into tally as t (user_id, mode, code, outcome, ended, profit)
  select n.user_id, n.mode, n.code, n.outcome, count(*), sum(n.paid - n.stake)
  from changed n where n.status = 'closed' group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (user_id, mode, code, outcome)
    do update set ended = t.ended + excluded.ended, profit = t.profit + excluded.profit;
  return null;
end $$;
create trigger option_ended_later after update on options.option
  referencing new table as changed for each statement execute function options.count_ended();

-- Counts anew; for this migration, and for whoever fills a database.
create function options.rebuild_tally() returns void
  language plpgsql set search_path = options, pg_temp as $$
begin
  delete from tally;
  insert into tally (user_id, mode, code, outcome, ended, profit)
  select user_id, mode, code, outcome, count(*), sum(paid - stake)
  from option where status = 'closed' group by 1, 2, 3, 4;
end $$;
select options.rebuild_tally();

revoke all on function options.count_ended(), options.rebuild_tally() from public;
grant select on options.tally to candor_app;

-- Lists, counts and figures of contracts that cost the same however long the history is.

-- Pages of orders, newest first, of one mode.
create index contract_of_book on contracts.contract (user_id, mode, id);
-- In the order in which a night is charged.
drop index contracts.contract_running;
create index contract_running on contracts.contract (user_id, mode, id) where status = 'running';
-- Results are kept with the books' accounts; nobody sums closings of a book any more.
drop index contracts.closing_by_time;
-- Fills of the last minutes: rows lie in the order of their times, so a few pages say where.
create index contract_opened_at on contracts.contract
  using brin (opened_at) with (pages_per_range = 16, autosummarize = on);
create index closing_at on contracts.closing
  using brin (at) with (pages_per_range = 16, autosummarize = on);

-- How many orders of a book have ended. Only the trigger below writes here.
create table contracts.tally (
  user_id uuid not null,
  mode text not null check (mode in ('demo', 'real')),
  ended bigint not null,
  primary key (user_id, mode)
) with (fillfactor = 70);

-- What has ended is never changed again, so each row that is closed after an update has just ended.
create function contracts.count_ended() returns trigger
  language plpgsql security definer set search_path = contracts, pg_temp as $$
begin
  insert into tally as t (user_id, mode, ended)
  select n.user_id, n.mode, count(*) from changed n where n.status = 'closed'
  group by 1, 2 order by 1, 2
  on conflict (user_id, mode) do update set ended = t.ended + excluded.ended;
  return null;
end $$;
create trigger contract_ended_later after update on contracts.contract
  referencing new table as changed for each statement execute function contracts.count_ended();

-- Counts anew; for this migration, and for whoever fills a database.
create function contracts.rebuild_tally() returns void
  language plpgsql set search_path = contracts, pg_temp as $$
begin
  delete from tally;
  insert into tally (user_id, mode, ended)
  select user_id, mode, count(*) from contract where status = 'closed' group by 1, 2;
end $$;
select contracts.rebuild_tally();

revoke all on function contracts.count_ended(), contracts.rebuild_tally() from public;
grant select on contracts.tally to candor_app;

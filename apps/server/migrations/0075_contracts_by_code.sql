-- What stood twice stands once, an index less for each order, and lists of orders by market and by
-- time that cost what they show, however long the history behind them is.

alter table contracts.closing
  alter column receipt_no type uuid using receipt_no::uuid,
  -- A closing is found by its contract or by its receipt; nobody ever asked for it by this.
  drop column id;

-- Price, tick and link of an end stand with the closing.
alter table contracts.contract
  drop column close_price, drop column close_tick,
  drop column close_link, drop column close_link_tick;

-- What was opened since a moment: an order's id begins with the time it was placed, so the key
-- alone finds it; only what waited for its price is found by the time it was opened.
drop index contracts.contract_closed;
create index contract_waited on contracts.contract (user_id, mode, opened_at)
  where opened_at > created_at;

-- Market and status beside the key: a page of one market, or what is counted of a span of time, is
-- read from the index alone.
drop index contracts.contract_of_book;
create index contract_of_book on contracts.contract (user_id, mode, id) include (code, status);

-- How many orders of a book have ended, by market. Only the trigger below writes here.
drop table contracts.tally;
create table contracts.tally (
  user_id uuid not null,
  mode text not null check (mode in ('demo', 'real')),
  code text not null,
  ended bigint not null,
  primary key (user_id, mode, code)
) with (fillfactor = 70);

-- What has ended is never changed again, so each row that is closed after an update has just ended.
create or replace function contracts.count_ended() returns trigger
  language plpgsql security definer set search_path = contracts, pg_temp as $$
begin
  insert into tally as t (user_id, mode, code, ended)
  select n.user_id, n.mode, n.code, count(*) from changed n where n.status = 'closed'
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (user_id, mode, code) do update set ended = t.ended + excluded.ended;
  return null;
end $$;

-- Counts anew; for this migration, and for whoever fills a database.
create or replace function contracts.rebuild_tally() returns void
  language plpgsql set search_path = contracts, pg_temp as $$
begin
  delete from tally;
  insert into tally (user_id, mode, code, ended)
  select user_id, mode, code, count(*) from contract where status = 'closed' group by 1, 2, 3;
end $$;
select contracts.rebuild_tally();
grant select on contracts.tally to candor_app;

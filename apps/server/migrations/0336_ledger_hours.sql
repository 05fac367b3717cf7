-- What each hour brought a trading account, kept by a trigger as its balances are: the history of an
-- account is read in as many rows as it has hours in which something was paid, never from its payments.
create table ledger.hour (
  user_id uuid not null,
  mode text not null,
  at timestamptz not null,
  -- What the accounts that trading equity adds up gained less what they lost. @units USDT units
  moved numeric(38,0) not null,
  -- What of it is a result of trading, its fees and financing.
  earned numeric(38,0) not null,
  primary key (user_id, mode, at)
);

-- USDT accounts that trading equity adds up, without the unrealised result.
create function ledger.is_equity(class text) returns boolean
  language sql immutable parallel safe
  return class in ('user:cash', 'user:margin', 'user:deficit', 'user:reversed');

-- What the hours are by the postings. Read by the reconciliation and by the rebuilding below.
create view ledger.posted_hour as
  select p.user_id, p.mode::text as mode, date_trunc('hour', e.at, 'UTC') as at,
         sum(case when ledger.is_equity(side.class) then side.amount else 0 end) as moved,
         sum(case when ledger.is_result(p.kind::text, side.other) then side.amount else 0 end) as earned
  from ledger.posting p
  join ledger.entry e on e.user_id = p.user_id and e.id = p.entry_id
  cross join lateral (values (p.from_class::text, p.to_class::text, -p.amount),
                             (p.to_class::text, p.from_class::text, p.amount))
    side (class, other, amount)
  where side.class like 'user:%' and p.asset = 'USDT'
  group by 1, 2, 3;

-- One statement of its own for all trading accounts of an insert, in the order of their keys.
create function ledger.keep_hours() returns trigger
  language plpgsql security definer set search_path = ledger, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into hour as h (user_id, mode, at, moved, earned)
  select w.user_id, w.mode, w.at, w.moved, w.earned
  from (
    select p.user_id, p.mode::text as mode, date_trunc('hour', e.at, 'UTC') as at,
           sum(case when is_equity(side.class) then side.amount else 0 end) as moved,
           sum(case when is_result(p.kind::text, side.other) then side.amount else 0 end) as earned
    from new_posting p
    cross join lateral (
      select o.at from entry o where o.user_id = p.user_id and o.id = p.entry_id offset 0
    ) e
    cross join lateral (values (p.from_class::text, p.to_class::text, -p.amount),
                               (p.to_class::text, p.from_class::text, p.amount))
      side (class, other, amount)
    where side.class like 'user:%' and p.asset = 'USDT'
    group by 1, 2, 3
    order by 1, 2, 3
  ) w
  on conflict (user_id, mode, at)
    do update set moved = h.moved + excluded.moved, earned = h.earned + excluded.earned;
  return null;
end $$;
revoke all on function ledger.keep_hours() from public;
-- Its name comes behind the trigger that moves the balances: an account's row is taken there first.
create trigger posting_to_hours after insert on ledger.posting
  referencing new table as new_posting
  for each statement execute function ledger.keep_hours();

-- As before, and the hours.
create or replace function ledger.rebuild_totals() returns void
  language plpgsql set search_path = ledger, pg_temp as $$
begin
  insert into balance as b (user_id, mode, asset, class, amount, version, earned, lines)
  select user_id, mode, asset, class, amount, 1, earned, lines from posted_balance
  on conflict (user_id, mode, asset, class) do update
    set amount = excluded.amount, earned = excluded.earned, lines = excluded.lines;
  delete from house_move;
  delete from house_sum;
  insert into house_sum (mode, asset, class, sub, amount)
  select mode, asset, class, sub, amount from posted_house;
  delete from mark;
  insert into mark (user_id, mode, place, seq, usdt, btc, eth)
  select user_id, mode, place, seq, usdt, btc, eth from posted_place
  where div(place, 64) <> div(place - lines, 64);
  update mark m set counts = p.counts from posted_mark p
  where p.user_id = m.user_id and p.mode = m.mode and p.place = m.place;
  delete from hour;
  insert into hour (user_id, mode, at, moved, earned)
  select user_id, mode, at, moved, earned from posted_hour;
end $$;

insert into ledger.hour (user_id, mode, at, moved, earned)
select user_id, mode, at, moved, earned from ledger.posted_hour;

grant select on ledger.hour, ledger.posted_hour to candor_app;

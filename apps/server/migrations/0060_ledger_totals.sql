-- Totals kept beside the accounts by the trigger that moves their balances, so that no figure is
-- summed over a history: what trading brought, how many payments a statement has, and what the
-- house's accounts hold.

-- Moves among these are no payment: what a user may use of an asset, and what is owed for it.
create function ledger.is_own(class text) returns boolean
  language sql immutable parallel safe
  return class in ('user:cash', 'user:deficit', 'user:reversed');

-- Payments between a user and the house that are a result of trading, its fees and financing.
create function ledger.is_result(kind text, other text) returns boolean
  language sql immutable parallel safe
  return kind in ('contract-open', 'contract-close', 'financing', 'option-settle', 'plan-settle',
                  'plan-exit')
    and other like 'house:%';

alter table ledger.balance
  -- What results of trading brought into this account and took out of it since the book was
  -- opened, or since its last demo reset.
  add column earned numeric(38,0) not null default 0,
  -- Payments into and out of it that a statement shows.
  add column lines bigint not null default 0;

-- Where a statement stood now and then, so that a page of it is counted from the nearest mark and
-- not from its end: how many payments there were up to an entry, and what the accounts that a
-- statement adds up held then.
create table ledger.mark (
  user_id uuid not null,
  mode text not null,
  place bigint not null,
  seq bigint not null,
  usdt numeric(38,0) not null,
  btc numeric(38,0) not null,
  eth numeric(38,0) not null,
  primary key (user_id, mode, place)
);
create index entry_of_book on ledger.entry (user_id, mode, seq);

-- What the house's accounts hold: a sum up to some moment, and what moved since. An act adds a row
-- and updates none, so that no order waits for another; a timer adds the rows up.
create table ledger.house_sum (
  mode text not null,
  asset text not null,
  class text not null,
  sub text not null,
  amount numeric(38,0) not null,
  primary key (class, mode, asset, sub)
);
create table ledger.house_move (
  mode text not null,
  asset text not null,
  class text not null,
  sub text not null,
  amount numeric(38,0) not null
);

-- Adds up what moved. Whoever reads sum and moves in one statement sees each payment once, before
-- and after. One at a time: a second finds nothing to do.
create function ledger.fold_house() returns void
  language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('ledger.fold_house', 0)) then
    return;
  end if;
  with gone as (
    delete from house_move returning mode, asset, class, sub, amount
  )
  insert into house_sum as s (mode, asset, class, sub, amount)
  select mode, asset, class, sub, sum(amount) from gone group by 1, 2, 3, 4
  on conflict (class, mode, asset, sub) do update set amount = s.amount + excluded.amount;
end $$;

create function ledger.house_balance(p_class text, p_sub text, p_mode text, p_asset text)
  returns numeric
  language sql stable security definer set search_path = ledger, pg_temp as $$
  select coalesce(sum(amount), 0) from (
    select amount from house_sum
    where class = p_class and sub = p_sub and mode = p_mode and asset = p_asset
    union all
    select amount from house_move
    where class = p_class and sub = p_sub and mode = p_mode and asset = p_asset
  ) held
$$;

create or replace function ledger.check_house_floors(p_class text, p_sub text, p_asset text)
  returns void
  language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  total numeric;
  wanted text;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_class || '/' || p_sub || '/' || p_asset, 0));
  total := house_balance(p_class, p_sub, 'real', p_asset);
  select floor into wanted from account_class where name = p_class;
  if (wanted = 'nonnegative' and total < 0) or (wanted = 'nonpositive' and total > 0) then
    raise exception '% would pass its floor', p_class
      using errcode = 'check_violation', constraint = 'house_floor';
  end if;
end $$;

-- Marks some statements; a book without USDT cash has no row that its acts follow one another by.
create function ledger.mark_statements(users uuid[], modes text[]) returns void
  language plpgsql security definer set search_path = ledger, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into mark (user_id, mode, place, seq, usdt, btc, eth)
  select w.user_id, w.mode, own.lines, newest.seq, own.usdt, own.btc, own.eth
  from (select distinct * from unnest(users, modes) as t (user_id, mode)) w
  cross join lateral (
    select coalesce(sum(b.lines), 0) as lines,
           coalesce(sum(b.amount) filter (where b.asset = 'USDT'), 0) as usdt,
           coalesce(sum(b.amount) filter (where b.asset = 'BTC'), 0) as btc,
           coalesce(sum(b.amount) filter (where b.asset = 'ETH'), 0) as eth
    from balance b
    where b.user_id = w.user_id and b.mode = w.mode and is_own(b.class)
    having bool_or(b.asset = 'USDT' and b.class = 'user:cash')
  ) own
  cross join lateral (
    select e.seq from entry e where e.user_id = w.user_id and e.mode = w.mode
    order by e.seq desc limit 1
  ) newest
  on conflict do nothing;
end $$;

-- As before, and keeps the totals.
create or replace function ledger.apply_postings() returns trigger
  language plpgsql security definer set search_path = ledger, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set cpu_operator_cost = 1 as $$
declare
  seen record;
  crossed record;
  behind record;
begin
  -- A reversal pays what its original was allowed to, the other way round.
  select bool_or(not w.is_of_entry) as has_stray,
         bool_or(not w.is_allowed) as has_not_allowed,
         bool_or(w.user_id = '00000000-0000-0000-0000-000000000000'
           and (w.from_class like 'user:%' or w.to_class like 'user:%')) as has_foreign,
         bool_or(w.mode = 'real'
           and not (w.from_class like 'user:%' and w.to_class like 'user:%')) as moves_real_house,
         bool_or(w.from_class like 'house:%' or w.to_class like 'house:%') as moves_house,
         bool_or(w.kind = 'demo-reset' and not w.is_reversal) as resets,
         bool_or(is_own(w.from_class) <> is_own(w.to_class)
           and (w.asset <> 'USDT' or 'user:cash' not in (w.from_class, w.to_class))) as is_beside,
         min(w.seq) as first_seq,
         array_agg(w.user_id) filter (where w.is_reversal) as users,
         array_agg(w.entry_id) filter (where w.is_reversal) as entries
    into seen
  from (
    select p.user_id, p.entry_id, p.mode, p.kind, p.asset, e.seq, p.from_class, p.to_class,
           e.is_reversal is not null as is_of_entry, coalesce(e.is_reversal, false) as is_reversal,
           a.kind is not null as is_allowed
    from new_posting p
    left join lateral (
      select o.reverses is not null as is_reversal, o.seq
      from entry o
      where o.user_id = p.user_id and o.id = p.entry_id and o.mode = p.mode and o.kind = p.kind
        and o.tx = pg_current_xact_id()
      offset 0
    ) e on true
    left join lateral (
      select c.kind from allowed c
      where c.kind = p.kind
        and c.from_class = case when e.is_reversal then p.to_class else p.from_class end
        and c.to_class = case when e.is_reversal then p.from_class else p.to_class end
      offset 0
    ) a on true
  ) w;
  if seen.has_stray then
    raise exception 'a posting differs from its entry'
      using errcode = 'check_violation', constraint = 'posting_of_entry';
  end if;
  if seen.has_not_allowed then
    raise exception 'the chart does not allow a posting of this kind between these accounts'
      using errcode = 'check_violation', constraint = 'posting_allowed';
  end if;
  if seen.has_foreign then
    raise exception 'an entry of the house touches a user account'
      using errcode = 'check_violation', constraint = 'posting_of_user';
  end if;
  -- Again for a reversal that was whole and now gets one posting more.
  if seen.entries is not null then
    perform check_reversals(seen.users, seen.entries);
  end if;
  -- Statements of one book follow one another by the row of its USDT cash; what moves another of
  -- its accounts takes that row first.
  if seen.is_beside then
    perform from balance b
    join (select distinct p.user_id, p.mode from new_posting p) w
      on w.user_id = b.user_id and w.mode = b.mode
    where b.asset = 'USDT' and b.class = 'user:cash'
    order by b.user_id, b.mode for update of b;
  end if;
  -- A demo book's result counts from its reset on.
  if seen.resets then
    update balance b set earned = 0
    from (select distinct p.user_id, p.mode from new_posting p where p.kind = 'demo-reset') r
    where b.user_id = r.user_id and b.mode = r.mode;
  end if;

  with moved as materialized (
    select p.user_id, p.mode, p.asset, side.class, sum(side.amount) as amount,
           coalesce(sum(side.amount) filter (where is_result(p.kind, side.other)), 0) as earned,
           count(*) filter (where is_own(side.class) and not is_own(side.other)) as lines
    from new_posting p
    cross join lateral (values (p.from_class, p.to_class, -p.amount),
                               (p.to_class, p.from_class, p.amount)) side (class, other, amount)
    where side.class like 'user:%'
    group by 1, 2, 3, 4
  ), updated as (
    update balance b set amount = b.amount + moved.amount, version = b.version + 1,
      earned = b.earned + moved.earned, lines = b.lines + moved.lines
    from moved
    where b.user_id = moved.user_id and b.mode = moved.mode and b.asset = moved.asset
      and b.class = moved.class
    returning b.user_id, b.mode, b.asset, b.class,
              b.lines / 64 <> (b.lines - moved.lines) / 64 as is_crossed
  ), begun as (
    -- What was not there to update moves for the first time. Somebody else may begin the same
    -- account meanwhile: the second adds to what the first wrote.
    insert into balance as b (user_id, mode, asset, class, amount, version, earned, lines)
    select m.user_id, m.mode, m.asset, m.class, m.amount, 1, m.earned, m.lines from moved m
    where (select count(*) from updated) < (select count(*) from moved)
      and (m.user_id, m.mode, m.asset, m.class)
        not in (select u.user_id, u.mode, u.asset, u.class from updated u)
    on conflict (user_id, mode, asset, class)
      do update set amount = b.amount + excluded.amount, version = b.version + 1,
        earned = b.earned + excluded.earned, lines = b.lines + excluded.lines
  )
  select array_agg(u.user_id) as users, array_agg(u.mode) as modes into crossed
  from updated u where u.is_crossed;

  -- A payment of a book that nobody held may come after one with a larger number: the marks behind
  -- it go, because they were counted without it. First which books have any, by their newest mark.
  select array_agg(w.user_id) as users, array_agg(w.mode) as modes into behind
  from (
    select distinct p.user_id, p.mode from new_posting p
    where is_own(p.from_class) or is_own(p.to_class)
  ) w
  cross join lateral (
    select k.seq from mark k where k.user_id = w.user_id and k.mode = w.mode
    order by k.place desc limit 1
  ) newest
  where newest.seq > seen.first_seq;
  if behind.users is not null then
    delete from mark m using unnest(behind.users, behind.modes) as w (user_id, mode)
    where m.user_id = w.user_id and m.mode = w.mode and m.seq > seen.first_seq;
  end if;
  if crossed.users is not null then
    perform mark_statements(crossed.users, crossed.modes);
  end if;

  if seen.moves_house then
    insert into house_move (mode, asset, class, sub, amount)
    select p.mode, p.asset, side.class, side.sub, sum(side.amount)
    from new_posting p
    cross join lateral (values (p.from_class, p.from_sub, -p.amount),
                               (p.to_class, p.to_sub, p.amount)) side (class, sub, amount)
    where side.class like 'house:%'
    group by 1, 2, 3, 4;
  end if;
  if seen.moves_real_house then
    perform check_house_floors(p.class, p.sub, p.asset)
    from (
      select n.from_class as class, n.from_sub as sub, n.asset
      from new_posting n join account_class c on c.name = n.from_class
      where n.mode = 'real' and c.floor = 'nonnegative' and n.from_class not like 'user:%'
      union
      select n.to_class, n.to_sub, n.asset
      from new_posting n join account_class c on c.name = n.to_class
      where n.mode = 'real' and c.floor = 'nonpositive' and n.to_class not like 'user:%'
      order by 1, 2, 3
    ) p;
  end if;
  return null;
end $$;

-- What the totals are by the postings. Read by the reconciliation and by the rebuilding below.
create view ledger.posted_balance as
  select l.user_id, l.mode, l.asset, l.class, sum(l.amount) as amount,
         coalesce(sum(l.amount) filter (
           where ledger.is_result(l.kind, l.other) and l.seq > coalesce(r.seq, 0)), 0) as earned,
         count(*) filter (where ledger.is_own(l.class) and not ledger.is_own(l.other)) as lines
  from (
    select p.user_id, p.mode, p.asset, p.kind, e.seq, side.class, side.other, side.amount
    from ledger.posting p
    join ledger.entry e on e.user_id = p.user_id and e.id = p.entry_id
    cross join lateral (values (p.from_class, p.to_class, -p.amount),
                               (p.to_class, p.from_class, p.amount)) side (class, other, amount)
    where side.class like 'user:%'
  ) l
  left join (
    select e.user_id, e.mode, max(e.seq) as seq from ledger.entry e
    where e.kind = 'demo-reset' and e.reverses is null group by 1, 2
  ) r on r.user_id = l.user_id and r.mode = l.mode
  group by 1, 2, 3, 4;
create view ledger.posted_house as
  select p.mode, p.asset, side.class, side.sub, sum(side.amount) as amount
  from ledger.posting p
  cross join lateral (values (p.from_class, p.from_sub, -p.amount),
                             (p.to_class, p.to_sub, p.amount)) side (class, sub, amount)
  where side.class like 'house:%'
  group by 1, 2, 3, 4;
-- Where a statement stands after each entry that has a payment in it.
create view ledger.posted_place as
  select user_id, mode, seq, sum(lines) over book as place, lines, sum(usdt) over book as usdt,
         sum(btc) over book as btc, sum(eth) over book as eth
  from (
    select e.user_id, e.mode, e.seq, count(*) filter (where x.is_line) as lines,
           coalesce(sum(x.amount) filter (where p.asset = 'USDT'), 0) as usdt,
           coalesce(sum(x.amount) filter (where p.asset = 'BTC'), 0) as btc,
           coalesce(sum(x.amount) filter (where p.asset = 'ETH'), 0) as eth
    from ledger.posting p
    join ledger.entry e on e.user_id = p.user_id and e.id = p.entry_id
    cross join lateral (
      select ledger.is_own(p.to_class) <> ledger.is_own(p.from_class) as is_line,
             case when ledger.is_own(p.to_class) then p.amount else 0 end
               - case when ledger.is_own(p.from_class) then p.amount else 0 end as amount
    ) x
    group by 1, 2, 3
  ) entries
  window book as (partition by user_id, mode order by seq);

-- Makes all totals anew from the postings; for this migration, and for whoever fills a database.
create function ledger.rebuild_totals() returns void
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
end $$;

select ledger.rebuild_totals();

-- Whole classes are no longer summed.
drop index ledger.posting_by_class_from;
drop index ledger.posting_by_class_to;

revoke all on function ledger.fold_house(), ledger.house_balance(text, text, text, text),
  ledger.mark_statements(uuid[], text[]), ledger.rebuild_totals() from public;
grant execute on function ledger.fold_house() to candor_app;
grant select on ledger.mark, ledger.house_sum, ledger.house_move, ledger.posted_balance,
  ledger.posted_house, ledger.posted_place to candor_app;

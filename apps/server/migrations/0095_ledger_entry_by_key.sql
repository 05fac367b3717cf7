-- An entry is looked up for its postings by its key alone. Asked for by user, mode and key at once it was
-- found by the index of its account wherever the plan was made before the journal was analysed: each
-- posting then read every entry its account ever had.
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
    select p.user_id, p.entry_id, p.mode, p.kind, p.asset, e.seq,
           p.from_class::text as from_class, p.to_class::text as to_class,
           e.is_reversal is not null as is_of_entry, coalesce(e.is_reversal, false) as is_reversal,
           a.kind is not null as is_allowed
    from new_posting p
    left join lateral (
      select k.is_reversal, k.seq
      from (
        select o.reverses is not null as is_reversal, o.seq,
               o.mode = p.mode and o.kind = p.kind and o.tx = pg_current_xact_id() as is_this
        from entry o
        where o.user_id = p.user_id and o.id = p.entry_id
        offset 0
      ) k
      where k.is_this
    ) e on true
    left join lateral (
      select c.kind from allowed c
      where c.kind = p.kind::text
        and c.from_class = (case when e.is_reversal then p.to_class else p.from_class end)::text
        and c.to_class = (case when e.is_reversal then p.from_class else p.to_class end)::text
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
    join (select distinct p.user_id, p.mode::text as mode from new_posting p) w
      on w.user_id = b.user_id and w.mode = b.mode
    where b.asset = 'USDT' and b.class = 'user:cash'
    order by b.user_id, b.mode for update of b;
  end if;
  -- A demo book's result counts from its reset on.
  if seen.resets then
    update balance b set earned = 0
    from (select distinct p.user_id, p.mode::text as mode from new_posting p
          where p.kind = 'demo-reset') r
    where b.user_id = r.user_id and b.mode = r.mode;
  end if;

  with moved as materialized (
    select p.user_id, p.mode::text as mode, p.asset::text as asset, side.class,
           sum(side.amount) as amount,
           coalesce(sum(side.amount) filter (where is_result(p.kind::text, side.other)), 0)
             as earned,
           count(*) filter (where is_own(side.class) and not is_own(side.other)) as lines
    from new_posting p
    cross join lateral (values (p.from_class::text, p.to_class::text, -p.amount),
                               (p.to_class::text, p.from_class::text, p.amount))
      side (class, other, amount)
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
    select distinct p.user_id, p.mode::text as mode from new_posting p
    where is_own(p.from_class::text) or is_own(p.to_class::text)
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
    cross join lateral (values (p.from_class::text, p.from_sub, -p.amount),
                               (p.to_class::text, p.to_sub, p.amount)) side (class, sub, amount)
    where side.class like 'house:%'
    group by 1, 2, 3, 4;
  end if;
  if seen.moves_real_house then
    perform check_house_floors(p.class, p.sub, p.asset)
    from (
      select c.name as class, n.from_sub as sub, n.asset::text as asset
      from new_posting n join account_class c on c.name = n.from_class::text
      where n.mode = 'real' and c.floor = 'nonnegative' and c.name not like 'user:%'
      union
      select c.name, n.to_sub, n.asset::text
      from new_posting n join account_class c on c.name = n.to_class::text
      where n.mode = 'real' and c.floor = 'nonpositive' and c.name not like 'user:%'
      order by 1, 2, 3
    ) p;
  end if;
  return null;
end $$;

-- The same guards for less work: everything the journal checks is looked up once a statement.

-- Stable, as adding to a time is, so that the planner writes it out instead of calling it.
alter function platform.from_ms(bigint) stable;

-- Fails a transaction whose statements were all sent before any was answered.
create function platform.require(holds boolean, promise text) returns void
  language plpgsql as $$
begin
  if holds is not true then
    raise exception '%', promise using errcode = 'assert_failure';
  end if;
end $$;

-- An entry without postings is no act, so both come in one statement. A reversal is its original
-- the other way round, whole.
create function ledger.check_reversals(users uuid[], entries uuid[]) returns void
  language plpgsql security definer set search_path = ledger, pg_temp
  set enable_seqscan = off as $$
declare
  e record;
begin
  for e in
    select entry.user_id, entry.id, entry.reverses
    from unnest(users, entries) as written (user_id, id)
    join entry on entry.user_id = written.user_id and entry.id = written.id
    where entry.reverses is not null
  loop
    if exists (
      with original as (
        select p.mode, p.kind, p.asset, p.to_class, p.to_sub, p.from_class, p.from_sub, p.amount
        from posting p where p.user_id = e.user_id and p.entry_id = e.reverses
      ), reversal as (
        select p.mode, p.kind, p.asset, p.from_class, p.from_sub, p.to_class, p.to_sub, p.amount
        from posting p where p.user_id = e.user_id and p.entry_id = e.id
      )
      (table original except all table reversal) union all
      (table reversal except all table original)
    ) then
      raise exception 'entry % does not mirror %', e.id, e.reverses
        using errcode = 'check_violation', constraint = 'reversal_mirrors';
    end if;
  end loop;
end $$;

create function ledger.check_entries() returns trigger
  language plpgsql security definer set search_path = ledger, pg_temp
  set enable_seqscan = off as $$
declare
  bare uuid;
  users uuid[];
  entries uuid[];
begin
  -- A subquery that stays one: each entry is looked up by its key, however many there are.
  select min(e.id::text) filter (where not e.has_posting)::uuid,
         array_agg(e.user_id) filter (where e.reverses is not null),
         array_agg(e.id) filter (where e.reverses is not null)
    into bare, users, entries
  from (
    select n.user_id, n.id, n.reverses,
           (select count(*) from (
              select from posting p where p.user_id = n.user_id and p.entry_id = n.id limit 1
            ) one) = 1 as has_posting
    from new_entry n
  ) e;
  if bare is not null then
    raise exception 'entry % has no posting', bare
      using errcode = 'check_violation', constraint = 'entry_has_posting';
  end if;
  if entries is not null then
    perform check_reversals(users, entries);
  end if;
  return null;
end $$;

drop trigger entry_complete on ledger.entry;
drop function ledger.check_entry();
create trigger entry_complete after insert on ledger.entry
  referencing new table as new_entry for each statement
  execute function ledger.check_entries();

-- Refuses postings that do not belong to their entry or that the chart does not allow, then moves
-- the balances they touch. Set-based: one pass for all postings of a statement.
--
-- The planner cannot know how few rows a statement brings. Comparisons are called dear, so that it
-- looks each row up by its key instead of going through a table for all of them.
create or replace function ledger.apply_postings() returns trigger
  language plpgsql security definer set search_path = ledger, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set cpu_operator_cost = 1 as $$
declare
  seen record;
begin
  -- A reversal pays what its original was allowed to, the other way round.
  select bool_or(not w.is_of_entry) as has_stray,
         bool_or(not w.is_allowed) as has_not_allowed,
         bool_or(w.user_id = '00000000-0000-0000-0000-000000000000'
           and (w.from_class like 'user:%' or w.to_class like 'user:%')) as has_foreign,
         bool_or(w.mode = 'real'
           and not (w.from_class like 'user:%' and w.to_class like 'user:%')) as moves_real_house,
         array_agg(w.user_id) filter (where w.is_reversal) as users,
         array_agg(w.entry_id) filter (where w.is_reversal) as entries
    into seen
  from (
    select p.user_id, p.entry_id, p.mode, p.from_class, p.to_class,
           e.is_reversal is not null as is_of_entry, coalesce(e.is_reversal, false) as is_reversal,
           a.kind is not null as is_allowed
    from new_posting p
    left join lateral (
      select o.reverses is not null as is_reversal
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

  with moved as materialized (
    select p.user_id, p.mode, p.asset, side.class, sum(side.amount) as amount
    from new_posting p
    cross join lateral (values (p.from_class, -p.amount), (p.to_class, p.amount))
      side (class, amount)
    where side.class like 'user:%'
    group by 1, 2, 3, 4
  ), updated as (
    update balance b set amount = b.amount + moved.amount, version = b.version + 1
    from moved
    where b.user_id = moved.user_id and b.mode = moved.mode and b.asset = moved.asset
      and b.class = moved.class
    returning b.user_id, b.mode, b.asset, b.class
  )
  -- What was not there to update moves for the first time. Somebody else may begin the same
  -- account meanwhile: the second adds to what the first wrote.
  insert into balance as b (user_id, mode, asset, class, amount, version)
  select m.user_id, m.mode, m.asset, m.class, m.amount, 1 from moved m
  where (select count(*) from updated) < (select count(*) from moved)
    and (m.user_id, m.mode, m.asset, m.class)
      not in (select u.user_id, u.mode, u.asset, u.class from updated u)
  on conflict (user_id, mode, asset, class)
    do update set amount = b.amount + excluded.amount, version = b.version + 1;

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

alter function ledger.lock_books(uuid[], text[]) set cpu_operator_cost = 1;

-- Locks books that somebody remembers and fails the transaction when one of them moved since.
create function ledger.hold_books(users uuid[], modes text[], versions bigint[]) returns void
  language plpgsql security definer set search_path = ledger, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set cpu_operator_cost = 1 as $$
declare
  held bigint;
begin
  select count(*) into held from (
    select b.version, wanted.version as remembered
    from unnest(users, modes, versions) as wanted (user_id, mode, version)
    join balance b on b.user_id = wanted.user_id and b.mode = wanted.mode
      and b.asset = 'USDT' and b.class = 'user:cash'
    order by b.user_id, b.mode for update of b
  ) locked where locked.version = locked.remembered;
  if held <> cardinality(users) then
    raise exception 'a book moved since it was remembered' using errcode = 'serialization_failure';
  end if;
end $$;

revoke all on function ledger.check_reversals(uuid[], uuid[]), ledger.check_entries(),
  ledger.hold_books(uuid[], text[], bigint[]), platform.require(boolean, text) from public;
grant execute on function ledger.hold_books(uuid[], text[], bigint[]),
  platform.require(boolean, text) to candor_app;

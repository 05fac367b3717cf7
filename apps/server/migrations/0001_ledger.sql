-- The books: double entry, immutable. See the chart in apps/server/src/ledger/chart.ts.
create schema ledger;
grant usage on schema ledger to candor_app;

create table ledger.account_class (
  name text primary key,
  floor text not null check (floor in ('nonnegative', 'nonpositive', 'any'))
);

create table ledger.allowed (
  kind text not null,
  from_class text not null references ledger.account_class,
  to_class text not null references ledger.account_class,
  primary key (kind, from_class, to_class)
);

-- One indivisible act. `user_id` is the one user it touches, or the nil UUID for the house alone.
-- `request_id` and `part` make an act happen once; `cause` says what set it off.
create table ledger.entry (
  user_id uuid not null,
  id uuid not null,
  seq bigint generated always as identity,
  mode text not null check (mode in ('demo', 'real')),
  kind text not null,
  request_id text not null check (request_id <> ''),
  part smallint not null check (part >= 0),
  cause text not null check (cause in ('request', 'tick', 'timer', 'case')),
  subject text,
  reverses uuid,
  at timestamptz not null,
  -- The transaction of the act: no posting can be added once it is over.
  tx xid8 not null default pg_current_xact_id(),
  primary key (user_id, id),
  unique (user_id, request_id, part)
);
-- An act is taken back once.
create unique index entry_by_reversed on ledger.entry (user_id, reverses)
  where reverses is not null;

-- From one account to another, within one book. House and world accounts may have a qualifier
-- (a plan, a charity); user accounts belong to the entry's user.
create table ledger.posting (
  user_id uuid not null,
  entry_id uuid not null,
  line smallint not null check (line >= 0),
  mode text not null,
  kind text not null,
  asset text not null check (asset in ('USDT', 'BTC', 'ETH')),
  from_class text not null,
  from_sub text not null default '',
  to_class text not null,
  to_sub text not null default '',
  -- "Not a number" counts as larger than every number, hence the second half.
  amount numeric(38,0) not null check (amount > 0 and amount < 1e38),
  primary key (user_id, entry_id, line),
  check (from_class <> to_class or from_sub <> to_sub)
);
create index posting_by_class_from on ledger.posting (from_class, mode, asset)
  where from_class not like 'user:%';
create index posting_by_class_to on ledger.posting (to_class, mode, asset)
  where to_class not like 'user:%';

-- Σ in − Σ out of each user account. Only the trigger below writes here, so a balance cannot
-- differ from its postings; house balances are never stored, so no order waits for another.
create table ledger.balance (
  user_id uuid not null,
  mode text not null check (mode in ('demo', 'real')),
  asset text not null,
  class text not null references ledger.account_class,
  amount numeric(38,0) not null default 0,
  -- Counts the statements that moved it: whoever remembers a book sees that it is as it was.
  version bigint not null default 0,
  primary key (user_id, mode, asset, class),
  constraint balance_floor check (
    case when class in ('user:deficit', 'user:reversed', 'user:debt')
      then amount <= 0 else amount >= 0 end
  )
) with (fillfactor = 70); -- Room beside a row, so that moving it touches no index.

insert into ledger.account_class (name, floor) values
  ('user:cash', 'nonnegative'),
  ('user:margin', 'nonnegative'),
  ('user:deficit', 'nonpositive'),
  ('user:reversed', 'nonpositive'),
  ('user:stake', 'nonnegative'),
  ('user:plan', 'nonnegative'),
  ('user:collateral', 'nonnegative'),
  ('user:debt', 'nonpositive'),
  ('user:bid', 'nonnegative'),
  ('user:leaving', 'nonnegative'),
  ('house:trading', 'any'),
  ('house:strategy', 'any'),
  ('house:capital', 'nonnegative'),
  ('house:lending', 'nonnegative'),
  ('house:fees', 'any'),
  ('house:financing', 'any'),
  ('house:early-exit', 'any'),
  ('house:loan-interest', 'any'),
  ('house:network-fees', 'any'),
  ('house:exchange', 'any'),
  ('house:charity', 'nonnegative'),
  ('house:creator', 'nonnegative'),
  ('house:bad-debt', 'nonpositive'),
  ('house:goodwill', 'nonpositive'),
  ('house:marketing', 'nonpositive'),
  ('house:demo-grant', 'any'),
  ('world:ethereum', 'any'),
  ('world:tron', 'any'),
  ('world:bitcoin', 'any'),
  ('world:outside', 'any');

insert into ledger.allowed (kind, from_class, to_class) values
  ('demo-opening', 'house:demo-grant', 'user:cash'),
  ('demo-reset', 'user:cash', 'house:demo-grant'),
  ('demo-reset', 'house:demo-grant', 'user:cash'),
  ('demo-reset', 'user:cash', 'user:deficit'),
  ('demo-reset', 'user:cash', 'user:reversed'),
  ('contract-open', 'user:cash', 'user:margin'),
  ('contract-open', 'user:cash', 'house:fees'),
  ('contract-close', 'user:margin', 'user:cash'),
  ('contract-close', 'house:trading', 'user:cash'),
  ('contract-close', 'user:cash', 'house:trading'),
  ('contract-close', 'user:deficit', 'house:trading'),
  ('contract-close', 'user:cash', 'house:fees'),
  ('contract-close', 'user:deficit', 'house:fees'),
  ('contract-close', 'user:cash', 'user:deficit'),
  ('contract-close', 'user:cash', 'user:reversed'),
  ('contract-void', 'user:margin', 'user:cash'),
  ('contract-void', 'user:cash', 'user:deficit'),
  ('contract-void', 'user:cash', 'user:reversed'),
  ('financing', 'user:cash', 'house:financing'),
  ('financing', 'house:financing', 'user:cash'),
  ('financing', 'user:deficit', 'house:financing'),
  ('financing', 'user:cash', 'user:deficit'),
  ('financing', 'user:cash', 'user:reversed'),
  ('protection', 'house:bad-debt', 'user:deficit'),
  ('option-buy', 'user:cash', 'user:stake'),
  ('option-settle', 'user:stake', 'user:cash'),
  ('option-settle', 'house:trading', 'user:cash'),
  ('option-settle', 'user:stake', 'house:trading'),
  ('option-settle', 'user:cash', 'user:deficit'),
  ('option-settle', 'user:cash', 'user:reversed'),
  ('plan-invest', 'user:cash', 'user:plan'),
  ('plan-fill', 'house:trading', 'house:strategy'),
  ('plan-fill', 'house:strategy', 'house:trading'),
  ('plan-settle', 'house:strategy', 'user:plan'),
  ('plan-settle', 'user:plan', 'house:strategy'),
  ('plan-settle', 'user:plan', 'house:fees'),
  ('plan-exit', 'user:plan', 'user:cash'),
  ('plan-exit', 'user:plan', 'house:early-exit'),
  ('plan-exit', 'user:cash', 'user:deficit'),
  ('plan-exit', 'user:cash', 'user:reversed'),
  ('plan-subsidy', 'house:capital', 'user:plan'),
  ('pledge', 'user:cash', 'user:collateral'),
  ('pledge-release', 'user:collateral', 'user:cash'),
  ('pledge-release', 'user:cash', 'user:deficit'),
  ('pledge-release', 'user:cash', 'user:reversed'),
  ('loan-grant', 'user:debt', 'house:lending'),
  ('loan-grant', 'house:capital', 'user:cash'),
  ('loan-grant', 'user:cash', 'user:deficit'),
  ('loan-grant', 'user:cash', 'user:reversed'),
  ('loan-interest', 'user:debt', 'house:loan-interest'),
  ('loan-repay', 'user:cash', 'user:debt'),
  ('loan-repay', 'house:lending', 'house:capital'),
  ('collateral-sale', 'user:collateral', 'house:exchange'),
  ('collateral-sale', 'house:exchange', 'user:cash'),
  ('collateral-sale', 'user:cash', 'house:fees'),
  ('collateral-sale', 'user:cash', 'user:debt'),
  ('collateral-sale', 'house:lending', 'house:capital'),
  ('loan-shortfall', 'house:bad-debt', 'user:debt'),
  ('loan-shortfall', 'house:lending', 'house:capital'),
  ('nft-bid', 'user:cash', 'user:bid'),
  ('nft-outbid', 'user:bid', 'user:cash'),
  ('nft-outbid', 'user:cash', 'user:deficit'),
  ('nft-outbid', 'user:cash', 'user:reversed'),
  ('nft-sale', 'user:bid', 'house:charity'),
  ('nft-sale', 'user:bid', 'house:creator'),
  ('nft-sale', 'user:bid', 'house:fees'),
  ('charity-payout', 'house:charity', 'world:outside'),
  ('charity-payout', 'house:charity', 'world:tron'),
  ('creator-payout', 'house:creator', 'world:outside'),
  ('deposit', 'world:ethereum', 'user:cash'),
  ('deposit', 'world:tron', 'user:cash'),
  ('deposit', 'world:bitcoin', 'user:cash'),
  ('deposit', 'world:outside', 'user:cash'),
  ('deposit', 'user:cash', 'user:deficit'),
  ('deposit', 'user:cash', 'user:reversed'),
  ('deposit-reversal', 'user:cash', 'world:ethereum'),
  ('deposit-reversal', 'user:cash', 'world:tron'),
  ('deposit-reversal', 'user:cash', 'world:bitcoin'),
  ('deposit-reversal', 'user:cash', 'world:outside'),
  ('deposit-reversal', 'user:reversed', 'world:ethereum'),
  ('deposit-reversal', 'user:reversed', 'world:tron'),
  ('deposit-reversal', 'user:reversed', 'world:bitcoin'),
  ('deposit-reversal', 'user:reversed', 'world:outside'),
  ('withdrawal-request', 'user:cash', 'user:leaving'),
  ('withdrawal-done', 'user:leaving', 'world:ethereum'),
  ('withdrawal-done', 'user:leaving', 'world:tron'),
  ('withdrawal-done', 'user:leaving', 'world:bitcoin'),
  ('withdrawal-done', 'user:leaving', 'world:outside'),
  ('withdrawal-done', 'user:leaving', 'house:fees'),
  ('withdrawal-return', 'user:leaving', 'user:cash'),
  ('withdrawal-return', 'user:cash', 'user:deficit'),
  ('withdrawal-return', 'user:cash', 'user:reversed'),
  ('network-gas', 'house:network-fees', 'world:ethereum'),
  ('convert', 'user:cash', 'house:exchange'),
  ('convert', 'house:exchange', 'user:cash'),
  ('convert', 'user:cash', 'house:fees'),
  ('convert', 'user:cash', 'user:deficit'),
  ('convert', 'user:cash', 'user:reversed'),
  ('adjustment', 'house:goodwill', 'user:cash'),
  ('adjustment', 'user:cash', 'house:goodwill'),
  ('adjustment', 'user:cash', 'user:deficit'),
  ('adjustment', 'user:cash', 'user:reversed'),
  ('house-funding', 'world:ethereum', 'house:capital'),
  ('house-funding', 'world:tron', 'house:capital'),
  ('house-funding', 'world:bitcoin', 'house:capital'),
  ('house-funding', 'world:outside', 'house:capital'),
  ('house-takeout', 'house:capital', 'world:ethereum'),
  ('house-takeout', 'house:capital', 'world:tron'),
  ('house-takeout', 'house:capital', 'world:bitcoin'),
  ('house-takeout', 'house:capital', 'world:outside'),
  ('daily-cover', 'house:capital', 'house:trading'),
  ('daily-cover', 'house:trading', 'house:capital'),
  ('daily-cover', 'house:capital', 'house:bad-debt'),
  ('daily-cover', 'house:capital', 'house:goodwill'),
  ('daily-cover', 'house:capital', 'house:marketing'),
  ('daily-cover', 'house:fees', 'house:capital'),
  ('daily-cover', 'house:financing', 'house:capital'),
  ('daily-cover', 'house:early-exit', 'house:capital'),
  ('daily-cover', 'house:loan-interest', 'house:capital');


-- Refuses postings that do not belong to their entry or that the chart does not allow, then moves
-- the balances they touch. Set-based: one pass for all postings of a statement.
--
-- The planner cannot know how few rows a statement brings, so it is told to look each up by its
-- key instead of reading whole tables.
create function ledger.apply_postings() returns trigger
  language plpgsql security definer set search_path = ledger, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  bad record;
begin
  -- A reversal pays what its original was allowed to, the other way round.
  select p.kind, p.from_class, p.to_class, p.entry_id, a.kind is null as not_allowed,
         e.id is null as not_of_entry
    into bad
  from new_posting p
  left join entry e
    on e.user_id = p.user_id and e.id = p.entry_id and e.mode = p.mode and e.kind = p.kind
    and e.tx = pg_current_xact_id()
  left join allowed a
    on a.kind = p.kind
    and a.from_class = case when e.reverses is null then p.from_class else p.to_class end
    and a.to_class = case when e.reverses is null then p.to_class else p.from_class end
  where a.kind is null or e.id is null
    or (p.user_id = '00000000-0000-0000-0000-000000000000'
        and (p.from_class like 'user:%' or p.to_class like 'user:%'))
  limit 1;
  if found then
    if bad.not_of_entry then
      raise exception 'a posting differs from its entry %', bad.entry_id
        using errcode = 'check_violation', constraint = 'posting_of_entry';
    elsif bad.not_allowed then
      raise exception 'the chart does not allow % from % to %',
        bad.kind, bad.from_class, bad.to_class
        using errcode = 'check_violation', constraint = 'posting_allowed';
    end if;
    raise exception 'an entry of the house touches a user account'
      using errcode = 'check_violation', constraint = 'posting_of_user';
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
  where not exists (
    select from updated u
    where u.user_id = m.user_id and u.mode = m.mode and u.asset = m.asset and u.class = m.class)
  on conflict (user_id, mode, asset, class)
    do update set amount = b.amount + excluded.amount, version = b.version + 1;

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
  return null;
end $$;

-- The floor of a house account in the real mode, tested only by entries that move it toward the
-- floor, one at a time.
create function ledger.check_house_floors(p_class text, p_sub text, p_asset text) returns void
  language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  total numeric;
  wanted text;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_class || '/' || p_sub || '/' || p_asset, 0));
  select coalesce(sum(case when to_class = p_class and to_sub = p_sub then amount else 0 end), 0)
       - coalesce(sum(case when from_class = p_class and from_sub = p_sub then amount else 0 end), 0)
    into total
  from posting
  where mode = 'real' and asset = p_asset
    and ((to_class = p_class and to_sub = p_sub) or (from_class = p_class and from_sub = p_sub));
  select floor into wanted from account_class where name = p_class;
  if (wanted = 'nonnegative' and total < 0) or (wanted = 'nonpositive' and total > 0) then
    raise exception '% would pass its floor', p_class
      using errcode = 'check_violation', constraint = 'house_floor';
  end if;
end $$;

create trigger posting_applies after insert on ledger.posting
  referencing new table as new_posting for each statement
  execute function ledger.apply_postings();

-- An entry without postings is no act; a reversal is its original the other way round, whole.
create function ledger.check_entry() returns trigger
  language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  if not exists (select from posting p where p.user_id = new.user_id and p.entry_id = new.id) then
    raise exception 'entry % has no posting', new.id
      using errcode = 'check_violation', constraint = 'entry_has_posting';
  end if;
  if new.reverses is not null and exists (
    with original as (
      select p.mode, p.kind, p.asset, p.to_class, p.to_sub, p.from_class, p.from_sub, p.amount
      from posting p where p.user_id = new.user_id and p.entry_id = new.reverses
    ), reversal as (
      select p.mode, p.kind, p.asset, p.from_class, p.from_sub, p.to_class, p.to_sub, p.amount
      from posting p where p.user_id = new.user_id and p.entry_id = new.id
    )
    (table original except all table reversal) union all
    (table reversal except all table original)
  ) then
    raise exception 'entry % does not mirror %', new.id, new.reverses
      using errcode = 'check_violation', constraint = 'reversal_mirrors';
  end if;
  return null;
end $$;

create constraint trigger entry_complete after insert on ledger.entry
  deferrable initially deferred for each row execute function ledger.check_entry();

-- Nothing is changed or taken back: a correction is a reversing entry.
create function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the journal is append-only' using errcode = 'insufficient_privilege';
end $$;

create trigger entry_immutable before update or delete or truncate on ledger.entry
  for each statement execute function ledger.refuse_change();
create trigger posting_immutable before update or delete or truncate on ledger.posting
  for each statement execute function ledger.refuse_change();
create trigger chart_immutable before update or delete or truncate on ledger.allowed
  for each statement execute function ledger.refuse_change();
create trigger class_immutable before update or delete or truncate on ledger.account_class
  for each statement execute function ledger.refuse_change();

-- Locks the USDT cash of these books in one order, so that acts of one book follow one another and
-- no two acts wait for each other. The application's role cannot lock rows it may not update.
create function ledger.lock_books(users uuid[], modes text[])
  returns table (user_id uuid, mode text, version bigint)
  language plpgsql security definer set search_path = ledger, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return query
    select b.user_id, b.mode, b.version from balance b
    join unnest(users, modes) as wanted (user_id, mode)
      on wanted.user_id = b.user_id and wanted.mode = b.mode
    where b.asset = 'USDT' and b.class = 'user:cash'
    order by b.user_id, b.mode for update of b;
end $$;

revoke all on all functions in schema ledger from public;
grant execute on function ledger.lock_books(uuid[], text[]) to candor_app;
grant select, insert on ledger.posting to candor_app;
-- Not `seq` and `tx`: the database alone says when an entry was written.
grant select,
  insert (user_id, id, mode, kind, request_id, part, cause, subject, reverses, at)
  on ledger.entry to candor_app;
grant select on ledger.balance, ledger.allowed, ledger.account_class to candor_app;

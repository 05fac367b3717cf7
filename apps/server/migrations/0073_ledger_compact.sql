-- The journal in half the room: words that are chosen from a few are enumerations of four bytes,
-- what an act is about is an id in binary, columns lie so that nothing is padded, and what makes an
-- act happen once is looked up by a hash. Rows, their numbers and every guard stay as they were.
--
-- A new kind, class or asset: `alter type … add value`; the chart (`allowed`, `account_class`) and
-- the balances stay texts, so the same migration may add to them.
create type ledger.mode as enum ('demo', 'real');
create type ledger.asset as enum ('BTC', 'ETH', 'USDT');
create type ledger.cause as enum ('case', 'request', 'tick', 'timer');
create type ledger.class as enum (
  'house:bad-debt', 'house:capital', 'house:charity', 'house:creator', 'house:demo-grant',
  'house:early-exit', 'house:exchange', 'house:fees', 'house:financing', 'house:goodwill',
  'house:lending', 'house:loan-interest', 'house:marketing', 'house:network-fees',
  'house:strategy', 'house:trading', 'user:bid', 'user:cash', 'user:collateral', 'user:debt',
  'user:deficit', 'user:leaving', 'user:margin', 'user:plan', 'user:reversed', 'user:stake',
  'world:bitcoin', 'world:ethereum', 'world:outside', 'world:tron'
);
create type ledger.kind as enum (
  'adjustment', 'charity-payout', 'collateral-sale', 'contract-close', 'contract-open',
  'contract-void', 'convert', 'creator-payout', 'daily-cover', 'demo-opening', 'demo-reset',
  'deposit', 'deposit-reversal', 'financing', 'house-funding', 'house-takeout', 'loan-grant',
  'loan-interest', 'loan-repay', 'loan-shortfall', 'network-gas', 'nft-bid', 'nft-outbid',
  'nft-sale', 'option-buy', 'option-settle', 'plan-exit', 'plan-fill', 'plan-invest',
  'plan-settle', 'plan-subsidy', 'pledge', 'pledge-release', 'protection', 'withdrawal-done',
  'withdrawal-request', 'withdrawal-return'
);

drop view ledger.posted_balance, ledger.posted_house, ledger.posted_place;

create table ledger.entry_compact (
  user_id uuid not null,
  id uuid not null,
  subject uuid,
  seq bigint not null,
  at timestamptz not null,
  -- The transaction of the act: no posting can be added once it is over.
  tx xid8 not null default pg_current_xact_id(),
  kind ledger.kind not null,
  mode ledger.mode not null,
  cause ledger.cause not null,
  part smallint not null,
  request_id text not null,
  reverses uuid
);
create table ledger.posting_compact (
  user_id uuid not null,
  entry_id uuid not null,
  kind ledger.kind not null,
  mode ledger.mode not null,
  asset ledger.asset not null,
  from_class ledger.class not null,
  to_class ledger.class not null,
  line smallint not null,
  from_sub text not null default '',
  to_sub text not null default '',
  amount numeric(38,0) not null
);
insert into ledger.entry_compact
  (user_id, id, subject, seq, at, tx, kind, mode, cause, part, request_id, reverses)
select user_id, id, subject::uuid, seq, at, tx, kind::ledger.kind, mode::ledger.mode,
       cause::ledger.cause, part, request_id, reverses
from ledger.entry order by seq;
insert into ledger.posting_compact
  (user_id, entry_id, kind, mode, asset, from_class, to_class, line, from_sub, to_sub, amount)
select p.user_id, p.entry_id, p.kind::ledger.kind, p.mode::ledger.mode, p.asset::ledger.asset,
       p.from_class::ledger.class, p.to_class::ledger.class, p.line, p.from_sub, p.to_sub, p.amount
from ledger.posting p join ledger.entry e on e.user_id = p.user_id and e.id = p.entry_id
order by e.seq, p.line;

-- Nothing may be lost on the way.
do $$
begin
  if (select count(*) from ledger.entry) <> (select count(*) from ledger.entry_compact)
    or (select (count(*), sum(amount)) from ledger.posting)
       is distinct from (select (count(*), sum(amount)) from ledger.posting_compact) then
    raise exception 'the journal was not copied whole';
  end if;
end $$;

drop table ledger.posting;
drop table ledger.entry;
alter table ledger.entry_compact rename to entry;
alter table ledger.posting_compact rename to posting;

alter table ledger.entry alter seq add generated always as identity;
select setval(pg_get_serial_sequence('ledger.entry', 'seq'), max(seq)) from ledger.entry
having max(seq) is not null;

-- What makes an act happen once, by the user's side: 128 bits of SHA-256, so that nobody finds a
-- second text for the key of another act.
create function ledger.act_key(request_id text, part smallint) returns uuid
  language sql immutable parallel safe
  return encode(substring(sha256(
    replace(part::text || ' ' || request_id, '\', '\\')::bytea) from 1 for 16), 'hex')::uuid;

alter table ledger.entry
  add primary key (user_id, id),
  add check (request_id <> ''),
  add check (part >= 0);
create unique index entry_once on ledger.entry (user_id, ledger.act_key(request_id, part));
-- An act is taken back once.
create unique index entry_by_reversed on ledger.entry (user_id, reverses)
  where reverses is not null;
create index entry_of_book on ledger.entry (user_id, mode, seq);
alter table ledger.posting
  add primary key (user_id, entry_id, line),
  add check (line >= 0),
  -- "Not a number" counts as larger than every number, hence the second half.
  add check (amount > 0 and amount < 1e38),
  add check (from_class <> to_class or from_sub <> to_sub);

create or replace function ledger.mark_statements(users uuid[], modes text[]) returns void
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
    select e.seq from entry e where e.user_id = w.user_id and e.mode = w.mode::ledger.mode
    order by e.seq desc limit 1
  ) newest
  on conflict do nothing;
end $$;

-- As before; the chart and the balances stay texts, so that a migration may add to them.
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
      select o.reverses is not null as is_reversal, o.seq
      from entry o
      where o.user_id = p.user_id and o.id = p.entry_id and o.mode = p.mode and o.kind = p.kind
        and o.tx = pg_current_xact_id()
      offset 0
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

-- What the totals are by the postings. Read by the reconciliation and by `rebuild_totals`.
create view ledger.posted_balance as
  select l.user_id, l.mode, l.asset, l.class, sum(l.amount) as amount,
         coalesce(sum(l.amount) filter (
           where ledger.is_result(l.kind, l.other) and l.seq > coalesce(r.seq, 0)), 0) as earned,
         count(*) filter (where ledger.is_own(l.class) and not ledger.is_own(l.other)) as lines
  from (
    select p.user_id, p.mode::text as mode, p.asset::text as asset, p.kind::text as kind, e.seq,
           side.class, side.other, side.amount
    from ledger.posting p
    join ledger.entry e on e.user_id = p.user_id and e.id = p.entry_id
    cross join lateral (values (p.from_class::text, p.to_class::text, -p.amount),
                               (p.to_class::text, p.from_class::text, p.amount))
      side (class, other, amount)
    where side.class like 'user:%'
  ) l
  left join (
    select e.user_id, e.mode::text as mode, max(e.seq) as seq from ledger.entry e
    where e.kind = 'demo-reset' and e.reverses is null group by 1, 2
  ) r on r.user_id = l.user_id and r.mode = l.mode
  group by 1, 2, 3, 4;
create view ledger.posted_house as
  select p.mode::text as mode, p.asset::text as asset, side.class, side.sub,
         sum(side.amount) as amount
  from ledger.posting p
  cross join lateral (values (p.from_class::text, p.from_sub, -p.amount),
                             (p.to_class::text, p.to_sub, p.amount)) side (class, sub, amount)
  where side.class like 'house:%'
  group by 1, 2, 3, 4;
-- Where a statement stands after each entry that has a payment in it.
create view ledger.posted_place as
  select user_id, mode, seq, sum(lines) over book as place, lines, sum(usdt) over book as usdt,
         sum(btc) over book as btc, sum(eth) over book as eth
  from (
    select e.user_id, e.mode::text as mode, e.seq, count(*) filter (where x.is_line) as lines,
           coalesce(sum(x.amount) filter (where p.asset = 'USDT'), 0) as usdt,
           coalesce(sum(x.amount) filter (where p.asset = 'BTC'), 0) as btc,
           coalesce(sum(x.amount) filter (where p.asset = 'ETH'), 0) as eth
    from ledger.posting p
    join ledger.entry e on e.user_id = p.user_id and e.id = p.entry_id
    cross join lateral (
      select ledger.is_own(p.to_class::text) <> ledger.is_own(p.from_class::text) as is_line,
             case when ledger.is_own(p.to_class::text) then p.amount else 0 end
               - case when ledger.is_own(p.from_class::text) then p.amount else 0 end as amount
    ) x
    group by 1, 2, 3
  ) entries
  window book as (partition by user_id, mode order by seq);

create trigger entry_complete after insert on ledger.entry
  referencing new table as new_entry for each statement
  execute function ledger.check_entries();
create trigger posting_applies after insert on ledger.posting
  referencing new table as new_posting for each statement
  execute function ledger.apply_postings();
create trigger entry_immutable before update or delete or truncate on ledger.entry
  for each statement execute function ledger.refuse_change();
create trigger posting_immutable before update or delete or truncate on ledger.posting
  for each statement execute function ledger.refuse_change();

grant select, insert on ledger.posting to candor_app;
-- Not `seq` and `tx`: the database alone says when an entry was written.
grant select,
  insert (user_id, id, mode, kind, request_id, part, cause, subject, reverses, at)
  on ledger.entry to candor_app;
grant select on ledger.posted_balance, ledger.posted_house, ledger.posted_place to candor_app;

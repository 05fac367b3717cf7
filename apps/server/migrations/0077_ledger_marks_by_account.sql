-- How many payments of each account stand between a mark of a statement and the one before it, so
-- that a statement narrowed to some accounts or one asset is counted, and its page found, from the
-- marks: what has none between two marks is passed over.
alter table ledger.mark
  -- {"ASSET CLASS": payments whose other side is an account of that class}.
  add column counts jsonb not null default '{}';

-- What the postings say between each mark and the one before it. Read by the reconciliation and by
-- `rebuild_totals`.
create view ledger.posted_mark as
  select m.user_id, m.mode, m.place, coalesce(block.counts, '{}') as counts
  from (
    select user_id, mode, place, seq,
           lag(seq, 1, 0::bigint) over (partition by user_id, mode order by place) as before
    from ledger.mark
  ) m
  cross join lateral (
    select jsonb_object_agg(l.account, l.lines) as counts
    from (
      select p.asset::text || ' ' || (case when ledger.is_own(p.to_class::text)
                                      then p.from_class else p.to_class end)::text as account,
             count(*) as lines
      from ledger.entry e
      join ledger.posting p on p.user_id = e.user_id and p.entry_id = e.id
      where e.user_id = m.user_id and e.mode = m.mode::ledger.mode
        and e.seq > m.before and e.seq <= m.seq
        and ledger.is_own(p.to_class::text) <> ledger.is_own(p.from_class::text)
      group by 1
    ) l
  ) block;

-- As before, and counts what stands between.
create or replace function ledger.mark_statements(users uuid[], modes text[]) returns void
  language plpgsql security definer set search_path = ledger, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into mark (user_id, mode, place, seq, usdt, btc, eth, counts)
  select w.user_id, w.mode, own.lines, newest.seq, own.usdt, own.btc, own.eth,
         coalesce(block.counts, '{}')
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
  cross join lateral (
    select coalesce(max(k.seq), 0) as seq from (
      select seq from mark where user_id = w.user_id and mode = w.mode
      order by place desc limit 1
    ) k
  ) before
  cross join lateral (
    select jsonb_object_agg(l.account, l.lines) as counts
    from (
      select p.asset::text || ' ' || (case when is_own(p.to_class::text)
                                      then p.from_class else p.to_class end)::text as account,
             count(*) as lines
      from entry e
      join posting p on p.user_id = e.user_id and p.entry_id = e.id
      where e.user_id = w.user_id and e.mode = w.mode::ledger.mode
        and e.seq > before.seq and e.seq <= newest.seq
        and is_own(p.to_class::text) <> is_own(p.from_class::text)
      group by 1
    ) l
  ) block
  on conflict do nothing;
end $$;

-- As before, and counts what stands between the marks.
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
end $$;

update ledger.mark m set counts = p.counts from ledger.posted_mark p
where p.user_id = m.user_id and p.mode = m.mode and p.place = m.place;

grant select on ledger.posted_mark to candor_app;

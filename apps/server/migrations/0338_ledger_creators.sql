-- What is paid to the creators of tokens is what a row of nft says, too, to the unit (decision 0100).
create or replace function ledger.check_nft_postings() returns trigger
  language plpgsql security definer set search_path = ledger, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  strayed uuid;
begin
  if not exists (
    select from new_posting p
    where p.kind in ('nft-bid', 'nft-outbid', 'nft-sale', 'charity-payout', 'creator-payout')
  ) then
    return null;
  end if;
  select e.id into strayed
  from (
    select distinct p.user_id, p.entry_id from new_posting p
    where p.kind in ('nft-bid', 'nft-outbid', 'nft-sale', 'charity-payout', 'creator-payout')
  ) w
  cross join lateral (
    select * from entry o where o.user_id = w.user_id and o.id = w.entry_id offset 0
  ) e
  cross join lateral (
    select coalesce(sum(p.amount) filter (where p.from_class = 'user:cash' and p.to_class = 'user:bid'), 0) as put,
           coalesce(sum(p.amount) filter (where p.from_class = 'user:bid' and p.to_class = 'user:cash'), 0) as back,
           coalesce(sum(p.amount) filter (where p.to_class = 'house:charity'), 0) as charity,
           coalesce(sum(p.amount) filter (where p.to_class = 'house:creator'), 0) as creator,
           coalesce(sum(p.amount) filter (where p.from_class = 'user:bid' and p.to_class = 'house:fees'), 0) as house,
           coalesce(sum(p.amount) filter (where p.from_class in ('house:charity', 'house:creator')), 0) as paid,
           bool_and(p.asset = 'USDT' and p.mode = 'real') as is_real,
           min(case when p.from_class = 'house:charity' then p.from_sub
                    when p.to_class = 'house:charity' then p.to_sub end) as charity_sub,
           min(case when p.from_class = 'house:creator' then p.from_sub
                    when p.to_class = 'house:creator' then p.to_sub end) as creator_sub,
           min(p.to_class::text) filter (where p.from_class in ('house:charity', 'house:creator')) as account,
           count(*) filter (where p.from_class = 'house:charity' or p.to_class = 'house:charity') as of_charity,
           count(*) filter (where p.from_class = 'house:creator' or p.to_class = 'house:creator') as of_creator
    from posting p where p.user_id = e.user_id and p.entry_id = e.id
  ) m
  where e.reverses is not null or not m.is_real or m.of_charity > 1 or m.of_creator > 1 or not exists (
    select from platform.nft_says(e.kind::text, e.user_id, e.subject, e.request_id) s
    where s.put = m.put and s.back = m.back and s.charity = m.charity and s.creator = m.creator
      and s.house = m.house and s.paid = m.paid
      and s.charity_sub is not distinct from m.charity_sub
      and s.creator_sub is not distinct from m.creator_sub
      and s.account is not distinct from m.account)
  limit 1;
  if strayed is not null then
    raise exception 'entry % of a token is not what its rows say', strayed
      using errcode = 'check_violation', constraint = 'entry_of_nft';
  end if;
  return null;
end $$;

-- A subsidy is one entry from the capital of the house into the clearing of a fund, and from there to its orders,
-- each by an entry that says what its row says.
insert into ledger.allowed (kind, from_class, to_class) values
  ('plan-subsidy', 'house:capital', 'house:strategy'),
  ('plan-subsidy', 'house:strategy', 'user:plan');

create or replace function ledger.check_plan_postings() returns trigger
  language plpgsql security definer set search_path = ledger, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  strayed uuid;
begin
  if not exists (
    select from new_posting p
    where p.kind in ('plan-invest', 'plan-fill', 'plan-mark', 'plan-settle', 'plan-exit', 'plan-subsidy')
  ) then
    return null;
  end if;
  select e.id into strayed
  from (
    select distinct p.user_id, p.entry_id from new_posting p
    where p.kind in ('plan-invest', 'plan-fill', 'plan-mark', 'plan-settle', 'plan-exit', 'plan-subsidy')
  ) w
  cross join lateral (
    select * from entry o where o.user_id = w.user_id and o.id = w.entry_id offset 0
  ) e
  cross join lateral (
    select coalesce(sum(case when p.from_class = 'house:strategy' and p.to_class = 'user:plan' then p.amount
                    when p.from_class = 'user:plan' and p.to_class = 'house:strategy' then -p.amount
                    else 0 end), 0) as gained,
           coalesce(sum(case when p.from_class = 'house:trading' then p.amount
                    when p.to_class = 'house:trading' then -p.amount else 0 end), 0) as brought,
           coalesce(sum(p.amount) filter (where p.to_class = 'house:fees'), 0) as fees,
           coalesce(sum(p.amount) filter (where p.from_class = 'user:plan' and p.to_class = 'user:cash'), 0) as paid,
           coalesce(sum(p.amount) filter (where p.to_class = 'house:early-exit'), 0) as kept,
           coalesce(sum(p.amount) filter (where p.from_class = 'user:cash' and p.to_class = 'user:plan'), 0) as put,
           coalesce(sum(p.amount) filter (
             where p.from_class = 'house:capital' and p.to_class = 'house:strategy'), 0) as granted,
           -- Straight to an order, past the one entry of the case: never.
           coalesce(bool_or(p.from_class = 'house:capital' and p.to_class = 'user:plan'), false) as is_direct,
           bool_and(p.asset = 'USDT') as is_usdt,
           min(case when p.from_class = 'house:strategy' then p.from_sub
                    when p.to_class = 'house:strategy' then p.to_sub end) as first_sub,
           max(case when p.from_class = 'house:strategy' then p.from_sub
                    when p.to_class = 'house:strategy' then p.to_sub end) as last_sub
    from posting p where p.user_id = e.user_id and p.entry_id = e.id
  ) m
  where e.reverses is not null or not m.is_usdt or m.is_direct or not exists (
    select from platform.plan_says(e.kind::text, e.user_id, e.subject, e.request_id) s
    where s.mode = e.mode::text and s.gained = m.gained and s.brought = m.brought and s.fees = m.fees
      and s.paid = m.paid and s.kept = m.kept and s.put = m.put and s.granted = m.granted
      and coalesce(m.first_sub = s.sub and m.last_sub = s.sub, m.first_sub is null))
  limit 1;
  if strayed is not null then
    raise exception 'entry % of a plan is not what its rows say', strayed
      using errcode = 'check_violation', constraint = 'entry_of_plan';
  end if;
  return null;
end $$;

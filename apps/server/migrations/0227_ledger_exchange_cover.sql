-- What conversions left in `house:exchange` is evened out with the capital of the same asset, by two people.
insert into ledger.allowed (kind, from_class, to_class) values
  ('exchange-cover', 'house:capital', 'house:exchange'),
  ('exchange-cover', 'house:exchange', 'house:capital');

-- As before, and for covers too: their amount is signed, above zero towards the exchange.
create or replace function ledger.check_case_postings() returns trigger
  language plpgsql security definer set search_path = ledger, pg_temp
  set enable_seqscan = off as $$
declare
  strayed uuid;
begin
  if not exists (
    select from new_posting p where p.kind in ('adjustment', 'house-funding', 'house-takeout', 'exchange-cover')
  ) then
    return null;
  end if;
  select e.id into strayed
  from (
    select distinct p.user_id, p.entry_id from new_posting p
    where p.kind in ('adjustment', 'house-funding', 'house-takeout', 'exchange-cover')
  ) w
  join entry e on e.user_id = w.user_id and e.id = w.entry_id
  cross join lateral (
    select coalesce(sum(case
             when p.from_class = 'house:goodwill' then p.amount
             when p.to_class = 'house:goodwill' then -p.amount
             when p.from_class = 'house:exchange' then -p.amount
             when p.from_class::text like 'house:%' or p.to_class::text like 'house:%' then p.amount
             else 0 end), 0) as moved,
           array_agg(distinct p.asset::text) as assets,
           min(p.from_class::text) as from_class, min(p.to_class::text) as to_class,
           count(*) as lines
    from posting p where p.user_id = e.user_id and p.entry_id = e.id
  ) paid
  left join platform.decision d on d.id = e.subject
  where not coalesce(
    e.reverses is null and e.cause = 'case' and d.mode = e.mode::text
    and paid.assets = array[d.asset] and paid.moved = d.amount
    and case e.kind
      when 'adjustment' then d.kind = 'adjustment' and d.user_id = e.user_id
      when 'exchange-cover' then d.kind = 'exchangeCover' and paid.lines = 1
      when 'house-funding' then d.kind = 'houseFunding' and paid.lines = 1
        and paid.from_class = d.account
      else d.kind = 'takeOut' and paid.lines = 1 and paid.to_class = d.account
    end, false)
  limit 1;
  if strayed is not null then
    raise exception 'entry % is not what a case decided', strayed
      using errcode = 'check_violation', constraint = 'entry_of_case';
  end if;
  return null;
end $$;

create unique index entry_of_cover_case on ledger.entry (subject) where kind = 'exchange-cover';

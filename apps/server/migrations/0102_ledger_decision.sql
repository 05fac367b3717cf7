-- An entry that pays from or to the operator by a decision needs that decision: a case of its kind,
-- approved by two people, not carried out yet, of just this amount and these accounts.
create function ledger.check_case_postings() returns trigger
  language plpgsql security definer set search_path = ledger, pg_temp
  set enable_seqscan = off as $$
declare
  strayed uuid;
begin
  if not exists (
    select from new_posting p where p.kind in ('adjustment', 'house-funding', 'house-takeout')
  ) then
    return null;
  end if;
  select e.id into strayed
  from (
    select distinct p.user_id, p.entry_id from new_posting p
    where p.kind in ('adjustment', 'house-funding', 'house-takeout')
  ) w
  join entry e on e.user_id = w.user_id and e.id = w.entry_id
  cross join lateral (
    select coalesce(sum(case
             when p.from_class = 'house:goodwill' then p.amount
             when p.to_class = 'house:goodwill' then -p.amount
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
revoke all on function ledger.check_case_postings() from public;

-- Named behind `posting_applies`, so that what is no entry at all is refused as that.
create trigger posting_of_case after insert on ledger.posting
  referencing new table as new_posting for each statement
  execute function ledger.check_case_postings();

-- What was decided is done once.
create unique index entry_of_case on ledger.entry (subject)
  where kind in ('adjustment', 'house-funding', 'house-takeout');

-- A withdrawal's case is opened by the product, not by its owner: it ends too when the owner takes the withdrawal
-- back. Of what the product opened this goes for withdrawals alone; their owner is who the case is about.
create or replace function cases.take_back(case_id uuid, by_user uuid, at timestamptz) returns boolean
  language plpgsql security definer set search_path = cases, pg_temp as $$
begin
  update cases.case set state = 'decided', verdict = 'withdrawn', decided_by = opened_by,
    decided_at = take_back.at, claimed_by = null, claimed_at = null
  where id = take_back.case_id and user_id = take_back.by_user and state <> 'decided'
    and (opened_by = 'user:' || take_back.by_user::text
      or (opened_by = 'system' and kind = 'withdrawal'));
  return found;
end $$;

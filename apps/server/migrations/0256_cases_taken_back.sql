-- A case that a user opened about something of their own ends when they take that back: nobody has to decide on
-- it any more. The product's role decides nothing otherwise, so that this is a function of its own.
create function cases.take_back(case_id uuid, by_user uuid, at timestamptz) returns boolean
  language plpgsql security definer set search_path = cases, pg_temp as $$
begin
  update cases.case set state = 'decided', verdict = 'withdrawn', decided_by = opened_by,
    decided_at = take_back.at, claimed_by = null, claimed_at = null
  where id = take_back.case_id and user_id = take_back.by_user and state <> 'decided'
    and opened_by = 'user:' || take_back.by_user::text;
  return found;
end $$;
revoke all on function cases.take_back(uuid, uuid, timestamptz) from public;
grant execute on function cases.take_back(uuid, uuid, timestamptz) to candor_app;

-- Plans pay the fee of their trades, and what they hold is marked; other capabilities may ask whether an act of
-- theirs stands in the books, without reading them.
insert into ledger.allowed (kind, from_class, to_class) values
  ('plan-fill', 'house:strategy', 'house:fees'),
  ('plan-mark', 'house:trading', 'house:strategy'),
  ('plan-mark', 'house:strategy', 'house:trading');

create function platform.has_entry(p_user uuid, p_request text) returns boolean
  language sql stable security definer set search_path = ledger, pg_temp as $$
  select exists (
    select from entry e
    where e.user_id = p_user and act_key(e.request_id, e.part) = act_key(p_request, 0::smallint)
      and e.request_id = p_request)
$$;
revoke all on function platform.has_entry(uuid, text) from public;
grant execute on function platform.has_entry(uuid, text) to candor_app;

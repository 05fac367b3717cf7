-- What two people approved of a kind and nobody carried out yet, with its amount as "units": for guards that ask
-- what was decided. Null for anything else.
create function platform.decided_facts(p_case uuid, p_kind text) returns jsonb
  language sql stable security definer set search_path = cases, pg_temp
  return (
    select c.facts::jsonb || jsonb_build_object('units', c.amount::text)
    from cases.case c
    where c.id = p_case and c.kind = p_kind and c.state = 'decided' and c.verdict = 'approved'
      and c.applied_at is null and c.people = 2 and c.first_by <> c.decided_by);
revoke all on function platform.decided_facts(uuid, text) from public;

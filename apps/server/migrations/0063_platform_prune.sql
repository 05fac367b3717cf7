-- Drops facts that every reader named has read and that are older than a moment, some at a time and
-- the oldest first. A reader that has no place yet has read nothing.
create function platform.prune_outbox(readers text[], before timestamptz, most integer)
  returns integer
  language plpgsql security definer set search_path = platform, pg_temp as $$
declare
  slowest record;
  dropped integer;
begin
  if exists (
    select from unnest(readers) as wanted (name)
    where not exists (select from reader r where r.name = wanted.name)
  ) then
    return 0;
  end if;
  select r.tx, r.seq into slowest from reader r order by r.tx, r.seq limit 1;
  if not found then
    return 0;
  end if;
  delete from outbox o
  using (select tx, seq, at from outbox order by tx, seq limit most) oldest
  where o.tx = oldest.tx and o.seq = oldest.seq and oldest.at < before
    and (o.tx, o.seq) <= (slowest.tx, slowest.seq);
  get diagnostics dropped = row_count;
  return dropped;
end $$;
revoke all on function platform.prune_outbox(text[], timestamptz, integer) from public;
grant execute on function platform.prune_outbox(text[], timestamptz, integer) to candor_app;

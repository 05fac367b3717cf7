-- Who remembers a book does not wait for whoever holds it: what travels behind would wait too, and
-- the book is about to move. It is read again, and waited for, in a transaction of its own.
create or replace function ledger.hold_books(users uuid[], modes text[], versions bigint[])
  returns void
  language plpgsql security definer set search_path = ledger, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set cpu_operator_cost = 1 as $$
declare
  held bigint;
begin
  select count(*) into held from (
    select b.version, wanted.version as remembered
    from unnest(users, modes, versions) as wanted (user_id, mode, version)
    join balance b on b.user_id = wanted.user_id and b.mode = wanted.mode
      and b.asset = 'USDT' and b.class = 'user:cash'
    order by b.user_id, b.mode for update of b nowait
  ) locked where locked.version = locked.remembered;
  if held <> cardinality(users) then
    raise exception 'a book moved since it was remembered' using errcode = 'serialization_failure';
  end if;
end $$;

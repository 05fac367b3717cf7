-- One process at a time writes. Each start takes the next number; transactions of the product carry
-- theirs and are refused when another start has taken a later one.
create table platform.epoch (
  single boolean primary key default true check (single),
  number bigint not null default 0,
  at timestamptz not null default now()
);
insert into platform.epoch default values;
grant select on platform.epoch to candor_app;

-- The shared lock is held to the end of the transaction: whoever takes the next number holds the
-- same lock alone, and so waits for every transaction that was let through with the number before.
-- The number is read behind the lock, by a statement of its own and therefore as it is then.
create function platform.hold_epoch(mine bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(4210022);
  if mine is distinct from (select number from platform.epoch) then
    raise exception 'another Candor works on this database'
      using errcode = 'object_not_in_prerequisite_state', constraint = 'epoch';
  end if;
end $$;
revoke all on function platform.hold_epoch(bigint) from public;
grant execute on function platform.hold_epoch(bigint) to candor_app;

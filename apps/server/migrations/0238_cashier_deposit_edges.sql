-- The same edges as `deposits/rules.ts`; a test compares them.
create table cashier.deposit_edge (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);
insert into cashier.deposit_edge values
  ('seen', 'seen'), ('seen', 'credited'), ('seen', 'reversed'),
  ('credited', 'credited'), ('credited', 'reversed'),
  ('reversed', 'seen');

create function cashier.guard_deposit() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'seen' or new.round <> 0 then
      raise exception 'a deposit begins seen' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if new.state <> old.state and not exists (
    select from cashier.deposit_edge e
    where e.from_state = old.state and e.to_state = new.state) then
    raise exception 'a deposit does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'deposit_edge';
  end if;
  -- Each credit is one round, and what is in no block is not credited.
  if new.round <> old.round + (new.state = 'credited' and old.state <> 'credited')::int
     or (new.state = 'credited' and old.state <> 'credited' and old.is_orphan) then
    raise exception 'a deposit is credited once each time it is in a block'
      using errcode = 'check_violation', constraint = 'deposit_round';
  end if;
  return new;
end $$;
create trigger deposit_guard before insert or update on cashier.deposit
  for each row execute function cashier.guard_deposit();

grant select on cashier.deposit_edge to candor_app;

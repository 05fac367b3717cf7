-- Every state a deposit came to, each once for each time: what left the chain may come back and be credited anew.
create table cashier.deposit_step (
  user_id uuid not null,
  deposit_id uuid not null,
  place bigint generated always as identity,
  state text not null check (state in ('seen', 'credited', 'reversed')),
  at timestamptz not null,
  primary key (user_id, deposit_id, place),
  foreign key (user_id, deposit_id) references cashier.deposit
);
insert into cashier.deposit_step (user_id, deposit_id, state, at)
select d.user_id, d.id, s.state, s.at from cashier.deposit d
cross join lateral (values (1, 'seen', d.seen_at), (2, 'credited', d.credited_at),
  (3, 'reversed', d.reversed_at)) as s (place, state, at)
where s.at is not null order by d.user_id, d.id, s.at, s.place;

create function cashier.refuse_deposit_step() returns trigger language plpgsql as $$
begin
  raise exception 'what happened to a deposit stays' using errcode = 'insufficient_privilege';
end $$;
create trigger deposit_step_final before update or delete or truncate on cashier.deposit_step
  for each statement execute function cashier.refuse_deposit_step();
revoke all on function cashier.refuse_deposit_step() from public;
grant select, insert on cashier.deposit_step to candor_app;

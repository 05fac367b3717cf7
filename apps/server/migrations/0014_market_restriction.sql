-- What an operator decided about an instrument, in the order in which it was decided. The newest
-- row of an instrument is in force; nothing is changed or taken back, a new row says otherwise.
create table market.restriction (
  code text not null check (length(code) between 1 and 24),
  number integer not null check (number > 0),
  status text not null check (status in ('open', 'closeOnly', 'suspended')),
  reason text not null check (length(trim(reason)) between 1 and 400),
  set_by text not null check (length(trim(set_by)) between 1 and 120),
  at timestamptz not null,
  primary key (code, number)
);

create function market.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a decision about an instrument gets a new row, never another content'
    using errcode = 'insufficient_privilege';
end $$;
create trigger restriction_immutable before update or delete or truncate on market.restriction
  for each statement execute function market.refuse_change();

grant select, insert on market.restriction to candor_app;

-- What a user marked in the list.
create table market.favourite (
  user_id uuid not null,
  code text not null check (length(code) between 1 and 24),
  at timestamptz not null,
  primary key (user_id, code)
);

grant select, insert, delete on market.favourite to candor_app;

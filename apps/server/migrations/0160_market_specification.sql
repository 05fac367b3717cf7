-- What two members decided an instrument is: one that was added, or other caps, hours and sources of
-- one there was. The rows of an instrument follow one another; none is changed, a new one says otherwise.
create table market.specification (
  code text not null check (length(code) between 1 and 24),
  number integer not null check (number > 0),
  -- Wall time from which it is in force.
  from_at timestamptz not null,
  -- Canonical JSON of its terms; there is no price among them.
  terms text not null check (length(terms) between 2 and 4000),
  -- The case that decided it.
  case_number text not null check (length(case_number) between 1 and 20),
  at timestamptz not null,
  primary key (code, number),
  check (from_at >= at)
);
create unique index specification_of_case on market.specification (case_number);

create trigger specification_immutable before update or delete or truncate on market.specification
  for each statement execute function market.refuse_change();

grant select, insert on market.specification to candor_app;

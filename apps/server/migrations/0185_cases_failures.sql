-- Decided cases whose carrying out failed: how often, why, and when the next try is. What was tried is
-- rolled back whole; this is written after it.
create table cases.failure (
  case_id uuid primary key references cases.case,
  tries integer not null check (tries > 0),
  since timestamptz not null,
  next_at timestamptz not null,
  why text not null check (length(why) between 1 and 200),
  -- When its people were told.
  alarmed_at timestamptz
);
grant select, insert on cases.failure to candor_app;
grant update (tries, next_at, why, alarmed_at) on cases.failure to candor_app;
grant select on cases.failure to candor_desk;

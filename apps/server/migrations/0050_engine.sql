-- How far the tape has been acted on, for each run of prices: a start goes on from there.
create schema engine;
grant usage on schema engine to candor_app;

create table engine.place (
  feed text primary key,
  -- Every tick before this one has set off what it had to, and that is committed.
  tick text not null check (tick ~ '^\d{4}-\d{2}-\d{2}/\d+$'),
  kept_at timestamptz not null
) with (fillfactor = 50);

grant select, insert, update on engine.place to candor_app;

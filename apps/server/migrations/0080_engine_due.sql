-- Orders that a tick set off and that could not be done for a while, each with its tick: they hold
-- back no longer from where a start reads the tape.
create table engine.due (
  user_id uuid not null,
  contract_id uuid not null,
  feed text not null,
  tick text not null check (tick ~ '^\d{4}-\d{2}-\d{2}/\d+$'),
  kept_at timestamptz not null,
  primary key (user_id, contract_id, feed)
);

grant select, insert, update, delete on engine.due to candor_app;

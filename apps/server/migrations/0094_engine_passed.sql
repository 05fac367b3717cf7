-- What orders that wait were passed over at so far, so that a start goes on with it; written down for
-- good with their filling.
create table engine.passed (
  user_id uuid not null,
  contract_id uuid not null,
  feed text not null,
  -- [{reason, from, to}], oldest first, a bounded number of them.
  spans jsonb not null,
  kept_at timestamptz not null,
  primary key (user_id, contract_id, feed)
);

grant select, insert, update, delete on engine.passed to candor_app;

-- What every capability stands on: facts to announce, kept answers, exact time.
create schema platform;
grant usage on schema platform to candor_app;

create function platform.from_ms(ms bigint) returns timestamptz
  language sql immutable parallel safe
  return timestamptz 'epoch' + ms * interval '1 millisecond';

-- Committed facts in the order they may be read. A row is read only when every transaction with a
-- smaller id has ended, so that no fact is skipped however late it commits.
create table platform.outbox (
  seq bigint generated always as identity,
  tx xid8 not null default pg_current_xact_id(),
  topic text not null,
  payload text not null,
  at timestamptz not null,
  primary key (tx, seq)
);

-- How far each reader has come.
create table platform.reader (
  name text primary key,
  tx xid8 not null,
  seq bigint not null
);

-- The answer to every request that moved money or was refused, kept forever, byte for byte.
create table platform.request (
  user_id uuid not null,
  request_id uuid not null,
  call text not null,
  body_hash text not null,
  answer text not null,
  at timestamptz not null,
  primary key (user_id, request_id)
);

grant select, insert on platform.outbox, platform.request to candor_app;
grant select, insert, update on platform.reader to candor_app;

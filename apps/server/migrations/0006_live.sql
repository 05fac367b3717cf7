-- Tickets for the socket: proof that somebody with a session asked for one a moment ago. A ticket
-- is removed when it is used, whether it fitted or not; only its SHA-256 is kept.
create schema live;
grant usage on schema live to candor_app;

-- Found by nothing but its hash, so that is its key; it lives for seconds.
create table live.ticket (
  hash text primary key,
  user_id uuid not null,
  session_id uuid not null,
  mode text not null check (mode in ('demo', 'real')),
  expires_at timestamptz not null
);
create index ticket_by_end on live.ticket (expires_at);

grant select, insert, delete on live.ticket to candor_app;

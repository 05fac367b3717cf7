-- Who has an account, on which devices it is signed in, and the secrets that prove it, hashed.
create schema accounts;
grant usage on schema accounts to candor_app;

create table accounts.account (
  user_id uuid primary key,
  username text not null unique check (username ~ '^[a-z0-9._-]{3,32}$'),
  password_hash text not null check (password_hash like '$argon2id$%'),
  status text not null default 'active' check (status in ('active', 'disabled')),
  demo_disabled boolean not null default false,
  -- The demo book's history stays at a reset; its result counts from here on.
  demo_reset_no integer not null default 0 check (demo_reset_no >= 0),
  demo_reset_at timestamptz not null,
  created_at timestamptz not null
);

-- One device that is signed in; its tokens are a family that ends as a whole. A session that ended
-- never lives again.
create table accounts.session (
  user_id uuid not null references accounts.account,
  id uuid not null unique,
  client text not null check (client in ('web', 'api')),
  -- Both already cut down to what the list of devices shows.
  device text not null,
  address text not null,
  created_at timestamptz not null,
  last_at timestamptz not null,
  ended_at timestamptz,
  ended_by text check (ended_by in ('logout', 'user', 'reuse')),
  primary key (user_id, id),
  check ((ended_at is null) = (ended_by is null))
);

-- SHA-256 of each token. A refresh token that was used stays until it would have expired, so that
-- its second use is recognised as theft and not as an unknown text.
create table accounts.token (
  hash text primary key,
  kind text not null check (kind in ('access', 'refresh')),
  user_id uuid not null,
  session_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (user_id, session_id) references accounts.session
);
create index token_of_session on accounts.token (user_id, session_id);

create function accounts.refuse_revival() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null and new.ended_at is distinct from old.ended_at then
    raise exception 'a session that ended stays ended' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger session_stays_ended before update on accounts.session
  for each row execute function accounts.refuse_revival();

grant select, insert on accounts.account, accounts.session to candor_app;
grant update (demo_reset_no, demo_reset_at) on accounts.account to candor_app;
grant update (last_at, ended_at, ended_by) on accounts.session to candor_app;
grant select, insert, delete on accounts.token to candor_app;
grant update (used_at) on accounts.token to candor_app;

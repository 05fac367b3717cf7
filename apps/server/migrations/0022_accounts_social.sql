-- Signing in with another service. The key of an account there is who issued it and for whom; a
-- mail address is never a key, because a service may hand it to somebody else.
create table accounts.social_key (
  user_id uuid not null references accounts.account,
  id uuid not null,
  issuer text not null check (issuer ~ '^https?://' and length(issuer) <= 500),
  subject text not null check (length(subject) between 1 and 255),
  linked_at timestamptz not null,
  primary key (user_id, id),
  unique (issuer, subject)
);

-- A way to a service and back that has begun. Only hashes: what proves it is in the browser that
-- began, in a cookie no script can read, and in the address the service sends back.
create table accounts.social_flow (
  state_hash text primary key,
  browser_hash text not null,
  purpose text not null check (purpose in ('login', 'fresh', 'link')),
  -- Whose account it is added to; nobody's for a log-in.
  user_id uuid references accounts.account,
  service text not null,
  redirect_uri text not null,
  next text,
  language text not null check (language ~ '^[a-z]{2}$'),
  expires_at timestamptz not null,
  check ((purpose = 'link') = (user_id is not null))
);
create index social_flow_expiry on accounts.social_flow (expires_at);

-- A session that began after the service asked again who it is; it allows one step-up.
create table accounts.social_fresh (
  user_id uuid not null,
  session_id uuid not null,
  expires_at timestamptz not null,
  primary key (user_id, session_id),
  foreign key (user_id, session_id) references accounts.session
);

grant select, insert, delete on
  accounts.social_key, accounts.social_flow, accounts.social_fresh to candor_app;

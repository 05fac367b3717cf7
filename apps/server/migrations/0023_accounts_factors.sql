-- Second factors, what proves them, and what a change of them holds up.

-- A code app. Its secret is sealed under a key that is not in the database, so that a copy of the
-- database makes no codes.
create table accounts.totp (
  user_id uuid primary key references accounts.account,
  sealed text not null,
  created_at timestamptz not null,
  -- The last step of 30 seconds a code was taken of: no code is taken twice.
  last_step bigint not null check (last_step >= 0)
);
-- A secret that was shown and not proven to be in an app yet.
create table accounts.totp_offer (
  user_id uuid primary key references accounts.account,
  sealed text not null,
  expires_at timestamptz not null
);

create table accounts.passkey (
  user_id uuid not null references accounts.account,
  id uuid not null,
  -- The id the authenticator gave it, base64url.
  credential_id text not null unique check (length(credential_id) <= 1400),
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 64),
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (user_id, id)
);

-- SHA-256 of each; of 80 random bits, so a slow hash would hide nothing more.
create table accounts.recovery_code (
  user_id uuid not null references accounts.account,
  hash text not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

-- A question somebody has to answer: the second step of a sign-in, a confirmation of one act, or
-- a new passkey. Known by a hash; five answers at most, one of them right.
create table accounts.challenge (
  hash text primary key,
  user_id uuid not null references accounts.account,
  purpose text not null check (purpose in ('sign-in', 'step-up', 'passkey')),
  way text check (way in ('password', 'wallet', 'social')),
  action text,
  subject text,
  -- What a passkey signs, base64url.
  nonce text not null,
  tries integer not null default 0 check (tries between 0 and 5),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  check ((purpose = 'sign-in') = (way is not null)),
  check ((purpose = 'step-up') = (action is not null))
);
create index challenge_of_user on accounts.challenge (user_id, created_at);

-- A confirmation of one act about one thing, to be spent once.
create table accounts.step_up (
  hash text primary key,
  user_id uuid not null references accounts.account,
  action text not null,
  subject text,
  expires_at timestamptz not null
);
create index step_up_of_user on accounts.step_up (user_id);

-- Since and until when withdrawals wait after a change of what opens the account.
create table accounts.hold (
  user_id uuid not null references accounts.account,
  id uuid not null,
  reason text not null check (reason ~ '^[a-z]+(-[a-z]+)*$'),
  at timestamptz not null,
  until timestamptz not null check (until > at),
  primary key (user_id, id)
);
create index hold_until on accounts.hold (user_id, until);
create trigger hold_only_grows before update or delete or truncate
  on accounts.hold for each statement execute function platform.refuse_change();

grant select, insert, update, delete on accounts.totp, accounts.totp_offer to candor_app;
grant select, insert, delete on accounts.passkey to candor_app;
grant update (counter, last_used_at) on accounts.passkey to candor_app;
grant select, insert, delete on accounts.recovery_code to candor_app;
grant update (used_at) on accounts.recovery_code to candor_app;
grant select, insert, delete on accounts.challenge to candor_app;
grant update (tries, answered_at) on accounts.challenge to candor_app;
grant select, insert, delete on accounts.step_up to candor_app;
grant select, insert on accounts.hold to candor_app;

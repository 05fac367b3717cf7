-- What an owner sees and does about the safety of an account: log-ins, a freeze, the link that
-- freezes from a notice, copies of everything kept, the end of the account.

-- Each log-in that worked, and the refused tries of an hour from one place in one row, so that
-- nobody can bury the others under a thousand.
create table accounts.login (
  user_id uuid not null references accounts.account,
  id uuid not null,
  -- The latest of its tries.
  at timestamptz not null,
  outcome text not null check (outcome in ('in', 'refused')),
  way text not null check (way in ('password', 'wallet', 'social')),
  device text not null,
  address text not null,
  tries integer not null default 1 check (tries > 0),
  -- The account had never been entered from there.
  is_new boolean not null default false,
  -- Which hour the tries belong to; null for a log-in that worked.
  hour bigint,
  primary key (user_id, id),
  check ((hour is null) = (outcome = 'in')),
  check (tries = 1 or outcome = 'refused')
);
create unique index login_refused on accounts.login (user_id, hour, way, device, address)
  where outcome = 'refused';
create index login_latest on accounts.login (user_id, at desc, id desc);
grant select, insert on accounts.login to candor_app;
grant update (at, tries) on accounts.login to candor_app;

create index security_event_latest on accounts.security_event (user_id, at desc, id desc);

-- An owner's own freeze: it stops withdrawals and new risk, never closing or cancelling. In force
-- while `until` is null or ahead.
create table accounts.freeze (
  user_id uuid primary key references accounts.account,
  since timestamptz not null,
  -- A day after its owner asked for its end; null before that.
  until timestamptz check (until > since)
);
grant select, insert, delete on accounts.freeze to candor_app;
grant update (since, until) on accounts.freeze to candor_app;

-- The link in a notice that freezes the account without a session; SHA-256 of what it carries.
create table accounts.freeze_link (
  hash text primary key,
  user_id uuid not null references accounts.account,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index freeze_link_of_user on accounts.freeze_link (user_id);
grant select, insert, delete on accounts.freeze_link to candor_app;
grant update (used_at) on accounts.freeze_link to candor_app;

-- Changes whose owner was written to, each once however often it is heard of.
create table accounts.notice (
  user_id uuid not null,
  event_id uuid not null,
  at timestamptz not null,
  primary key (user_id, event_id),
  foreign key (user_id, event_id) references accounts.security_event
);
grant select, insert on accounts.notice to candor_app;

-- A copy of everything kept about an account, made when its owner asks and dropped a day later.
create table accounts.export (
  user_id uuid not null references accounts.account,
  id uuid not null unique,
  asked_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > asked_at),
  state text not null default 'preparing' check (state in ('preparing', 'ready', 'failed')),
  content bytea,
  primary key (user_id, id),
  check ((content is not null) = (state = 'ready'))
);
grant select, insert, delete on accounts.export to candor_app;
grant update (state, content) on accounts.export to candor_app;

-- Why an owner left, as far as they said; the books stay.
create table accounts.closing (
  user_id uuid primary key references accounts.account,
  at timestamptz not null,
  reason text not null check (length(reason) <= 500)
);
grant select, insert on accounts.closing to candor_app;

-- An operator may close and open the demo book of an account; the owner reads that it happened.
grant update (demo_disabled) on accounts.account to candor_app;

-- The operator's people: members, their roles, what they prove themselves with, and their sessions at
-- the desk. The desk has a role of its own; the product's role can read who there is, and no more.
create schema staff;

create table staff.member (
  id uuid primary key,
  name text not null check (name <> '' and length(name) <= 64),
  email text not null check (email = lower(email) and length(email) <= 254),
  password_hash text not null check (password_hash like '$argon2id$%'),
  roles text[] not null check (
    cardinality(roles) between 1 and 8
    and roles <@ array['support', 'kyc', 'cashierMaker', 'cashierChecker', 'risk', 'content',
      'auditor', 'admin']),
  -- Codes of the app that were wrong since the last right factor.
  wrong_in_a_row integer not null default 0 check (wrong_in_a_row >= 0),
  created_at timestamptz not null,
  last_sign_in_at timestamptz,
  removed_at timestamptz
);
create unique index member_of_email on staff.member (email) where removed_at is null;

-- One member at least who can invite others: once there is one, there always is.
create function staff.keep_administrator() returns trigger
  language plpgsql security definer set search_path = staff, pg_temp as $$
begin
  -- Two who take the role from each other follow one another.
  perform pg_advisory_xact_lock(4210032);
  if not exists (select from member where removed_at is null and 'admin' = any(roles)) then
    raise exception 'no administrator would be left'
      using errcode = 'check_violation', constraint = 'last_administrator';
  end if;
  return null;
end $$;
create trigger member_keeps_administrator after update of roles, removed_at on staff.member
  for each statement execute function staff.keep_administrator();

create function staff.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'members stay, as their acts do' using errcode = 'insufficient_privilege';
end $$;
create trigger member_stays before delete or truncate on staff.member
  for each statement execute function staff.refuse_change();

create table staff.totp (
  member_id uuid primary key references staff.member,
  sealed text not null,
  last_step bigint not null,
  since timestamptz not null
);

create table staff.passkey (
  id uuid primary key,
  member_id uuid not null references staff.member,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (name <> '' and length(name) <= 64),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_of_member on staff.passkey (member_id);

-- Links that are good once: for an administrator, an invited member, or one who lost a factor.
create table staff.link (
  id uuid primary key,
  hash text not null unique,
  kind text not null check (kind in ('administrator', 'invitation', 'renewal')),
  member_id uuid references staff.member,
  email text,
  roles text[] not null check (cardinality(roles) between 1 and 8),
  made_by text not null check (made_by <> ''),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_as text check (ended_as in ('used', 'withdrawn', 'replaced')),
  check ((kind = 'renewal') = (member_id is not null)),
  check (kind <> 'administrator' or (email is null and roles = array['admin'])),
  check (kind = 'administrator' or email is not null),
  check ((ended_at is null) = (ended_as is null))
);
create index link_open on staff.link (expires_at) where ended_at is null;

-- Questions for a factor: of a sign-in, of a new member, of a new factor, of a decision.
create table staff.challenge (
  hash text primary key,
  purpose text not null check (purpose in ('sign-in', 'enrolment', 'factor', 'decision')),
  member_id uuid references staff.member,
  link_id uuid references staff.link,
  nonce text not null,
  -- Only of an enrolment or a new factor: the secret of the code app that was offered.
  sealed text,
  -- Only of an enrolment: who it will be.
  email text,
  name text,
  password_hash text,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  check ((purpose = 'enrolment') = (link_id is not null)),
  check (purpose = 'enrolment' or member_id is not null)
);
create index challenge_old on staff.challenge (expires_at);
create index challenge_of_member on staff.challenge (member_id) where answered_at is null;

create table staff.session (
  hash text primary key,
  id uuid not null unique,
  member_id uuid not null references staff.member,
  device text not null check (length(device) <= 200),
  address text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  check (expires_at <= created_at + interval '8 hours')
);
create index session_of_member on staff.session (member_id) where ended_at is null;
create index session_old on staff.session (expires_at);

create table staff.refused_try (
  subject text primary key,
  tries timestamptz[] not null
);

revoke all on all functions in schema staff from public;

grant usage on schema staff, platform to candor_desk;
grant execute on function platform.hold_epoch(bigint) to candor_desk;
grant select on platform.epoch to candor_desk;
-- A mail is written down with the act it tells of; what was written before stays unread.
grant insert on platform.letter to candor_desk;

grant select, insert on staff.member, staff.link, staff.session, staff.challenge to candor_desk;
grant update (name, password_hash, roles, wrong_in_a_row, last_sign_in_at, removed_at)
  on staff.member to candor_desk;
grant update (ended_at, ended_as) on staff.link to candor_desk;
grant update (tries, answered_at, expires_at) on staff.challenge to candor_desk;
grant delete on staff.challenge, staff.session to candor_desk;
grant update (ended_at) on staff.session to candor_desk;
grant select, insert, update, delete on staff.totp, staff.passkey, staff.refused_try to candor_desk;

grant usage on schema staff to candor_app;
grant select (id, name, email, roles, created_at, last_sign_in_at, removed_at)
  on staff.member to candor_app;

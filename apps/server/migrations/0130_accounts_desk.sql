-- What the operator's people do to an account from the desk: new risk stopped for a time, the account
-- disabled for a time by a case, notes. None of it is money, and each of it but a note ends by itself.

-- One row a user, the newest word. In force from `since` until `until`; what is open can be closed and
-- cancelled, and money can leave.
create table accounts.staff_freeze (
  user_id uuid primary key references accounts.account,
  since timestamptz not null,
  until timestamptz not null check (until >= since),
  reason text not null check (length(reason) between 1 and 40),
  -- The member of staff.
  by uuid not null
);
grant select, insert on accounts.staff_freeze to candor_app;
grant update (since, until, reason, by) on accounts.staff_freeze to candor_app;

-- Why and until when an account is disabled; the row goes when it is enabled again.
create table accounts.disabling (
  user_id uuid primary key references accounts.account,
  since timestamptz not null,
  until timestamptz not null check (until > since),
  reason text not null check (length(reason) between 1 and 400),
  case_number text not null
);
create index disabling_by_end on accounts.disabling (until);
grant select, insert, delete on accounts.disabling to candor_app;

create table accounts.staff_note (
  user_id uuid not null references accounts.account,
  id uuid not null,
  at timestamptz not null,
  by uuid not null,
  text text not null check (length(text) between 1 and 4000),
  primary key (user_id, id)
);
create trigger staff_note_only_grows before update or delete or truncate
  on accounts.staff_note for each statement execute function platform.refuse_change();
grant select, insert on accounts.staff_note to candor_app;

-- Names are looked for by how they begin, in the order of their bytes.
create index account_by_beginning on accounts.account (username collate "C");
create index letter_of_user on platform.letter (user_id, at desc, id desc) where user_id is not null;

-- Whether there is a password, for a role that may not read even its hash.
alter table accounts.account
  add column has_password boolean generated always as (password_hash is not null) stored;

-- The desk reads who a user is and what protects the account: no hash, secret, key or code of it.
grant usage on schema accounts to candor_desk;
grant select (user_id, username, status, demo_disabled, created_at, language, has_password)
  on accounts.account to candor_desk;
grant select on accounts.contact, accounts.login, accounts.pause, accounts.self_limit,
  accounts.staff_freeze, accounts.disabling, accounts.staff_note to candor_desk;
grant select (user_id, since, until) on accounts.freeze to candor_desk;
grant select (user_id, id, reason, until) on accounts.hold to candor_desk;
grant select (user_id, id, device, address, created_at, last_at, ended_at)
  on accounts.session to candor_desk;
grant select (user_id, session_id, used_at, expires_at) on accounts.token to candor_desk;
grant select (user_id) on accounts.totp, accounts.passkey to candor_desk;
grant select (user_id, used_at) on accounts.recovery_code to candor_desk;
grant select (user_id, chain, address, unlinked_at) on accounts.wallet to candor_desk;
grant select (user_id, issuer) on accounts.social_key to candor_desk;
grant select (id, channel, address, template, language, user_id, state, at, ended_at)
  on platform.letter to candor_desk;

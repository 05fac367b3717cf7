-- From when a mailbox or phone can reset the password: at once when the account was opened with it,
-- three days after it was added or changed, so that whoever put it there cannot lock the owner out.
alter table accounts.contact
  add column resets_from timestamptz not null default timestamptz 'epoch';
grant update (resets_from) on accounts.contact to candor_app;

-- Mailboxes and phones that were in use before. One that could reset still can for those three days.
create table accounts.former_contact (
  user_id uuid not null references accounts.account,
  channel text not null check (channel in ('email', 'phone')),
  target text not null,
  replaced_at timestamptz not null,
  -- Null: it could not reset when it was replaced, and cannot since.
  resets_until timestamptz,
  primary key (user_id, channel, target, replaced_at)
);
create index former_contact_of_target on accounts.former_contact (channel, target);
grant select, insert, delete on accounts.former_contact to candor_app;
grant update (resets_until) on accounts.former_contact to candor_app;

-- A freeze that somebody asked for by the link of a notice: nothing that opens the account changes
-- while it stands, and its end can be asked for only after a reset by an older mailbox or phone.
alter table accounts.freeze
  add column by_link boolean not null default false,
  add column proven_at timestamptz;
grant update (by_link, proven_at) on accounts.freeze to candor_app;

-- Access an operator gives back: it is told to every mailbox and phone of the account a day before.
alter table accounts.freeze_link
  -- Whether it also stops access from being given back: it went to a mailbox that was there before.
  add column stops_restoring boolean not null default false;
create table accounts.restoration (
  user_id uuid primary key references accounts.account,
  asked_at timestamptz not null,
  due_at timestamptz not null check (due_at > asked_at),
  reason text not null check (length(reason) between 1 and 400),
  by text not null check (length(by) between 1 and 120),
  -- An earlier mailbox or phone that is put back; null where only second factors go.
  channel text check (channel in ('email', 'phone')),
  target text,
  check ((channel is null) = (target is null))
);
grant select, insert, delete on accounts.restoration to candor_app;

-- Text messages of a day are counted before another one is written.
create index letter_by_phone on platform.letter (at) where channel = 'phone';

-- What is dropped when it is old enough; the log of changes is not among it.
grant delete on accounts.session, accounts.login to candor_app;
create index login_by_age on accounts.login (at);
create index session_by_age on accounts.session (last_at);

-- Letters on their way out: written in the transaction of the act that causes them, sent after it.
create table platform.letter (
  id uuid primary key,
  channel text not null check (channel in ('email', 'phone')),
  address text not null,
  template text not null check (template ~ '^[a-z]+(-[a-z]+)*$'),
  language text not null check (language ~ '^[a-z]{2}$'),
  -- What the text is filled with; emptied once it was sent, because it may hold a code.
  values jsonb not null check (jsonb_typeof(values) = 'object'),
  -- Whose letter it is, for the line that proves us genuine; null for who has no account yet.
  user_id uuid,
  -- 'kept': there is no way out of this installation. 'void': nobody to write to; such a letter
  -- exists so that writing to a stranger takes as long as writing to a customer.
  state text not null default 'waiting'
    check (state in ('waiting', 'sent', 'failed', 'kept', 'void')),
  tries integer not null default 0 check (tries >= 0),
  at timestamptz not null,
  next_at timestamptz not null,
  -- Not worth sending from here on.
  until timestamptz not null,
  ended_at timestamptz
);
create index letter_waiting on platform.letter (next_at) where state = 'waiting';
grant select, insert, delete on platform.letter to candor_app;
grant update (values, state, tries, next_at, ended_at) on platform.letter to candor_app;

-- Codes that prove that a mailbox or a phone is the caller's: the latest of each purpose and target.
-- A target that belongs to nobody has a row like any other.
create table accounts.code (
  purpose text not null check (purpose in ('register', 'reset', 'security')),
  channel text not null check (channel in ('email', 'phone')),
  target text not null,
  -- Whose change it confirms; the nil id where nobody is signed in.
  owner uuid not null,
  salt text not null,
  hash text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0 check (tries between 0 and 5),
  used_at timestamptz,
  -- How many were sent since `counted_from`.
  sends integer not null default 1 check (sends >= 1),
  counted_from timestamptz not null,
  primary key (purpose, channel, target, owner)
);
create index code_of_owner on accounts.code (owner, sent_at) where purpose = 'security';
create index code_by_age on accounts.code (sent_at);
grant select, insert, update, delete on accounts.code to candor_app;

-- A mail address and a phone of an account, each proven by a code. One account for each.
create table accounts.contact (
  user_id uuid not null references accounts.account,
  channel text not null check (channel in ('email', 'phone')),
  target text not null,
  confirmed_at timestamptz not null,
  primary key (user_id, channel),
  unique (channel, target)
);
grant select, insert, delete on accounts.contact to candor_app;
grant update (target, confirmed_at) on accounts.contact to candor_app;

-- What every mail repeats, so that its reader sees that it is ours.
alter table accounts.account add column anti_phishing text
  check (char_length(anti_phishing) between 4 and 32);
-- What a friend registers with. 48 bits of chance, so that nobody counts accounts by it.
alter table accounts.account add column invite_code text not null unique
  default upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 12))
  check (invite_code ~ '^[0-9A-F]{12}$');
grant update (anti_phishing) on accounts.account to candor_app;

-- Who brought whom. It is written once and pays nobody anything.
create table accounts.invitation (
  user_id uuid primary key references accounts.account,
  inviter uuid not null references accounts.account,
  at timestamptz not null,
  check (user_id <> inviter)
);
create index invitation_of_inviter on accounts.invitation (inviter, at);
create trigger invitation_only_grows before update or delete or truncate
  on accounts.invitation for each statement execute function platform.refuse_change();
grant select, insert on accounts.invitation to candor_app;

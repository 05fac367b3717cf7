-- Ways in besides a password: an account opened by a wallet or by another service has none until
-- its owner sets one. A closed account keeps its books and never opens again.
alter table accounts.account alter column password_hash drop not null;
alter table accounts.account drop constraint account_status_check;
alter table accounts.account add constraint account_status_check
  check (status in ('active', 'disabled', 'closed'));
-- The language mails are written in: what the owner's page spoke last.
alter table accounts.account add column language text not null default 'en'
  check (language ~ '^[a-z]{2}$');
grant update (password_hash, status, language) on accounts.account to candor_app;

-- How a session began, and what else can end one.
alter table accounts.session add column way text not null default 'password'
  check (way in ('password', 'wallet', 'social'));
alter table accounts.session drop constraint session_ended_by_check;
alter table accounts.session add constraint session_ended_by_check check (
  ended_by in ('logout', 'user', 'reuse', 'password', 'freeze', 'disabled', 'closed'));

-- Everything that changed how an account can be entered or what it may do, for its owner to read.
create table accounts.security_event (
  user_id uuid not null references accounts.account,
  id uuid not null,
  at timestamptz not null,
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  -- Where it was asked from, cut down as in the list of devices; null when no person was there.
  device text,
  address text,
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  primary key (user_id, id)
);
-- Enforced for whoever writes, the owner of the tables included.
create function platform.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'this table only grows' using errcode = 'insufficient_privilege';
end $$;
create trigger security_event_only_grows before update or delete or truncate
  on accounts.security_event for each statement execute function platform.refuse_change();
grant select, insert on accounts.security_event to candor_app;

create function accounts.refuse_reopening() returns trigger language plpgsql as $$
begin
  if old.status = 'closed' and new.status <> 'closed' then
    raise exception 'a closed account stays closed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger account_stays_closed before update on accounts.account
  for each row execute function accounts.refuse_reopening();

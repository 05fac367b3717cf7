-- By what a session was opened: who changes what opens the account has just proved to be there, with
-- the strongest factor the account has. Sessions from before are taken for the weaker one.
alter table staff.session
  add column by text not null default 'totp' check (by in ('totp', 'passkey', 'link'));
alter table staff.session alter column by drop default;

-- Browsers somebody entered an account with. Strangers who use up the tries of a name, or the codes
-- of a mailbox, use up nothing of these. SHA-256 of what the browser keeps in a cookie.
create table accounts.device (
  user_id uuid not null references accounts.account,
  hash text not null,
  last_at timestamptz not null,
  primary key (user_id, hash)
);
create index device_by_hash on accounts.device (hash);
create index device_by_age on accounts.device (last_at);
grant select, insert, delete on accounts.device to candor_app;
grant update (last_at) on accounts.device to candor_app;

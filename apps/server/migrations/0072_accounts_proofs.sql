-- How often codes of an account were wrong one after the other, and addresses that are keys.

-- Counted over the account's life: a right second factor begins it anew. Past its end no code of the
-- app is looked at any more.
create table accounts.wrong_codes (
  user_id uuid primary key references accounts.account,
  in_a_row integer not null check (in_a_row between 1 and 1000000)
);
grant select, insert, update, delete on accounts.wrong_codes to candor_app;

-- An address whose own key signed once is no contract: no node's word opens what it opens.
create table accounts.key_address (
  address text primary key check (address ~ '^0x[0-9a-f]{40}$'),
  proved_at timestamptz not null
);
grant select, insert on accounts.key_address to candor_app;

-- Whoever of the staff did it; the owner reads the reason, not the name.
alter table accounts.security_event add column staff text check (length(staff) between 1 and 120);

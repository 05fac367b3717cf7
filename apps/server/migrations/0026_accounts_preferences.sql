-- How somebody wants to read, on whatever device. The language stands with the account, because
-- mails are written in it, too.
create table accounts.preferences (
  user_id uuid primary key references accounts.account,
  -- Null follows the device.
  theme text check (theme in ('light', 'dark')),
  -- Which colour rises; null follows the language.
  up_down text check (up_down in ('green-up', 'red-up')),
  saved_at timestamptz not null
);
grant select, insert, update on accounts.preferences to candor_app;

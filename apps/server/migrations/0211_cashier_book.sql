-- Addresses money may leave to, and what shows whose they are.
create schema if not exists cashier;
grant usage on schema cashier to candor_app;

create table cashier.address (
  user_id uuid not null references accounts.account,
  id uuid not null,
  asset text not null check (asset in ('USDT', 'BTC', 'ETH')),
  network text not null check (network in ('ethereum', 'tron', 'bitcoin')),
  -- As its network spells it, so that one address is one text.
  address text not null check (length(address) between 20 and 100),
  label text not null check (length(label) <= 40),
  -- Who keeps it, as its owner declared; null where nothing was declared.
  holder text check (length(holder) between 2 and 80),
  created_at timestamptz not null,
  usable_at timestamptz not null,
  removed_at timestamptz,
  primary key (user_id, id),
  check ((asset, network) in
    (('USDT', 'ethereum'), ('ETH', 'ethereum'), ('USDT', 'tron'), ('BTC', 'bitcoin'))),
  -- No address is used before a day, and a declared one before three.
  check (usable_at >= created_at + interval '24 hours'),
  check (holder is null or (asset = 'USDT' and usable_at >= created_at + interval '72 hours'))
);
create unique index address_once on cashier.address (user_id, asset, network, address)
  where removed_at is null;
grant select, insert on cashier.address to candor_app;
grant update (holder, usable_at, removed_at) on cashier.address to candor_app;

-- How long new addresses of an account wait, where its owner chose; a shorter wait holds from `next_at`.
create table cashier.address_delay (
  user_id uuid primary key references accounts.account,
  hours int not null check (hours in (24, 72, 168)),
  next_hours int check (next_hours in (24, 72, 168)),
  next_at timestamptz,
  check ((next_hours is null) = (next_at is null)),
  check (next_hours < hours)
);
grant select, insert, update on cashier.address_delay to candor_app;

-- Each signature that showed that a wallet is its owner's, with what was signed; taken back, it stays.
create table cashier.authorization (
  user_id uuid not null references accounts.account,
  id uuid not null,
  chain text not null check (chain in ('ethereum', 'tron')),
  address text not null,
  signer text not null check (signer in ('key', 'contract')),
  message text not null check (length(message) <= 4096),
  signature text not null check (length(signature) <= 8200),
  signed_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (user_id, id),
  check (expires_at > signed_at)
);
create index authorization_newest on cashier.authorization (user_id, chain, signed_at desc);
grant select, insert on cashier.authorization to candor_app;
grant update (revoked_at) on cashier.authorization to candor_app;

-- Wallets that let their owners in. An address opens one account at a time; unlinked, it stays
-- written down and may be linked again, by whoever can sign with it.
create table accounts.wallet (
  user_id uuid not null references accounts.account,
  id uuid not null unique,
  chain text not null check (chain in ('ethereum', 'tron')),
  -- As its chain spells it: with the checksum in capitals, or in base 58.
  address text not null,
  created_at timestamptz not null,
  last_at timestamptz,
  unlinked_at timestamptz,
  primary key (user_id, id),
  check (case chain
    when 'ethereum' then address ~ '^0x[0-9a-fA-F]{40}$'
    else address ~ '^T[1-9A-HJ-NP-Za-km-z]{33}$'
  end)
);
create unique index wallet_opens_one_account on accounts.wallet
  (chain, (case chain when 'ethereum' then lower(address) else address end))
  where unlinked_at is null;

-- Texts that wait for their signature. The one statement that takes a row out is what makes a
-- signature good once, however often it arrives.
create table accounts.wallet_nonce (
  hash text primary key,
  purpose text not null check (purpose in ('login', 'link', 'step-up')),
  -- Whose account it is for; null before somebody logs in.
  user_id uuid references accounts.account,
  -- SHA-256 of the challenge it answers.
  challenge_hash text,
  chain text not null check (chain in ('ethereum', 'tron')),
  address text not null,
  -- SHA-256 of the whole text, so that not one character of it can differ.
  message_hash text not null,
  expires_at timestamptz not null,
  check ((user_id is null) = (purpose = 'login')),
  check ((challenge_hash is not null) = (purpose = 'step-up'))
);
create index wallet_nonce_by_end on accounts.wallet_nonce (expires_at);

grant select, insert on accounts.wallet to candor_app;
grant update (last_at, unlinked_at) on accounts.wallet to candor_app;
grant select, insert, delete on accounts.wallet_nonce to candor_app;

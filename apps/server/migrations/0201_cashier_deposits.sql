-- What the chains say came in. The watcher of a network walks its blocks from the last one it saw, and
-- keeps the hashes of the latest, so that it notices when a chain takes blocks back.
create table cashier.watcher (
  network text primary key check (network in ('ethereum', 'tron', 'bitcoin')),
  height bigint not null check (height >= 0),
  hash text not null,
  at timestamptz not null
);

create table cashier.block_seen (
  network text not null references cashier.watcher,
  height bigint not null check (height >= 0),
  hash text not null,
  primary key (network, height)
);

create table cashier.deposit (
  user_id uuid not null,
  id uuid not null,
  network text not null,
  asset text not null check (asset in ('USDT', 'BTC', 'ETH')),
  tx_hash text not null check (length(tx_hash) <= 100),
  -- Which payment of its transaction; a payment is a deposit once.
  ordinal int not null check (ordinal >= 0),
  address text not null,
  units numeric(38,0) not null check (units > 0),
  height bigint not null,
  block_hash text not null,
  state text not null default 'seen' check (state in ('seen', 'credited', 'reversed')),
  -- Its block left the chain; until the chain is walked again nobody knows whether it is in another.
  is_orphan boolean not null default false,
  -- How often it was credited: a payment that left the chain and came back is credited anew.
  round int not null default 0,
  -- Confirmations it needed when it was credited.
  needed int,
  seen_at timestamptz not null,
  credited_at timestamptz,
  reversed_at timestamptz,
  primary key (user_id, id),
  unique (network, tx_hash, ordinal),
  foreign key (network, address) references cashier.deposit_address (network, address),
  check (state <> 'credited' or credited_at is not null),
  check (state <> 'reversed' or reversed_at is not null)
);
create index deposit_waiting on cashier.deposit (network, height) where state = 'seen';
create index deposit_by_height on cashier.deposit (network, height);
create index deposit_of_user on cashier.deposit (user_id, seen_at desc);

grant select, insert, update on cashier.watcher to candor_app;
grant select, insert, delete on cashier.block_seen to candor_app;
grant select, insert on cashier.deposit to candor_app;
grant update (height, block_hash, state, is_orphan, round, needed, credited_at, reversed_at)
  on cashier.deposit to candor_app;

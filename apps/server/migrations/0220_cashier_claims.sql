-- What users say they paid in. A claim moves no money: its case ends with a word, and what is credited is
-- credited by the chain's watcher, or by an adjustment of two people.
create table cashier.deposit_claim (
  user_id uuid not null,
  id uuid not null,
  asset text not null check (asset in ('USDT', 'BTC', 'ETH')),
  network text not null check (network in ('ethereum', 'tron', 'bitcoin')),
  units numeric(38,0) not null check (units > 0),
  tx_hash_tail text not null check (tx_hash_tail ~ '^[0-9a-f]{6}$'),
  proof_id uuid not null unique,
  case_id uuid not null unique,
  deadline timestamptz not null,
  created_at timestamptz not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'credited', 'adjustment', 'notFound', 'notOurs', 'unproven')),
  decided_at timestamptz,
  primary key (user_id, id),
  check ((state = 'waiting') = (decided_at is null))
);
create index deposit_claim_of_user on cashier.deposit_claim (user_id, created_at desc, id desc);

-- A claim is decided once, and what it says stays.
create function cashier.refuse_decided_claim() returns trigger language plpgsql as $$
begin
  if old.state <> 'waiting' then
    raise exception 'a claim that was decided stays as it is' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger claim_is_decided_once before update on cashier.deposit_claim
  for each row execute function cashier.refuse_decided_claim();

grant select, insert on cashier.deposit_claim to candor_app;
grant update (state, decided_at) on cashier.deposit_claim to candor_app;

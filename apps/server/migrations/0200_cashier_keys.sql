-- Addresses users pay in to. They are made from extended public keys that are set outside the database:
-- what stands here can be made again and compared, and nothing here can spend.
create schema if not exists cashier;
grant usage on schema cashier to candor_app;

-- Keys for which the product asked two people, once each while nobody decided.
create table cashier.key_question (
  network text not null check (network in ('ethereum', 'tron', 'bitcoin')),
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  at timestamptz not null,
  primary key (network, fingerprint)
);

-- Keys that two people compared with the signing machine.
create table cashier.pay_in_key (
  network text not null check (network in ('ethereum', 'tron', 'bitcoin')),
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  at timestamptz not null,
  case_id uuid not null unique,
  case_number text not null,
  primary key (network, fingerprint)
);
create trigger pay_in_key_only_grows before update or delete or truncate
  on cashier.pay_in_key for each statement execute function platform.refuse_change();

create function cashier.require_key_case() returns trigger language plpgsql as $$
begin
  if not exists (
    select from platform.approval c
    where c.id = new.case_id and c.number = new.case_number and c.kind = 'payInKey'
      and c.people = 2 and c.facts ->> 'network' = new.network
      and c.facts ->> 'fingerprint' = new.fingerprint
  ) then
    raise exception 'a key counts once two people confirmed it'
      using errcode = 'check_violation', constraint = 'pay_in_key_case';
  end if;
  return new;
end $$;
create trigger pay_in_key_case before insert on cashier.pay_in_key
  for each row execute function cashier.require_key_case();

-- An address is a user's forever: what is paid to a former one arrives as well.
create table cashier.deposit_address (
  user_id uuid not null,
  network text not null,
  fingerprint text not null,
  -- Its place below the key; given once.
  number int not null check (number >= 0),
  address text not null check (length(address) between 20 and 100),
  since timestamptz not null,
  primary key (user_id, network, fingerprint),
  unique (network, fingerprint, number),
  unique (network, address),
  foreign key (network, fingerprint) references cashier.pay_in_key
);
create trigger deposit_address_only_grows before update or delete or truncate
  on cashier.deposit_address for each statement execute function platform.refuse_change();

revoke all on function cashier.require_key_case() from public;
grant select, insert, delete on cashier.key_question to candor_app;
grant select, insert on cashier.pay_in_key, cashier.deposit_address to candor_app;

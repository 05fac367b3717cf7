-- Withdrawals: each is one row whose terms never change, and whose state goes by the edges below and by
-- no others, whoever asks.
create schema if not exists cashier;
grant usage on schema cashier to candor_app;

-- Figures a user was promised, a few at once; what a withdrawal is charged.
create table cashier.withdrawal_quote (
  user_id uuid not null,
  id uuid not null unique,
  asset text not null,
  network text not null,
  address_id uuid not null,
  amount numeric(38,0) not null,
  fee numeric(38,0) not null,
  network_fee numeric(38,0) not null,
  receive numeric(38,0) not null,
  expires_at timestamptz not null,
  primary key (user_id, id),
  check (amount = fee + network_fee + receive)
);

-- Withdrawals of one network that are signed together, outside the server.
create table cashier.batch (
  id uuid primary key,
  ordinal bigint generated always as identity unique,
  number text not null generated always as
    ('W-' || lpad(ordinal::text, greatest(6, length(ordinal::text)), '0')) stored,
  network text not null check (network in ('ethereum', 'tron', 'bitcoin')),
  state text not null default 'made' check (state in ('made', 'exported', 'sent', 'ended')),
  made_by text not null,
  made_at timestamptz not null,
  exported_at timestamptz,
  -- The document as it was exported, and SHA-256 of the rows it was made from.
  document text,
  rows_hash bytea check (length(rows_hash) = 32),
  sent_by text,
  sent_at timestamptz,
  check (state <> 'made' or document is null),
  check (state in ('made', 'ended') or document is not null),
  check ((document is null) = (exported_at is null) and (document is null) = (rows_hash is null)),
  -- Who makes a batch does not hand its hashes in.
  constraint batch_two_people check (sent_by is null or sent_by <> made_by)
);
-- Two batches at once would be given the same nonces and the same coins.
create unique index batch_one_open on cashier.batch (network) where state in ('made', 'exported');

create table cashier.withdrawal (
  user_id uuid not null,
  id uuid not null unique,
  ordinal bigint generated always as identity,
  number text not null generated always as
    ('P-' || lpad(ordinal::text, greatest(6, length(ordinal::text)), '0')) stored,
  request_id uuid not null,
  quote_id uuid not null unique,
  asset text not null check (asset in ('USDT', 'BTC', 'ETH')),
  network text not null check (network in ('ethereum', 'tron', 'bitcoin')),
  address_id uuid not null,
  address text not null check (length(address) between 1 and 120),
  label text not null check (length(label) <= 80),
  amount numeric(38,0) not null check (amount > 0),
  fee numeric(38,0) not null check (fee >= 0),
  network_fee numeric(38,0) not null check (network_fee >= 0),
  receive numeric(38,0) not null check (receive > 0),
  -- What it was worth in USDT units when it was asked for; null: no price said it.
  value numeric(38,0),
  requested_at timestamptz not null,
  state text not null default 'requested',
  reason text,
  holder text,
  deadline timestamptz,
  at timestamptz not null,
  -- Why staff look at it, theirs alone; and what screening answered.
  causes text[] not null default '{}',
  screening text not null default 'none'
    check (screening in ('none', 'waiting', 'clear', 'review', 'silent')),
  case_id uuid,
  -- The case by which two people let it go.
  approved_case uuid,
  batch_id uuid references cashier.batch,
  batch_place integer,
  tx_hash text check (length(tx_hash) between 60 and 70),
  -- What of its transaction does not fit, for the operator.
  problem text check (length(problem) <= 200),
  primary key (user_id, id),
  check (amount = fee + network_fee + receive),
  check ((batch_id is null) = (batch_place is null)),
  check (state not in ('broadcast', 'confirmed', 'failed', 'refunded') or tx_hash is not null),
  -- Every held state says why, whom it waits for and until when.
  check ((state = 'held') = (reason in ('credentials', 'frozen', 'review'))),
  check (state <> 'held' or (reason is not null and holder is not null and deadline is not null))
);
create index withdrawal_newest on cashier.withdrawal (user_id, ordinal desc);
create index withdrawal_open on cashier.withdrawal (state, ordinal)
  where state in ('requested', 'held', 'approved', 'broadcast');
create index withdrawal_recent on cashier.withdrawal (user_id, requested_at);
create index withdrawal_batch on cashier.withdrawal (batch_id, batch_place) where batch_id is not null;
create index withdrawal_done on cashier.withdrawal (at) where state = 'confirmed';
-- One transaction pays one withdrawal; on Bitcoin a transaction pays a whole batch.
create unique index withdrawal_hash on cashier.withdrawal (network, tx_hash)
  where tx_hash is not null and network <> 'bitcoin';

create table cashier.withdrawal_step (
  user_id uuid not null,
  withdrawal_id uuid not null,
  place bigint generated always as identity,
  state text not null,
  at timestamptz not null,
  by text not null,
  reason text,
  holder text,
  deadline timestamptz,
  primary key (user_id, withdrawal_id, place),
  foreign key (user_id, withdrawal_id) references cashier.withdrawal
);

-- The same edges as `withdrawals/rules.ts`; a test compares them.
create table cashier.withdrawal_edge (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);
insert into cashier.withdrawal_edge values
  ('requested', 'held'), ('requested', 'approved'), ('requested', 'cancelled'),
  ('held', 'held'), ('held', 'approved'), ('held', 'cancelled'), ('held', 'rejected'),
  ('approved', 'held'), ('approved', 'broadcast'), ('approved', 'cancelled'),
  ('broadcast', 'confirmed'), ('broadcast', 'failed'),
  ('failed', 'refunded');

create function cashier.guard_withdrawal() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'requested' or new.approved_case is not null or new.batch_id is not null then
      raise exception 'a withdrawal begins requested' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if (new.user_id, new.id, new.ordinal, new.request_id, new.quote_id, new.asset, new.network,
      new.address_id, new.address, new.label, new.amount, new.fee, new.network_fee, new.receive,
      new.requested_at)
     is distinct from
     (old.user_id, old.id, old.ordinal, old.request_id, old.quote_id, old.asset, old.network,
      old.address_id, old.address, old.label, old.amount, old.fee, old.network_fee, old.receive,
      old.requested_at) then
    raise exception 'the terms of a withdrawal stay'
      using errcode = 'check_violation', constraint = 'withdrawal_terms';
  end if;
  if new.state <> old.state and not exists (
    select from cashier.withdrawal_edge e
    where e.from_state = old.state and e.to_state = new.state) then
    raise exception 'a withdrawal does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'withdrawal_edge';
  end if;
  if new.approved_case is distinct from old.approved_case and not exists (
    select from platform.approval c
    where c.id = new.approved_case and c.kind = 'withdrawal' and c.people = 2
      and c.facts ->> 'id' = new.id::text and c.facts ->> 'network' = new.network
      and c.facts ->> 'asset' = new.asset and c.facts ->> 'address' = new.address
      and c.facts ->> 'amountUnits' = new.amount::text and c.facts ->> 'feeUnits' = new.fee::text
      and c.facts ->> 'networkFeeUnits' = new.network_fee::text
      and c.facts ->> 'receiveUnits' = new.receive::text) then
    raise exception 'two people approve a withdrawal as it is'
      using errcode = 'check_violation', constraint = 'withdrawal_two_people';
  end if;
  -- What has to be looked at leaves by a case alone, whichever way it came here.
  if new.state in ('approved', 'broadcast') and new.state <> old.state
     and cardinality(new.causes) > 0 and new.approved_case is null then
    raise exception 'a withdrawal under review leaves by a case'
      using errcode = 'check_violation', constraint = 'withdrawal_review';
  end if;
  -- A cause that was written down stays.
  if not (new.causes @> old.causes) then
    raise exception 'why a withdrawal is looked at stays' using errcode = 'check_violation';
  end if;
  if new.tx_hash is distinct from old.tx_hash
     and not (old.tx_hash is null and new.state = 'broadcast' and old.state = 'approved') then
    raise exception 'a withdrawal has one transaction' using errcode = 'check_violation';
  end if;
  -- In an exported batch it may be signed at any moment: it leaves by its hash alone.
  if old.batch_id is not null
     and (new.batch_id is distinct from old.batch_id or new.state not in ('approved', 'broadcast'))
     and old.state = 'approved' and exists (
       select from cashier.batch b where b.id = old.batch_id and b.state <> 'made') then
    raise exception 'a withdrawal that may be signed is not taken back'
      using errcode = 'check_violation', constraint = 'withdrawal_exported';
  end if;
  return new;
end $$;
create trigger withdrawal_guard before insert or update on cashier.withdrawal
  for each row execute function cashier.guard_withdrawal();

create function cashier.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'what happened to a withdrawal stays' using errcode = 'insufficient_privilege';
end $$;
create trigger withdrawal_stays before delete or truncate on cashier.withdrawal
  for each statement execute function cashier.refuse_change();
create trigger withdrawal_step_final before update or delete or truncate on cashier.withdrawal_step
  for each statement execute function cashier.refuse_change();
create trigger batch_stays before delete or truncate on cashier.batch
  for each statement execute function cashier.refuse_change();

-- A batch that was exported stays what it was.
create function cashier.guard_batch() returns trigger language plpgsql as $$
begin
  if (new.id, new.ordinal, new.network, new.made_by, new.made_at)
     is distinct from (old.id, old.ordinal, old.network, old.made_by, old.made_at)
     or (old.document is not null and (new.document, new.rows_hash, new.exported_at)
         is distinct from (old.document, old.rows_hash, old.exported_at))
     or (old.sent_by is not null and new.sent_by is distinct from old.sent_by) then
    raise exception 'a batch stays what it is' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger batch_guard before update on cashier.batch
  for each row execute function cashier.guard_batch();

revoke all on function cashier.guard_withdrawal(), cashier.refuse_change(), cashier.guard_batch()
  from public;
grant select, insert, delete on cashier.withdrawal_quote to candor_app;
grant select, insert on cashier.withdrawal, cashier.withdrawal_step, cashier.batch to candor_app;
grant update (state, reason, holder, deadline, at, causes, screening, case_id, approved_case, batch_id,
    batch_place, tx_hash, problem) on cashier.withdrawal to candor_app;
grant update (state, exported_at, document, rows_hash, sent_by, sent_at) on cashier.batch
  to candor_app;
grant select on cashier.withdrawal_edge to candor_app;

-- What transactions of ours paid their networks, each once in the books.
create table cashier.gas (
  network text not null,
  tx_hash text not null,
  asset text not null,
  units numeric(38,0) not null check (units > 0),
  at timestamptz not null,
  primary key (network, tx_hash)
);
grant select, insert on cashier.gas to candor_app;

-- A batch that can never be sent: two people decide on it, the chain says so once more afterwards, and only
-- then the withdrawals of it wait for the next one.
alter table cashier.batch drop constraint batch_state_check;
alter table cashier.batch add constraint batch_state_check
  check (state in ('made', 'exported', 'sent', 'ended', 'voided'));

insert into cashier.withdrawal_edge values ('approved', 'approved'), ('broadcast', 'approved');

-- What the chain said after the decision, the newest answer of each case.
create table cashier.void_proof (
  case_id uuid primary key,
  batch_id uuid not null references cashier.batch,
  asked_at timestamptz not null,
  -- Withdrawals whose transactions can never be confirmed any more.
  dead uuid[] not null check (cardinality(dead) <= 200),
  said text not null check (length(said) <= 60000)
);

-- Withdrawals that left a batch so, as they stood in it.
create table cashier.voided (
  user_id uuid not null,
  withdrawal_id uuid not null,
  batch_id uuid not null references cashier.batch,
  batch_place integer not null,
  -- The hash that was handed in for it; null for none.
  tx_hash text,
  problem text,
  case_id uuid not null,
  at timestamptz not null,
  primary key (user_id, withdrawal_id, batch_id),
  foreign key (user_id, withdrawal_id) references cashier.withdrawal
);
create index voided_batch on cashier.voided (batch_id, batch_place);

create function cashier.guard_void_proof() returns trigger language plpgsql as $$
begin
  if not exists (
    select from platform.approval c
    where c.id = new.case_id and c.kind = 'payoutVoid' and c.people = 2
      and c.facts ->> 'batchId' = new.batch_id::text) then
    raise exception 'the chain is asked about a batch that two people decided to void'
      using errcode = 'check_violation', constraint = 'void_proof_decided';
  end if;
  return new;
end $$;
create trigger void_proof_guard before insert or update on cashier.void_proof
  for each row execute function cashier.guard_void_proof();

create function cashier.guard_voided() returns trigger language plpgsql as $$
begin
  if not exists (
    select from platform.approval c
    where c.id = new.case_id and c.kind = 'payoutVoid' and c.people = 2
      and c.facts ->> 'batchId' = new.batch_id::text
      and new.withdrawal_id::text = any (string_to_array(c.facts ->> 'withdrawalIds', ','))) then
    raise exception 'two people decide that a withdrawal leaves its batch'
      using errcode = 'check_violation', constraint = 'voided_two_people';
  end if;
  if not exists (
    select from cashier.void_proof p
    where p.case_id = new.case_id and p.batch_id = new.batch_id
      and new.withdrawal_id = any (p.dead) and p.asked_at > new.at - interval '10 minutes') then
    raise exception 'the chain says that a withdrawal of a void batch can never be paid by it'
      using errcode = 'check_violation', constraint = 'voided_proof';
  end if;
  if not exists (
    select from cashier.withdrawal w
    where w.user_id = new.user_id and w.id = new.withdrawal_id and w.batch_id = new.batch_id
      and w.batch_place = new.batch_place and w.tx_hash is not distinct from new.tx_hash
      and w.problem is not distinct from new.problem and w.state in ('approved', 'broadcast')) then
    raise exception 'what leaves a batch is in it' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger voided_guard before insert on cashier.voided
  for each row execute function cashier.guard_voided();
create trigger voided_final before update or delete or truncate on cashier.voided
  for each statement execute function cashier.refuse_change();

create or replace function cashier.guard_withdrawal() returns trigger language plpgsql as $$
declare
  -- It leaves an exported batch by the case that was decided about it.
  leaves boolean;
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
  leaves := old.batch_id is not null and new.batch_id is null and new.state = 'approved'
    and exists (
      select from cashier.voided v
      where v.user_id = old.user_id and v.withdrawal_id = old.id and v.batch_id = old.batch_id);
  if new.tx_hash is distinct from old.tx_hash
     and not (old.tx_hash is null and new.state = 'broadcast' and old.state = 'approved')
     and not (leaves and old.state = 'broadcast' and new.tx_hash is null) then
    raise exception 'a withdrawal has one transaction' using errcode = 'check_violation';
  end if;
  -- In an exported batch it may be signed at any moment: it leaves by its hash alone, or by a decided case.
  if old.batch_id is not null and not leaves
     and (new.batch_id is distinct from old.batch_id
       or (old.state = 'approved' and new.state not in ('approved', 'broadcast'))
       or (old.state = 'broadcast' and new.state = 'approved'))
     and exists (
       select from cashier.batch b where b.id = old.batch_id and b.state <> 'made') then
    raise exception 'a withdrawal that may be signed is not taken back'
      using errcode = 'check_violation', constraint = 'withdrawal_exported';
  end if;
  return new;
end $$;

-- A batch ends, or is void, only when nothing is in it any more.
create or replace function cashier.guard_batch() returns trigger language plpgsql as $$
begin
  if (new.id, new.ordinal, new.network, new.made_by, new.made_at)
     is distinct from (old.id, old.ordinal, old.network, old.made_by, old.made_at)
     or (old.document is not null and (new.document, new.rows_hash, new.exported_at)
         is distinct from (old.document, old.rows_hash, old.exported_at))
     or (old.sent_by is not null and new.sent_by is distinct from old.sent_by) then
    raise exception 'a batch stays what it is' using errcode = 'check_violation';
  end if;
  if new.state <> old.state and (
       (new.state in ('ended', 'voided')
         and exists (select from cashier.withdrawal w where w.batch_id = new.id))
       or (new.state = 'voided'
         and not exists (select from cashier.voided v where v.batch_id = new.id))
       or old.state in ('ended', 'voided')) then
    raise exception 'a batch does not end like this'
      using errcode = 'check_violation', constraint = 'batch_end';
  end if;
  return new;
end $$;

revoke all on function cashier.guard_void_proof(), cashier.guard_voided() from public;
grant select, insert on cashier.void_proof, cashier.voided to candor_app;
grant update (asked_at, dead, said) on cashier.void_proof to candor_app;

-- A hash that was handed in wrongly is corrected by a member who neither made nor exported the batch; the old
-- one is kept with what the chain said of it.
create table cashier.corrected_hash (
  user_id uuid not null,
  withdrawal_id uuid not null,
  old_hash text not null,
  new_hash text not null check (length(new_hash) between 60 and 70),
  -- What did not fit; null: the node did not know it.
  problem text,
  corrected_by text not null,
  at timestamptz not null,
  primary key (user_id, withdrawal_id, old_hash, new_hash),
  foreign key (user_id, withdrawal_id) references cashier.withdrawal,
  check (new_hash <> old_hash)
);

create function cashier.guard_correction() returns trigger language plpgsql as $$
begin
  if not exists (
    select from cashier.withdrawal w join cashier.batch b on b.id = w.batch_id
    where w.user_id = new.user_id and w.id = new.withdrawal_id and w.state = 'broadcast'
      and w.tx_hash = new.old_hash and new.corrected_by <> b.made_by
      and new.corrected_by is distinct from b.exported_by) then
    raise exception 'a hash is corrected by another member than made or exported its batch'
      using errcode = 'check_violation', constraint = 'correction_two_people';
  end if;
  return new;
end $$;
create trigger correction_guard before insert on cashier.corrected_hash
  for each row execute function cashier.guard_correction();
create trigger correction_final before update or delete or truncate on cashier.corrected_hash
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
     and not (leaves and old.state = 'broadcast' and new.tx_hash is null)
     and not (old.state = 'broadcast' and new.state = 'broadcast' and exists (
       select from cashier.corrected_hash c
       where c.user_id = old.user_id and c.withdrawal_id = old.id
         and c.old_hash = old.tx_hash and c.new_hash = new.tx_hash)) then
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

-- Documents that use up the nonces of a batch, for the signer; the case that voids the batch names the newest.
create table cashier.cancelling (
  batch_id uuid not null references cashier.batch,
  at timestamptz not null,
  by text not null,
  document text not null check (length(document) <= 1000000),
  primary key (batch_id, at)
);
create trigger cancelling_final before update or delete or truncate on cashier.cancelling
  for each statement execute function cashier.refuse_change();

revoke all on function cashier.guard_correction() from public;
grant select, insert on cashier.corrected_hash, cashier.cancelling to candor_app;

-- What confirmed a withdrawal is watched until it stays; a block that leaves the chain before takes it back.
insert into cashier.withdrawal_edge values ('confirmed', 'broadcast');

create table cashier.confirmation (
  user_id uuid not null,
  withdrawal_id uuid not null,
  -- The entry of the books it was counted by.
  entry_id uuid not null,
  network text not null check (network in ('ethereum', 'tron', 'bitcoin')),
  tx_hash text not null check (length(tx_hash) between 60 and 70),
  height bigint not null check (height >= 0),
  block_hash text not null check (length(block_hash) <= 100),
  at timestamptz not null,
  state text not null default 'counted' check (state in ('counted', 'final', 'gone')),
  primary key (user_id, withdrawal_id, entry_id),
  foreign key (user_id, withdrawal_id) references cashier.withdrawal
);
create index confirmation_watched on cashier.confirmation (network, at) where state = 'counted';
create unique index confirmation_one on cashier.confirmation (user_id, withdrawal_id)
  where state <> 'gone';

create function cashier.guard_confirmation() returns trigger language plpgsql as $$
begin
  if old.state <> 'counted' or (new.user_id, new.withdrawal_id, new.entry_id, new.network,
       new.tx_hash, new.height, new.block_hash, new.at)
     is distinct from (old.user_id, old.withdrawal_id, old.entry_id, old.network,
       old.tx_hash, old.height, old.block_hash, old.at) then
    raise exception 'what confirmed a withdrawal stays' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger confirmation_guard before update on cashier.confirmation
  for each row execute function cashier.guard_confirmation();
create trigger confirmation_stays before delete or truncate on cashier.confirmation
  for each statement execute function cashier.refuse_change();

-- A withdrawal goes back to sent only with what confirmed it.
create function cashier.guard_unconfirmed() returns trigger language plpgsql as $$
begin
  if old.state = 'confirmed' and new.state = 'broadcast' and (
       not exists (select from cashier.confirmation c
         where c.user_id = old.user_id and c.withdrawal_id = old.id and c.state = 'gone')
       or exists (select from cashier.confirmation c
         where c.user_id = old.user_id and c.withdrawal_id = old.id and c.state <> 'gone')) then
    raise exception 'a withdrawal stays confirmed while its block does'
      using errcode = 'check_violation', constraint = 'withdrawal_unconfirmed';
  end if;
  return new;
end $$;
create trigger withdrawal_unconfirmed before update on cashier.withdrawal
  for each row execute function cashier.guard_unconfirmed();

-- What a user owed of deposits that were taken back when staff last looked at it, e.g. 'USDT:5000000': more
-- than that is looked at anew, by a case of its own, and an earlier approval counts no more.
alter table cashier.withdrawal add column owed text not null default '' check (length(owed) <= 200);
alter table cashier.withdrawal add column review_since timestamptz;

create function cashier.guard_review() returns trigger language plpgsql as $$
begin
  if new.state in ('approved', 'broadcast') and new.state <> old.state
     and cardinality(new.causes) > 0 and new.approved_case is distinct from new.case_id then
    raise exception 'a withdrawal under review leaves by its newest case'
      using errcode = 'check_violation', constraint = 'withdrawal_newest_review';
  end if;
  return new;
end $$;
create trigger withdrawal_review_newest before update on cashier.withdrawal
  for each row execute function cashier.guard_review();

-- Who exports a batch does not hand its hashes in.
alter table cashier.batch add column exported_by text;
alter table cashier.batch add constraint batch_exporter_sends_not
  check (sent_by is null or exported_by is null or sent_by <> exported_by);
create function cashier.guard_exporter() returns trigger language plpgsql as $$
begin
  if old.exported_by is not null and new.exported_by is distinct from old.exported_by
     or (old.document is null and new.document is not null and new.exported_by is null) then
    raise exception 'who exported a batch stays' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger batch_exporter before update on cashier.batch
  for each row execute function cashier.guard_exporter();

-- Quotes that ended are swept, the oldest first.
create index withdrawal_quote_ended on cashier.withdrawal_quote (expires_at);

revoke all on function cashier.guard_confirmation(), cashier.guard_unconfirmed(),
  cashier.guard_review(), cashier.guard_exporter() from public;
grant select, insert on cashier.confirmation to candor_app;
grant update (state) on cashier.confirmation to candor_app;
grant update (owed, review_since) on cashier.withdrawal to candor_app;
grant update (exported_by) on cashier.batch to candor_app;

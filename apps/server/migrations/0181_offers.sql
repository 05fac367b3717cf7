-- Offers a user asked to hear of: what one says, and how far it has been sent.
create schema offers;
grant usage on schema offers to candor_app;

-- Written before it is proposed, and never changed: the case is decided on its hash.
create table offers.offer (
  id uuid primary key,
  -- By language: title and text.
  texts jsonb not null check (jsonb_typeof(texts) = 'object' and texts ? 'en'),
  -- A page of ours it leads to; null for none.
  page text,
  until_at timestamptz not null,
  hash bytea not null check (length(hash) = 32),
  author text not null check (author <> ''),
  at timestamptz not null,
  check (until_at > at)
);
create trigger offer_immutable before update or delete or truncate on offers.offer
  for each statement execute function platform.refuse_change();

-- One that was approved, and how far its batches have come.
create table offers.sending (
  offer_id uuid primary key references offers.offer,
  case_id uuid not null unique,
  case_number text not null,
  approved_at timestamptz not null,
  -- The last user a batch looked at, in the order of their ids; null before the first batch.
  after_user uuid,
  -- How many users were told.
  told integer not null default 0 check (told >= 0),
  -- When nobody was left to be told, or its end came.
  finished_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_by text,
  check ((withdrawn_at is null) = (withdrawn_by is null))
);
create index sending_open on offers.sending (approved_at)
  where finished_at is null and withdrawn_at is null;

-- Nothing is sent without a case that another member than its author approved, whoever asks.
create function offers.require_case() returns trigger language plpgsql as $$
begin
  if not exists (
    select from platform.approval c join offers.offer o on o.id = new.offer_id
    where c.id = new.case_id and c.number = new.case_number and c.kind = 'offer'
      and c.facts ->> 'offer' = o.id::text and c.facts ->> 'hash' = encode(o.hash, 'hex')
  ) then
    raise exception 'an offer is sent by a decided case'
      using errcode = 'check_violation', constraint = 'sending_case';
  end if;
  return new;
end $$;
create trigger sending_case before insert on offers.sending
  for each row execute function offers.require_case();
revoke all on function offers.require_case() from public;

grant select, insert on offers.offer, offers.sending to candor_app;
grant update (after_user, told, finished_at, withdrawn_at, withdrawn_by)
  on offers.sending to candor_app;

-- Receipts: what each said when it was first written, so that a later change is found. The content
-- itself is derived, each time, from rows nobody can change.
create schema receipts;
grant usage on schema receipts to candor_app;

create table receipts.receipt (
  number text primary key,
  kind text not null check (kind in ('contract', 'cover', 'option')),
  user_id uuid not null,
  -- The contract or the option; of a cover the contract whose closing left the deficit.
  subject uuid not null,
  -- Canonical JSON of what no other row keeps: the feed's name, the instrument's specification as
  -- far as it is not with the contract, the version of the fee.
  terms text not null,
  hash bytea not null check (length(hash) = 32),
  written_at timestamptz not null
);

create function receipts.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a receipt is final' using errcode = 'insufficient_privilege';
end $$;
create trigger receipt_final before update or delete or truncate on receipts.receipt
  for each statement execute function receipts.refuse_change();

grant select, insert on receipts.receipt to candor_app;

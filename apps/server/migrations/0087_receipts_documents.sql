-- Specifications and fee schedules by their hashes, each text once, and when each was published:
-- receipts name them, and whoever checks a receipt takes its figures from them.
create table receipts.document (
  hash bytea primary key check (length(hash) = 32),
  kind text not null check (kind in ('specification', 'schedule')),
  -- Canonical JSON: the hash is over this very text.
  body text not null,
  check (hash = sha256(convert_to(body, 'UTF8')))
);
create table receipts.publication (
  kind text not null check (kind in ('specification', 'schedule')),
  -- The instrument of a specification; empty for a schedule, which is for all of them.
  subject text not null,
  since timestamptz not null,
  hash bytea not null references receipts.document (hash),
  primary key (kind, subject, since)
);

create trigger document_final before update or delete or truncate on receipts.document
  for each statement execute function receipts.refuse_change();
create trigger publication_final before update or delete or truncate on receipts.publication
  for each statement execute function receipts.refuse_change();
grant select, insert on receipts.document, receipts.publication to candor_app;

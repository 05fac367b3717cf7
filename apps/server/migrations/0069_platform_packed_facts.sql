-- Facts of a large batch name hundreds of orders, which packs well: they stand here for a day, and
-- for ever in what was written of the log.
alter table platform.outbox
  alter column payload drop not null,
  -- Raw DEFLATE of a long payload.
  add column packed bytea,
  add constraint outbox_payload check ((payload is null) <> (packed is null));
alter table platform.outbox alter column packed set storage external;

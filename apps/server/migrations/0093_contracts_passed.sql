-- Ticks that reached a price of an order and did nothing to it, with the reason: written with the
-- filling, the amendment or the closing that followed, because the receipt states them.
create table contracts.passed (
  user_id uuid not null,
  contract_id uuid not null,
  seq bigint generated always as identity,
  -- The closing it belongs to; null where the order still waited.
  receipt_no uuid,
  reason text not null check (reason in ('suspended', 'closeOnly', 'noSource', 'stale', 'noLink',
                                         'unjudgeable', 'failed', 'late', 'several')),
  from_tick text not null check (from_tick ~ '^\d{4}-\d{2}-\d{2}/\d+$'),
  to_tick text not null check (to_tick ~ '^\d{4}-\d{2}-\d{2}/\d+$'),
  primary key (user_id, contract_id, seq),
  foreign key (user_id, contract_id) references contracts.contract (user_id, id)
);
create trigger passed_final before update or delete on contracts.passed
  for each row execute function contracts.refuse_rewrite();
grant select, insert (user_id, contract_id, receipt_no, reason, from_tick, to_tick)
  on contracts.passed to candor_app;

-- Receipts are signed when they are written. Those of before have no signature.
alter table receipts.receipt
  add column key smallint,
  add column signature bytea check (length(signature) = 64),
  add constraint receipt_signed check ((key is null) = (signature is null));

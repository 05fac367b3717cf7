-- The number of a receipt is an id; it is written without dashes.
alter table receipts.receipt alter column number type uuid using number::uuid;

-- Any caller that has the number of a receipt may read it, and it was made of the ids of buyer and token: who knows
-- both knew the number. It is random from now on and kept with its sale; those of before stay as they were told.
alter table nft.sale add column receipt_no text unique check (receipt_no ~ '^[0-9A-F]{32}$');
alter table nft.sale disable trigger user;
update nft.sale set receipt_no = upper(left(encode(sha256(convert_to(
  'candor.receipt|donation|' || user_id || '|' || token_id, 'UTF8')), 'hex'), 32));
alter table nft.sale enable trigger user;
alter table nft.sale alter column receipt_no set not null;

-- A transaction that is mined anew may pay another sum in the same place: that is a payment of its own, and the
-- old one is taken back. Of all payments of a place one stands at most.
alter table cashier.deposit drop constraint deposit_network_tx_hash_ordinal_key;
alter table cashier.deposit
  add constraint deposit_once unique (network, tx_hash, ordinal, asset, address, units);
create unique index deposit_place on cashier.deposit (network, tx_hash, ordinal)
  where not is_orphan and state <> 'reversed';

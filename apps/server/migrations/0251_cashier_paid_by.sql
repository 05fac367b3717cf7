-- What a transaction pays is looked up by its hash, on Bitcoin too, where one transaction pays many.
create index withdrawal_paid_by on cashier.withdrawal (network, tx_hash) where tx_hash is not null;

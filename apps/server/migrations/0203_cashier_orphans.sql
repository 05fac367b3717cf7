-- Payments whose block was taken back, found without reading those that stand.
create index deposit_orphan on cashier.deposit (network, height)
  where is_orphan and state <> 'reversed';

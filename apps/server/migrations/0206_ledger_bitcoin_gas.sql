-- What Bitcoin's miners are paid for pay-outs, as Ethereum's validators are.
insert into ledger.allowed (kind, from_class, to_class) values
  ('network-gas', 'house:network-fees', 'world:bitcoin');

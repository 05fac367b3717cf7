-- Collateral in USDT pays a loan off without a trade.
insert into ledger.allowed (kind, from_class, to_class) values
  ('collateral-sale', 'user:collateral', 'user:cash');

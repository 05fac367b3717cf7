-- What a network costs a withdrawal, in the asset that leaves, and how high these may ever be set.
insert into parameters.parameter (key, version, value, from_at, note)
select key, 1, value, timestamptz 'epoch', 'default'
from (values
  ('withdrawal.feeRateCap', '0.005'),
  ('withdrawal.networkFeeTronUsdt', '1'),
  ('withdrawal.networkFeeEthereumUsdt', '3'),
  ('withdrawal.networkFeeEthereumEth', '0.001'),
  ('withdrawal.networkFeeBitcoinBtc', '0.00005'),
  ('withdrawal.networkFeeCapUsdt', '10'),
  ('withdrawal.networkFeeCapEth', '0.01'),
  ('withdrawal.networkFeeCapBtc', '0.0005')
) as defaults (key, value);

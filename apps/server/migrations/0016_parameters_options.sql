-- What options pay on top of the stake when they win, by period in seconds, and how much may be
-- staked on one.
insert into parameters.parameter (key, version, value, from_at, note)
select key, 1, value, timestamptz 'epoch', 'default'
from (values
  ('option.rate60', '0.80'),
  ('option.rate120', '0.82'),
  ('option.rate300', '0.84'),
  ('option.rate900', '0.86'),
  ('option.rate3600', '0.88'),
  ('option.rate86400', '0.92'),
  ('option.stakeMin', '1'),
  ('option.stakeMax', '1000')
) as parameter_default (key, value);

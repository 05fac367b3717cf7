-- What the house takes of the USDT that change hands in a conversion, and the most it may be set to.
insert into parameters.parameter (key, version, value, from_at, note)
select key, 1, value, timestamptz 'epoch', 'default'
from (values
  ('exchange.spread', '0.002'),
  ('exchange.spreadCap', '0.01')
) as parameter_default (key, value);

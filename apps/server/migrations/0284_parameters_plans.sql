-- Whether real money may be put into plans: 1 is yes. It is off until two people turn it on.
insert into parameters.parameter (key, version, value, from_at, note)
select key, 1, value, timestamptz 'epoch', 'default'
from (values
  -- 1: real money may be put into plans.
  ('plan.enabled', '0')
) as parameter_default (key, value);

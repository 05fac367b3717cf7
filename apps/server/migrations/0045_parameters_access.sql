-- Most text messages of a day, and how long log-ins are kept.
insert into parameters.parameter (key, version, value, from_at, note)
select key, 1, value, timestamptz 'epoch', 'default'
from (values
  ('sms.perDay', '2000'),
  ('sms.perDayOfCountry', '500'),
  ('retention.loginDays', '400')
) as parameter_default (key, value);

-- What loans are offered on besides free days, daily rate and their share of the collateral: what an
-- operator may set at most, the least that is lent, the most by level of identification, the days an
-- approved loan may wait to be drawn, and the lines at which the product tells a borrower and sells.
insert into parameters.parameter (key, version, value, from_at, note)
select key, 1, value, timestamptz 'epoch', 'default'
from (values
  ('loan.rateDailyCap', '0.001'),
  ('loan.ltvCap', '0.65'),
  ('loan.amountMin', '100'),
  ('loan.limitLevel1', '10000'),
  ('loan.limitLevel2', '50000'),
  ('loan.offerDays', '7'),
  ('loan.noticeFirst', '0.7'),
  ('loan.noticeSecond', '0.75'),
  ('loan.noticeLast', '0.8'),
  ('loan.saleLine', '0.83')
) as parameter_default (key, value);

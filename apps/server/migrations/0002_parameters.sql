-- Numbers an operator can set: versioned, effective-dated, never overwritten. A value is in force
-- from `from_at` until the next version's.
create schema parameters;
grant usage on schema parameters to candor_app;

create table parameters.parameter (
  key text not null,
  version integer not null check (version > 0),
  value text not null,
  from_at timestamptz not null,
  note text not null,
  primary key (key, version)
);
create index parameter_by_time on parameters.parameter (key, from_at desc);

create function parameters.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a parameter gets a new version, never another value'
    using errcode = 'insufficient_privilege';
end $$;
create trigger parameter_immutable before update or delete or truncate on parameters.parameter
  for each statement execute function parameters.refuse_change();

grant select, insert on parameters.parameter to candor_app;

insert into parameters.parameter (key, version, value, from_at, note)
select key, 1, value, timestamptz 'epoch', 'default'
from (values
  ('demo.balance', '10000'),
  ('contract.feeRate', '0.001'),
  ('contract.feeRateCap', '0.003'),
  ('contract.financingRateCrypto', '0.0005'),
  ('contract.financingRateOther', '0.0002'),
  ('contract.financingRateCap', '0.001'),
  ('contract.closeOutLevel', '0.5'),
  ('leverage.forexMajor', '30'),
  ('leverage.forex', '20'),
  ('leverage.gold', '20'),
  ('leverage.index', '20'),
  ('leverage.commodity', '10'),
  ('leverage.stock', '5'),
  ('leverage.crypto', '2'),
  ('house.floorNewBusiness', '0'),
  ('withdrawal.feeRate', '0.001'),
  ('withdrawal.reviewLimit', '1000'),
  ('withdrawal.minReceiveBtc', '0.001'),
  ('withdrawal.minReceiveEth', '0.1'),
  ('withdrawal.minReceiveUsdt', '100'),
  ('deposit.minUsdt', '120'),
  ('deposit.minBtc', '0.015'),
  ('deposit.minEth', '0.2'),
  ('plan.earlyExitShare', '0.005'),
  ('plan.earlyExitShareCap', '0.02'),
  ('plan.profitShare', '0.2'),
  ('loan.freeDays', '3'),
  ('loan.rateDaily', '0.0002'),
  ('loan.ltvMax', '0.65'),
  ('option.payoutMin', '0.80'),
  ('option.payoutMax', '0.92'),
  ('identity.deadlineHours', '48'),
  ('file.imageBytesMax', '2097152'),
  ('retention.years', '5'),
  ('operator.name', 'Not set by the operator'),
  ('operator.address', 'Not set by the operator'),
  ('operator.country', 'Not set by the operator'),
  ('operator.licence', 'Not set by the operator'),
  ('operator.complaints', 'Not set by the operator'),
  ('operator.charityRegister', 'Not set by the operator'),
  ('copyright.year', '2025')
) as parameter_default (key, value);

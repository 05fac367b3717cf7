-- What somebody set themselves: pauses from new risk, and limits on real money.

-- One row a kind, the newest word; what it was before stands in the account's security events.
create table accounts.pause (
  user_id uuid not null references accounts.account,
  kind text not null check (kind in ('timeout', 'exclusion')),
  since timestamptz not null,
  until timestamptz not null check (until >= since),
  primary key (user_id, kind)
);
grant select, insert on accounts.pause to candor_app;
grant update (since, until) on accounts.pause to candor_app;

-- USDT units; null: no limit. What loosens waits beside what holds until its time has come.
create table accounts.self_limit (
  user_id uuid not null references accounts.account,
  kind text not null check (kind in ('deposit', 'loss', 'turnover')),
  period text not null check (period in ('day', 'week', 'month')),
  amount numeric(38,0) check (amount > 0),
  next_amount numeric(38,0) check (next_amount > 0),
  next_at timestamptz,
  primary key (user_id, kind, period),
  check (next_at is not null or next_amount is null)
);
grant select, insert on accounts.self_limit to candor_app;
grant update (amount, next_amount, next_at) on accounts.self_limit to candor_app;

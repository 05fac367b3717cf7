-- Backtests that users asked for, one at a time each, with what came of them; and the one that is published with
-- a version of a plan.
create table plans.backtest (
  user_id uuid not null,
  id uuid not null,
  ordinal bigint generated always as identity unique,
  -- {"strategy": "…", "parameters": {}, "interval": "1h", "codes": ["…"]}
  chosen jsonb not null,
  from_at timestamptz not null,
  to_at timestamptz not null check (to_at > from_at),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  -- The report as it is answered, word for word.
  report text,
  asked_at timestamptz not null,
  ended_at timestamptz,
  primary key (user_id, id),
  check ((state = 'done') = (report is not null)),
  check ((state in ('done', 'failed')) = (ended_at is not null))
);
create unique index backtest_once on plans.backtest (user_id) where state in ('waiting', 'running');
create index backtest_waiting on plans.backtest (ordinal) where state in ('waiting', 'running');

create table plans.published (
  plan_id uuid not null,
  version integer not null,
  report text not null,
  -- What a list shows of it.
  part text not null,
  at timestamptz not null,
  primary key (plan_id, version),
  foreign key (plan_id, version) references plans.version
);

grant select, insert, delete on plans.backtest to candor_app;
grant update (state, report, ended_at) on plans.backtest to candor_app;
grant select, insert on plans.published to candor_app;

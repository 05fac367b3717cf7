-- What a user said before the first real order, each time: the questions' answers, whether they
-- show enough knowledge, and the risk text that was acknowledged. Nothing is changed later.
create table accounts.appropriateness (
  user_id uuid not null references accounts.account,
  number integer not null check (number > 0),
  at timestamptz not null,
  -- Self-declared, ISO 3166 alpha-2.
  country text not null check (country ~ '^[A-Z]{2}$'),
  answers text not null,
  is_enough boolean not null,
  warning_accepted boolean not null,
  risk_version integer not null check (risk_version > 0),
  -- Set by the rows that acknowledge: from then on real orders are taken.
  real_from timestamptz check (real_from >= at),
  primary key (user_id, number),
  check ((real_from is not null) = (is_enough or warning_accepted))
);

create function accounts.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'what somebody acknowledged stays as it was said'
    using errcode = 'insufficient_privilege';
end $$;
create trigger appropriateness_immutable before update or delete or truncate
  on accounts.appropriateness for each statement execute function accounts.refuse_change();

grant select, insert on accounts.appropriateness to candor_app;

-- Loans against collateral. A loan is one row whose terms never change and whose state goes by the edges
-- below and by no others; what is owed and pledged stands beside it and moves with entries of the journal.
-- Amounts are units of their asset, rates are shares with 18 places.
create schema loans;
grant usage on schema loans to candor_app;

-- What a loan was said to cost, for some minutes; it is signed as it stands here.
create table loans.offer (
  user_id uuid not null,
  id uuid not null unique,
  agreement_id uuid not null unique,
  principal numeric(38,0) not null check (principal > 0),
  days integer not null check (days > 0),
  free_days integer not null check (free_days >= 0),
  rate_daily numeric(38,18) not null check (rate_daily >= 0 and rate_daily < 1),
  ltv_max numeric(38,18) not null check (ltv_max > 0 and ltv_max < 1),
  -- [{"asset": "BTC", "units": "100"}]
  collateral jsonb not null,
  -- What is signed, word for word, and its SHA-256.
  agreement text not null,
  agreement_hash bytea not null check (length(agreement_hash) = 32),
  offered_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > offered_at),
  primary key (user_id, id)
);
create index offer_ends on loans.offer (expires_at);

create table loans.loan (
  user_id uuid not null,
  id uuid not null unique,
  ordinal bigint generated always as identity unique,
  number text not null generated always as
    ('L-' || lpad(ordinal::text, greatest(6, length(ordinal::text)), '0')) stored,
  request_id uuid not null,
  offer_id uuid not null unique,
  principal numeric(38,0) not null check (principal > 0),
  days integer not null check (days > 0),
  free_days integer not null check (free_days >= 0),
  rate_daily numeric(38,18) not null check (rate_daily >= 0 and rate_daily < 1),
  ltv_max numeric(38,18) not null check (ltv_max > 0 and ltv_max < 1),
  -- What will be pledged when it is drawn.
  offered jsonb not null,
  agreement_id uuid not null unique,
  agreement text not null,
  agreement_hash bytea not null check (length(agreement_hash) = 32),
  signature_id uuid not null unique,
  -- SHA-256 of the picture that signed it.
  signature_hash bytea not null check (length(signature_hash) = 32),
  requested_at timestamptz not null,
  review_until timestamptz not null,
  state text not null default 'pendingReview',
  reason text,
  at timestamptz not null,
  case_id uuid,
  -- The case by which two people granted it, and the one by which two people wrote it off.
  approved_case uuid,
  write_off_case uuid,
  draw_until timestamptz,
  drawn_at timestamptz,
  drawn_on date,
  due_on date,
  principal_owed numeric(38,0) not null default 0 check (principal_owed >= 0),
  interest_owed numeric(38,0) not null default 0 check (interest_owed >= 0),
  interest_charged numeric(38,0) not null default 0,
  principal_paid numeric(38,0) not null default 0,
  interest_paid numeric(38,0) not null default 0,
  -- What the house took over: a sale that did not cover, or a write-off.
  principal_lost numeric(38,0) not null default 0,
  interest_lost numeric(38,0) not null default 0,
  -- The last midnight that was looked at.
  charged_through date,
  -- Notice lines told since it was last calm; and days past its due date its owner was told of.
  notices smallint not null default 0 check (notices between 0 and 3),
  late_told smallint not null default 0 check (late_told >= 0),
  primary key (user_id, id),
  check ((drawn_at is null) = (drawn_on is null) and (drawn_at is null) = (due_on is null)
    and (drawn_at is null) = (charged_through is null)),
  -- What was lent and charged is owed, paid or lost, to the unit.
  constraint loan_adds_up check (
    (drawn_at is null and principal_owed = 0 and interest_owed = 0 and interest_charged = 0
      and principal_paid = 0 and interest_paid = 0 and principal_lost = 0 and interest_lost = 0)
    or (drawn_at is not null and principal = principal_owed + principal_paid + principal_lost
      and interest_charged = interest_owed + interest_paid + interest_lost)),
  check (principal_paid >= 0 and interest_paid >= 0 and principal_lost >= 0 and interest_lost >= 0),
  constraint loan_runs check (
    (state in ('repaymentInProgress', 'overdue')) = (principal_owed + interest_owed > 0)),
  check (state in ('pendingReview', 'rejected', 'expired') or approved_case is not null),
  check (state not in ('repaymentInProgress', 'overdue', 'repaid', 'sold', 'writtenOff')
    or drawn_at is not null),
  check (state = 'writtenOff' or state = 'sold' or principal_lost + interest_lost = 0)
);
create index loan_newest on loans.loan (user_id, ordinal desc);
create index loan_running on loans.loan (charged_through, ordinal)
  where state in ('repaymentInProgress', 'overdue');
create index loan_due on loans.loan (due_on, ordinal)
  where state in ('repaymentInProgress', 'overdue');
create index loan_waiting on loans.loan (draw_until) where state = 'approved';

create table loans.step (
  user_id uuid not null,
  loan_id uuid not null,
  place bigint generated always as identity,
  state text not null,
  at timestamptz not null,
  by text not null check (by in ('owner', 'operator', 'system')),
  reason text,
  primary key (user_id, loan_id, place),
  foreign key (user_id, loan_id) references loans.loan
);

-- What is pledged to a loan; per user and asset their sum is the account `user:collateral`.
create table loans.collateral (
  user_id uuid not null,
  loan_id uuid not null,
  asset text not null check (asset in ('USDT', 'BTC', 'ETH')),
  units numeric(38,0) not null check (units >= 0),
  primary key (user_id, loan_id, asset),
  foreign key (user_id, loan_id) references loans.loan
);

-- Interest of a midnight: a day is charged once.
create table loans.charge (
  user_id uuid not null,
  loan_id uuid not null,
  day date not null,
  principal numeric(38,0) not null check (principal > 0),
  interest numeric(38,0) not null check (interest > 0),
  at timestamptz not null,
  primary key (user_id, loan_id, day)
);

create table loans.payment (
  user_id uuid not null,
  loan_id uuid not null,
  place bigint generated always as identity,
  at timestamptz not null,
  source text not null check (source in ('cash', 'collateral')),
  interest numeric(38,0) not null check (interest >= 0),
  principal numeric(38,0) not null check (principal >= 0),
  primary key (user_id, loan_id, place),
  foreign key (user_id, loan_id) references loans.loan,
  check (interest + principal > 0)
);

-- Collateral that was sold, with everything it was decided on.
create table loans.sale (
  user_id uuid not null,
  id uuid not null unique,
  loan_id uuid not null,
  cause text not null check (cause in ('line', 'overdue', 'owner')),
  at timestamptz not null,
  -- What it had to reach: the line to restore, or what was to be paid.
  line numeric(38,18),
  wanted numeric(38,0),
  ltv_max numeric(38,18) not null,
  spread_rate numeric(38,18) not null check (spread_rate >= 0 and spread_rate < 1),
  spread_version integer not null check (spread_version > 0),
  feed text not null,
  principal_before numeric(38,0) not null,
  interest_before numeric(38,0) not null,
  -- [{"asset": "BTC", "units": "100", "price": "60000", "tick": "…"}]: all that was pledged.
  held jsonb not null,
  -- [{"asset": "BTC", "units": "10"}]: what of it was given, in its order.
  given jsonb not null,
  paid_interest numeric(38,0) not null check (paid_interest >= 0),
  paid_principal numeric(38,0) not null check (paid_principal >= 0),
  lost_interest numeric(38,0) not null default 0 check (lost_interest >= 0),
  lost_principal numeric(38,0) not null default 0 check (lost_principal >= 0),
  primary key (user_id, id),
  foreign key (user_id, loan_id) references loans.loan,
  check ((line is null) <> (wanted is null)),
  check ((cause = 'line') = (line is not null))
);
create index sale_of_loan on loans.sale (user_id, loan_id, at);

-- The same edges as `loan/rules.ts`; a test compares them.
create table loans.edge (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);
insert into loans.edge values
  ('pendingReview', 'approved'), ('pendingReview', 'rejected'), ('pendingReview', 'expired'),
  ('approved', 'repaymentInProgress'), ('approved', 'expired'),
  ('repaymentInProgress', 'repaid'), ('repaymentInProgress', 'overdue'),
  ('repaymentInProgress', 'sold'),
  ('overdue', 'repaid'), ('overdue', 'sold'), ('overdue', 'writtenOff');

create function loans.guard_loan() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'pendingReview' or new.approved_case is not null or new.drawn_at is not null then
      raise exception 'a loan begins under review' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if (new.user_id, new.id, new.ordinal, new.request_id, new.offer_id, new.principal, new.days,
      new.free_days, new.rate_daily, new.ltv_max, new.offered, new.agreement_id, new.agreement,
      new.agreement_hash, new.signature_id, new.signature_hash, new.requested_at)
     is distinct from
     (old.user_id, old.id, old.ordinal, old.request_id, old.offer_id, old.principal, old.days,
      old.free_days, old.rate_daily, old.ltv_max, old.offered, old.agreement_id, old.agreement,
      old.agreement_hash, old.signature_id, old.signature_hash, old.requested_at)
     or (old.drawn_at is not null and (new.drawn_at, new.drawn_on, new.due_on)
         is distinct from (old.drawn_at, old.drawn_on, old.due_on)) then
    raise exception 'the terms of a loan stay'
      using errcode = 'check_violation', constraint = 'loan_terms';
  end if;
  if new.state <> old.state and not exists (
    select from loans.edge e where e.from_state = old.state and e.to_state = new.state) then
    raise exception 'a loan does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'loan_edge';
  end if;
  if new.approved_case is distinct from old.approved_case and not exists (
    select from platform.approval c
    where c.id = new.approved_case and c.kind = 'loan' and c.people = 2
      and c.facts ->> 'id' = new.id::text and c.facts ->> 'principalUnits' = new.principal::text
      and c.facts ->> 'agreementHash' = encode(new.agreement_hash, 'hex')) then
    raise exception 'two people grant a loan as it was signed'
      using errcode = 'check_violation', constraint = 'loan_two_people';
  end if;
  if new.state = 'writtenOff' and new.state <> old.state and not exists (
    select from platform.approval c
    where c.id = new.write_off_case and c.kind = 'loanWriteOff' and c.people = 2
      and c.facts ->> 'id' = new.id::text) then
    raise exception 'two people write a loan off'
      using errcode = 'check_violation', constraint = 'loan_two_people';
  end if;
  -- Time only passes, and what was charged, paid or lost stays so.
  if new.charged_through < old.charged_through or new.interest_charged < old.interest_charged
     or new.principal_paid < old.principal_paid or new.interest_paid < old.interest_paid
     or new.principal_lost < old.principal_lost or new.interest_lost < old.interest_lost then
    raise exception 'what happened to a loan stays'
      using errcode = 'check_violation', constraint = 'loan_history';
  end if;
  return new;
end $$;
create trigger loan_guard before insert or update on loans.loan
  for each row execute function loans.guard_loan();
create trigger loan_stays before delete or truncate on loans.loan
  for each statement execute function platform.refuse_change();
create trigger step_only_grows before update or delete or truncate on loans.step
  for each statement execute function platform.refuse_change();
create trigger charge_only_grows before update or delete or truncate on loans.charge
  for each statement execute function platform.refuse_change();
create trigger payment_only_grows before update or delete or truncate on loans.payment
  for each statement execute function platform.refuse_change();
create trigger sale_only_grows before update or delete or truncate on loans.sale
  for each statement execute function platform.refuse_change();
revoke all on function loans.guard_loan() from public;

grant select, insert, delete on loans.offer to candor_app;
grant select, insert on loans.loan, loans.step, loans.charge, loans.payment, loans.sale
  to candor_app;
grant select, insert, update (units) on loans.collateral to candor_app;
grant select on loans.edge to candor_app;
grant update (state, reason, at, case_id, approved_case, write_off_case, draw_until, drawn_at,
    drawn_on, due_on, principal_owed, interest_owed, interest_charged, principal_paid,
    interest_paid, principal_lost, interest_lost, charged_through, notices, late_told)
  on loans.loan to candor_app;

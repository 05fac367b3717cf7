-- Cases: everything that waits for a decision of the operator's people. Who proposes does not decide,
-- and where two have to decide they are two: the database refuses anything else, whoever asks.
create schema cases;
grant usage on schema cases to candor_app;

create table cases.case (
  id uuid primary key,
  ordinal bigint generated always as identity unique,
  letter text not null check (letter ~ '^[A-Z]$'),
  -- What people read out: "A-000123".
  number text not null generated always as
    (letter || '-' || lpad(ordinal::text, greatest(6, length(ordinal::text)), '0')) stored,
  kind text not null check (length(kind) between 1 and 40),
  state text not null default 'open' check (state in ('open', 'claimed', 'firstYes', 'decided')),
  verdict text check (verdict in ('approved', 'rejected', 'withdrawn')),
  user_id uuid,
  subject text not null check (length(subject) between 1 and 200),
  -- In units of the asset, signed: what the user or the house gets.
  amount numeric(38,0),
  asset text check (asset in ('USDT', 'BTC', 'ETH')),
  -- Canonical JSON of what is decided on.
  facts text not null check (length(facts) <= 8000),
  evidence uuid[] not null default '{}' check (cardinality(evidence) <= 20),
  -- SHA-256 of all that is decided on; the trigger below keeps it.
  row_hash bytea not null check (length(row_hash) = 32),
  people smallint not null check (people in (1, 2)),
  -- A member's id, "user:" and the user's id, "terminal:" and who was there, or "system".
  opened_by text not null check (opened_by <> ''),
  opened_at timestamptz not null,
  deadline timestamptz not null,
  claimed_by text,
  claimed_at timestamptz,
  first_by text,
  first_at timestamptz,
  first_hash bytea,
  decided_by text,
  decided_at timestamptz,
  reason text check (length(reason) <= 60),
  message text check (length(message) <= 1000),
  -- When what was decided was done and told; never before it is decided.
  applied_at timestamptz,
  -- When its people were told that its deadline passed.
  alarmed_at timestamptz,
  unique (number),
  check ((amount is null) = (asset is null)),
  check ((state = 'decided') = (verdict is not null)),
  check ((state = 'decided') = (decided_by is not null)),
  check ((decided_by is null) = (decided_at is null)),
  check ((first_by is null) = (first_at is null)),
  check ((claimed_by is null) = (claimed_at is null)),
  check (state <> 'claimed' or claimed_by is not null),
  check (state <> 'firstYes' or (first_by is not null and people = 2)),
  check (applied_at is null or state = 'decided'),
  -- Maker and checker are two, and neither of them proposed it.
  constraint case_first_not_opener check (first_by <> opened_by),
  constraint case_decided_not_opener check (verdict = 'withdrawn' or decided_by <> opened_by),
  constraint case_withdrawn_by_opener check (verdict <> 'withdrawn' or decided_by = opened_by),
  constraint case_two_people check (
    verdict is distinct from 'approved' or people = 1
    or (first_by is not null and first_by <> decided_by and first_hash = row_hash))
);
create index case_waiting on cases.case (deadline, id) where state <> 'decided';
create index case_decided on cases.case (decided_at desc, id desc) where state = 'decided';
create index case_to_do on cases.case (decided_at) where state = 'decided' and applied_at is null;
create index case_of_user on cases.case (user_id, opened_at desc) where user_id is not null;
create index case_claimed on cases.case (claimed_by) where claimed_by is not null;

-- The timeline; `is_for_user`: the user the case is about reads the line.
create table cases.step (
  case_id uuid not null references cases.case,
  id uuid not null,
  place bigint generated always as identity,
  at timestamptz not null,
  kind text not null check (length(kind) <= 20),
  by text not null,
  text text check (length(text) <= 4000),
  reason text check (length(reason) <= 60),
  is_for_user boolean not null,
  primary key (case_id, id)
);

-- All that is decided on, as a text that has one form.
create function cases.canonical(c cases.case) returns text
  language sql stable parallel safe
  return '{"amount":' || coalesce(to_json(c.amount::text)::text, 'null')
    || ',"asset":' || coalesce(to_json(c.asset)::text, 'null')
    || ',"evidence":' || to_json(c.evidence)::text
    || ',"facts":' || c.facts
    || ',"id":' || to_json(c.id)::text
    || ',"kind":' || to_json(c.kind)::text
    || ',"people":' || c.people::text
    || ',"subject":' || to_json(c.subject)::text
    || ',"userId":' || coalesce(to_json(c.user_id)::text, 'null')
    || '}';

-- Keeps the hash of what is decided on, takes a first yes back when that changes, and lets nothing of
-- a decided case change but that it was carried out.
create function cases.guard() returns trigger
  language plpgsql security definer set search_path = cases, pg_temp as $$
begin
  if tg_op = 'INSERT' and new.state <> 'open' then
    raise exception 'a case begins open' using errcode = 'check_violation';
  end if;
  new.row_hash := sha256('\x07'::bytea || convert_to(canonical(new), 'UTF8'));
  if tg_op = 'INSERT' then return new; end if;
  if (new.id, new.ordinal, new.letter, new.kind, new.people, new.opened_by, new.opened_at)
     is distinct from
     (old.id, old.ordinal, old.letter, old.kind, old.people, old.opened_by, old.opened_at)
     or new.user_id is distinct from old.user_id then
    raise exception 'a case stays the case it is' using errcode = 'check_violation';
  end if;
  if old.state = 'decided' then
    if old.applied_at is not null
      -- Its number is generated after this trigger.
      or to_jsonb(new) - array['applied_at', 'number']
        is distinct from to_jsonb(old) - array['applied_at', 'number'] then
      raise exception 'a decided case stays decided'
        using errcode = 'check_violation', constraint = 'case_decided_final';
    end if;
    return new;
  end if;
  if new.row_hash <> old.row_hash then
    if new.state is distinct from old.state or new.first_by is distinct from old.first_by then
      raise exception 'a case is changed or decided, not both'
        using errcode = 'check_violation', constraint = 'case_changed_alone';
    end if;
    -- Whoever said yes said it to another row.
    new.first_by := null;
    new.first_at := null;
    new.first_hash := null;
    new.claimed_by := null;
    new.claimed_at := null;
    new.state := 'open';
    return new;
  end if;
  if new.first_by is distinct from old.first_by then
    if old.first_by is not null or new.state <> 'firstYes' then
      raise exception 'a first yes is said once, and is not the last'
        using errcode = 'check_violation', constraint = 'case_first_alone';
    end if;
    new.first_hash := new.row_hash;
  else
    new.first_hash := old.first_hash;
  end if;
  if new.state = 'decided' and new.verdict = 'approved' and new.people = 2
    and old.state <> 'firstYes' then
    raise exception 'two people decide it, one after the other'
      using errcode = 'check_violation', constraint = 'case_two_people';
  end if;
  return new;
end $$;
create trigger case_guard before insert or update on cases.case
  for each row execute function cases.guard();

create function cases.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'what happened in a case stays' using errcode = 'insufficient_privilege';
end $$;
create trigger case_stays before delete or truncate on cases.case
  for each statement execute function cases.refuse_change();
create trigger step_final before update or delete or truncate on cases.step
  for each statement execute function cases.refuse_change();

revoke all on all functions in schema cases from public;
grant select on cases.case, cases.step to candor_app;
grant insert (id, letter, kind, user_id, subject, amount, asset, facts, evidence, people, opened_by,
    opened_at, deadline),
  update (subject, amount, asset, facts, evidence, deadline, applied_at, alarmed_at)
  on cases.case to candor_app;
grant insert on cases.step to candor_app;

-- The desk's role decides; what was decided is carried out by the product's own.
grant usage on schema cases, platform to candor_desk;
grant select on cases.case, cases.step to candor_desk;
grant insert (id, letter, kind, user_id, subject, amount, asset, facts, evidence, people, opened_by,
    opened_at, deadline),
  update (state, verdict, claimed_by, claimed_at, first_by, first_at, decided_by, decided_at, reason,
    message)
  on cases.case to candor_desk;
grant insert on cases.step to candor_desk;

-- What two people approved and nobody carried out yet, for guards that ask for a decision and need not
-- know what a case is.
create view platform.decision as
  select c.id, c.kind, c.user_id, c.facts::jsonb ->> 'mode' as mode, c.asset, c.amount,
         'world:' || (c.facts::jsonb ->> 'account') as account
  from cases.case c
  where c.state = 'decided' and c.verdict = 'approved' and c.applied_at is null
    and c.people = 2 and c.first_by <> c.decided_by and c.amount is not null;

-- Who users are, as far as the operator's people saw it in documents.
create schema identity;
grant usage on schema identity to candor_app;

-- Where a user stands: the first level by documents, the second by a proof of address too.
create table identity.person (
  user_id uuid primary key,
  state text not null default 'none' check (state in ('none', 'pending', 'verified', 'failed')),
  address_state text not null default 'none'
    check (address_state in ('none', 'pending', 'verified', 'failed')),
  -- When the relationship ended: its documents are destroyed so many years later.
  ended_at timestamptz,
  shredded_at timestamptz,
  check (address_state = 'none' or state = 'verified'),
  check (shredded_at is null or ended_at is not null)
);
create index person_ended on identity.person (ended_at)
  where ended_at is not null and shredded_at is null;

-- What a user sent in at once. Its details are sealed under a key of their own that lies outside the database.
create table identity.submission (
  user_id uuid not null references identity.person,
  id uuid not null unique,
  -- In the order in which they came.
  place bigint generated always as identity,
  level smallint not null check (level in (1, 2)),
  state text not null default 'pending' check (state in ('pending', 'verified', 'failed')),
  details bytea,
  document_type text check (document_type in ('idCard', 'passport', 'driverLicence')),
  -- Keyed hashes of the document's number: of what the user typed, and of what staff read.
  number_hash bytea check (length(number_hash) = 32),
  case_id uuid not null unique,
  submitted_at timestamptz not null,
  deadline timestamptz not null,
  decided_at timestamptz,
  message text check (length(message) <= 1000),
  primary key (user_id, id),
  check ((state = 'pending') = (decided_at is null)),
  check (level = 2 or document_type is not null)
);
-- Of two that are sent at once one is taken.
create unique index submission_waits on identity.submission (user_id, level) where state = 'pending';
create index submission_of_user on identity.submission (user_id, level, place desc);
create index submission_number on identity.submission (number_hash) where number_hash is not null;

-- The documents of a submission; one that was approved before stands in the next one as it is.
create table identity.document (
  user_id uuid not null,
  submission_id uuid not null,
  kind text not null check (kind in ('front', 'back', 'holding', 'signature', 'address')),
  file_id uuid not null,
  -- The rejected version in whose place it was sent.
  replaces uuid,
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected')),
  reason text check (length(reason) <= 60),
  primary key (user_id, submission_id, kind),
  foreign key (user_id, submission_id) references identity.submission (user_id, id),
  check ((state = 'rejected') = (reason is not null))
);

-- Nobody is verified without a case that was approved, whoever asks, and what was decided stays.
create function identity.require_case() returns trigger language plpgsql as $$
begin
  if old.state <> 'pending' and (new.state, new.decided_at) is distinct from (old.state, old.decided_at) then
    raise exception 'what was decided of an identification stays'
      using errcode = 'check_violation', constraint = 'submission_final';
  end if;
  if new.state = 'verified' and old.state = 'pending' and not exists (
    select from platform.approval c
    where c.id = new.case_id and c.kind = 'identity' and c.facts ->> 'submission' = new.id::text
  ) then
    raise exception 'a user is verified by a decided case'
      using errcode = 'check_violation', constraint = 'submission_case';
  end if;
  return new;
end $$;
create trigger submission_case before update on identity.submission
  for each row execute function identity.require_case();

-- The first level stands on a submission of it that was verified, the second on one of its own.
create function identity.require_submission() returns trigger language plpgsql as $$
begin
  if (new.state = 'verified' and not exists (
        select from identity.submission s
        where s.user_id = new.user_id and s.level = 1 and s.state = 'verified'))
    or (new.address_state = 'verified' and not exists (
        select from identity.submission s
        where s.user_id = new.user_id and s.level = 2 and s.state = 'verified')) then
    raise exception 'a level stands on what was verified'
      using errcode = 'check_violation', constraint = 'person_submission';
  end if;
  return new;
end $$;
create trigger person_submission before insert or update on identity.person
  for each row execute function identity.require_submission();
revoke all on all functions in schema identity from public;

grant select, insert on identity.person, identity.submission, identity.document to candor_app;
grant update (state, address_state, ended_at, shredded_at) on identity.person to candor_app;
grant update (state, details, number_hash, decided_at, message) on identity.submission to candor_app;
grant update (state, reason) on identity.document to candor_app;

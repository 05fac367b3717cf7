-- The audit log: what the operator's people, the terminal and the product itself did. Each row's hash
-- covers the row before it; the head says how many rows there are and the last hash, and is signed.
create schema audit;

create table audit.record (
  seq bigint primary key check (seq > 0),
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('staff', 'terminal', 'system')),
  -- Id of a member of staff, or a name.
  actor text not null check (actor <> '' and length(actor) <= 160),
  -- The role a member acted in; null for the terminal and the product.
  role text check (length(role) <= 40),
  action text not null check (action ~ '^[a-z]+\.[a-z-]+$' and length(action) <= 80),
  subject text check (length(subject) <= 160),
  user_id uuid,
  -- Canonical JSON of an object: texts, whole numbers, booleans, lists of them.
  details text not null check (length(details) <= 8000),
  -- The user's own list shows it from here; false where another line there already tells of it.
  is_shown boolean not null,
  previous bytea not null check (length(previous) = 32),
  hash bytea not null check (length(hash) = 32)
);
create index record_of_user on audit.record (user_id, seq) where user_id is not null;
create index record_of_actor on audit.record (actor, seq);
create index record_of_subject on audit.record (subject, seq) where subject is not null;

-- One row, locked in the transaction of the act: rows follow one another.
create table audit.head (
  single boolean primary key default true check (single),
  count bigint not null check (count >= 0),
  hash bytea not null check (length(hash) = 32)
);
insert into audit.head (count, hash) values (0, decode(repeat('00', 32), 'hex'));

-- What was signed of the log, each minute in which it grew: a log that is shorter than one of these,
-- or has another hash there, was changed.
create table audit.signed_head (
  count bigint primary key check (count > 0),
  hash bytea not null check (length(hash) = 32),
  at timestamptz not null,
  key smallint not null,
  signature bytea not null check (length(signature) = 64)
);

-- The text that is hashed of a row: JSON with its keys in order and no spaces.
create function audit.canonical(r audit.record) returns text
  language sql stable parallel safe
  return '{"action":' || to_json(r.action)::text
    || ',"actor":' || to_json(r.actor)::text
    || ',"actorKind":' || to_json(r.actor_kind)::text
    || ',"at":' || (extract(epoch from r.at) * 1000)::bigint::text
    || ',"details":' || r.details
    || ',"isShown":' || r.is_shown::text
    || ',"role":' || coalesce(to_json(r.role)::text, 'null')
    || ',"seq":' || r.seq::text
    || ',"subject":' || coalesce(to_json(r.subject)::text, 'null')
    || ',"userId":' || coalesce(to_json(r.user_id)::text, 'null')
    || '}';

-- The only way to write: the number, the hash and what comes before are the database's to say.
create function audit.write(
  at_ms bigint, actor_kind text, actor text, role text, action text, subject text, user_id uuid,
  details text, is_shown boolean
) returns bigint
  language plpgsql security definer set search_path = audit, pg_temp as $$
declare
  known audit.head;
  made audit.record;
begin
  if json_typeof(details::json) <> 'object' then
    raise exception 'details are an object' using errcode = 'check_violation';
  end if;
  select * into known from audit.head for update;
  made.seq := known.count + 1;
  made.at := platform.from_ms(at_ms);
  made.actor_kind := actor_kind;
  made.actor := actor;
  made.role := role;
  made.action := action;
  made.subject := subject;
  made.user_id := user_id;
  made.details := details;
  made.is_shown := is_shown;
  made.previous := known.hash;
  made.hash := sha256('\x06'::bytea || known.hash || convert_to(canonical(made), 'UTF8'));
  insert into audit.record select made.*;
  update audit.head set count = made.seq, hash = made.hash;
  return made.seq;
end $$;

create function audit.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log only grows' using errcode = 'insufficient_privilege';
end $$;
create trigger record_final before update or delete or truncate on audit.record
  for each statement execute function audit.refuse_change();
create trigger signed_head_final before update or delete or truncate on audit.signed_head
  for each statement execute function audit.refuse_change();
create trigger head_final before insert or delete or truncate on audit.head
  for each statement execute function audit.refuse_change();

revoke all on all functions in schema audit from public;
grant usage on schema audit to candor_app;
grant select on audit.record, audit.head, audit.signed_head to candor_app;
grant insert on audit.signed_head to candor_app;
grant execute on function audit.canonical(audit.record) to candor_app;
grant execute on function
  audit.write(bigint, text, text, text, text, text, uuid, text, boolean) to candor_app;

-- The desk writes what staff do and shows the log; only the product's role keeps what was signed.
grant usage on schema audit to candor_desk;
grant select on audit.record, audit.head, audit.signed_head to candor_desk;
grant execute on function
  audit.write(bigint, text, text, text, text, text, uuid, text, boolean) to candor_desk;

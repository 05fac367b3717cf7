-- A submission begins as one that waits, also where it is inserted, and what was decided of it stays whole:
-- its state, the number staff read, what each document was judged as.
create or replace function identity.require_case() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'pending' then
      raise exception 'an identification begins under review'
        using errcode = 'check_violation', constraint = 'submission_case';
    end if;
    return new;
  end if;
  if old.state <> 'pending'
     and (new.state, new.decided_at, new.message) is distinct from (old.state, old.decided_at, old.message)
     or old.state <> 'pending' and new.number_hash is not null
        and new.number_hash is distinct from old.number_hash
     or new.details is not null and new.details is distinct from old.details then
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
drop trigger submission_case on identity.submission;
create trigger submission_case before insert or update on identity.submission
  for each row execute function identity.require_case();

-- A document is judged once; one that comes approved was approved of this user before.
create function identity.require_judgement() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state <> 'pending' then
    raise exception 'what a document was judged as stays'
      using errcode = 'check_violation', constraint = 'document_final';
  end if;
  if tg_op = 'INSERT' and new.state <> 'pending' and not (new.state = 'approved' and exists (
    select from identity.document d
    where d.user_id = new.user_id and d.file_id = new.file_id and d.state = 'approved')) then
    raise exception 'a document begins under review'
      using errcode = 'check_violation', constraint = 'document_pending';
  end if;
  return new;
end $$;
create trigger document_judged before insert or update on identity.document
  for each row execute function identity.require_judgement();
revoke all on function identity.require_judgement() from public;

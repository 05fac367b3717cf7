-- The register of complaints. Each row belongs to a conversation that its asker, or a member of staff, called
-- a complaint: what it is about, when it was received, until when it is answered, and what came of it.
create table support.complaint (
  conversation_id uuid primary key references support.conversation (id),
  said_by text not null check (said_by in ('asker', 'staff')),
  category text not null check (category in ('unsorted', 'orders', 'charges', 'payments', 'account',
    'identity', 'service', 'texts', 'other')),
  received_at timestamptz not null,
  deadline timestamptz not null check (deadline > received_at),
  alarmed_at timestamptz,
  outcome text check (outcome in ('upheld', 'partly', 'rejected', 'withdrawn')),
  -- The case of the adjustment that puts it right, and says its amount.
  redress_case uuid unique,
  answered_at timestamptz,
  answered_by uuid,
  -- The final answer, a message of the conversation.
  answer_id uuid references support.message (id),
  check ((outcome is null) = (answered_at is null)),
  check ((outcome is null) = (answered_by is null)),
  check ((outcome is null) = (answer_id is null)),
  check (redress_case is null or outcome in ('upheld', 'partly'))
);
create index complaint_waiting on support.complaint (deadline, conversation_id)
  where answered_at is null;
create index complaint_received on support.complaint (received_at desc, conversation_id desc);

create trigger complaint_stays before delete or truncate
  on support.complaint for each statement execute function platform.refuse_change();

-- The clock runs from the earliest moment that was ever named, and an answer is final.
create function support.refuse_rewritten_complaint() returns trigger language plpgsql as $$
begin
  if old.answered_at is not null then
    raise exception 'a complaint that was answered stays as it is' using errcode = '23514';
  end if;
  if new.received_at > old.received_at or new.said_by <> old.said_by then
    raise exception 'a complaint was not received later than it was' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger complaint_is_kept before update on support.complaint
  for each row execute function support.refuse_rewritten_complaint();

create function support.refuse_closing_unanswered() returns trigger language plpgsql as $$
begin
  if exists (select from support.complaint c
             where c.conversation_id = new.id and c.answered_at is null) then
    raise exception 'a complaint is closed after its final answer' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger conversation_of_complaint before update of state on support.conversation
  for each row when (new.state = 'closed' and old.state <> 'closed')
  execute function support.refuse_closing_unanswered();

alter table support.act drop constraint act_act_check;
alter table support.act add constraint act_act_check
  check (act in ('read', 'answered', 'closed', 'reopened', 'complaint', 'finalAnswer'));

grant select, insert on support.complaint to candor_app;
grant update (category, received_at, deadline, alarmed_at, outcome, redress_case, answered_at,
    answered_by, answer_id) on support.complaint to candor_app;
-- The desk shows the register; what staff do is done by the product's role, with its row in the audit log.
grant select (conversation_id, said_by, category, received_at, deadline, outcome, redress_case,
    answered_at, answered_by) on support.complaint to candor_desk;

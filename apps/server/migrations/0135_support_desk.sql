-- Support is answered at the desk: who has a conversation, since when its asker waits, notes of staff
-- for one another, and replies that are kept for many conversations.
alter table support.conversation
  add column assigned_to uuid,
  -- When the first message came that has no answer yet; null when it is not our turn.
  add column waiting_since timestamptz;

update support.conversation c set waiting_since = coalesce((
  select min(m.at) from support.message m
  where m.conversation_id = c.id and m.by = 'asker' and m.place > coalesce((
    select max(s.place) from support.message s
    where s.conversation_id = c.id and s.by = 'staff'), 0)), c.updated_at)
where state = 'open';

alter table support.conversation
  add constraint conversation_waits check ((state = 'open') = (waiting_since is not null));
drop index support.conversation_waiting;
create index conversation_waiting on support.conversation (waiting_since, id) where state = 'open';
create index conversation_by_state on support.conversation (state, updated_at desc, id desc)
  where state <> 'open';
create index conversation_of_member on support.conversation (assigned_to, waiting_since, id)
  where assigned_to is not null and state <> 'closed';

alter table support.act drop constraint act_act_check;
alter table support.act add constraint act_act_check
  check (act in ('read', 'answered', 'closed', 'reopened'));

-- Written by staff for staff: in no answer, file or copy a user gets.
create table support.note (
  conversation_id uuid not null references support.conversation (id),
  id uuid primary key,
  member_id uuid not null,
  text text not null check (length(text) between 1 and 4000),
  at timestamptz not null
);
create index note_of_conversation on support.note (conversation_id, at);
create trigger note_only_grows before update or delete or truncate
  on support.note for each statement execute function platform.refuse_change();

-- One row a version in a language; the last one counts.
create table support.saved_reply (
  id uuid not null,
  language text not null check (language ~ '^[a-z]{2}$'),
  version integer not null check (version > 0),
  title text not null check (length(title) between 1 and 80),
  text text not null check (length(text) between 1 and 4000),
  is_retired boolean not null,
  member_id uuid not null,
  at timestamptz not null,
  primary key (id, language, version)
);
create trigger saved_reply_only_grows before update or delete or truncate
  on support.saved_reply for each statement execute function platform.refuse_change();

grant select, insert on support.note, support.saved_reply to candor_app;
grant update (assigned_to, waiting_since) on support.conversation to candor_app;

-- The desk shows them; what staff do is done by the product's role, with its row in the audit log.
grant usage on schema support to candor_desk;
grant select (id, number, user_id, subject, language, state, messages, created_at, updated_at,
    assigned_to, waiting_since) on support.conversation to candor_desk;
grant select (conversation_id, place, id, by, name, reference, text, files, at)
  on support.message to candor_desk;
grant select on support.note, support.saved_reply to candor_desk;

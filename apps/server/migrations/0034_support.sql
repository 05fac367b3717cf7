-- Conversations with support, of accounts and of visitors, and what of ours can be verified.
create schema support;
grant usage on schema support to candor_app;

create table support.conversation (
  -- Not below a user: a visitor's is nobody's until somebody with its token claims it.
  id uuid primary key,
  -- What a person reads out; random, so that it tells nothing about how many there are.
  number text not null unique check (number ~ '^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
  user_id uuid,
  -- Of the token that opens a visitor's; null once it belongs to an account.
  token_hash text check (length(token_hash) = 43),
  -- Of who asked and the id they gave their request: the same again is the same conversation.
  request_hash text not null unique check (length(request_hash) = 43),
  body_hash text not null,
  subject text not null check (length(subject) between 1 and 120),
  language text not null check (language ~ '^[a-z]{2}$'),
  state text not null check (state in ('open', 'answered', 'closed')),
  messages integer not null check (messages >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Until when the token opens it.
  expires_at timestamptz,
  -- Where a visitor began it, keyed, for a day: so many may begin from one place.
  host_hash text,
  network_hash text,
  check ((user_id is null) = (token_hash is not null)),
  check ((user_id is null) = (expires_at is not null))
);
create index conversation_of_user on support.conversation (user_id, updated_at desc, id desc)
  where user_id is not null;
create index conversation_of_day on support.conversation (user_id, created_at)
  where user_id is not null;
create index conversation_of_host on support.conversation (host_hash, created_at)
  where host_hash is not null;
create index conversation_of_network on support.conversation (network_hash, created_at)
  where network_hash is not null;
create index conversation_waiting on support.conversation (updated_at) where state = 'open';

create table support.message (
  conversation_id uuid not null references support.conversation (id),
  place integer not null check (place > 0),
  id uuid not null unique,
  by text not null check (by in ('asker', 'staff')),
  -- Who of us, as the reader sees it.
  name text check (length(name) between 1 and 40),
  reference text unique
    check (reference ~ '^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
  text text not null check (length(text) between 1 and 4000),
  files uuid[] not null default '{}',
  request_hash text unique,
  body_hash text,
  at timestamptz not null,
  primary key (conversation_id, place),
  check ((by = 'staff') = (name is not null)),
  check ((by = 'staff') = (reference is not null)),
  check ((by = 'asker') = (body_hash is not null))
);
create trigger message_only_grows before update or delete or truncate
  on support.message for each statement execute function platform.refuse_change();

-- What somebody of the house did with a conversation: looked at it, answered, closed it.
create table support.act (
  conversation_id uuid not null references support.conversation (id),
  at timestamptz not null,
  act text not null check (act in ('read', 'answered', 'closed')),
  -- Who was at the machine, and the name the reader saw, where there was one.
  done_by text not null check (length(done_by) between 1 and 120),
  name text
);
create index act_of_conversation on support.act (conversation_id, at);
create trigger act_only_grows before update or delete or truncate
  on support.act for each statement execute function platform.refuse_change();

-- Keyed hashes of every text that left the house, so that whoever pastes one is told that it did.
create table support.sent (
  hash text not null check (length(hash) = 43),
  -- Of the message or letter.
  id uuid not null,
  channel text not null check (channel in ('support', 'mail', 'sms')),
  -- To whom, never answered; null for who has no account.
  user_id uuid,
  -- What a text of ours names itself by, where it does.
  reference text,
  at timestamptz not null,
  primary key (hash, id)
);
create index sent_by_reference on support.sent (reference) where reference is not null;
create index sent_letters on support.sent (at) where channel <> 'support';

grant select, insert on support.conversation, support.message, support.act, support.sent
  to candor_app;
grant update (user_id, token_hash, state, messages, updated_at, expires_at, host_hash, network_hash)
  on support.conversation to candor_app;
-- Letters are verified for two years; messages for good.
grant delete on support.sent to candor_app;
-- A visitor's conversation that is claimed was written to the account.
grant update (user_id) on support.sent to candor_app;

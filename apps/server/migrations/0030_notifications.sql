-- What users are told, and how they want to be told.
create schema notifications;
grant usage on schema notifications to candor_app;

create table notifications.notification (
  user_id uuid not null,
  id uuid not null,
  -- What it came from: a fact that is heard twice makes one notification.
  cause text not null check (length(cause) between 1 and 100),
  category text not null,
  kind text not null,
  -- The books it is about; null when it is about the account.
  mode text check (mode in ('demo', 'real')),
  facts jsonb not null,
  at timestamptz not null,
  -- False where its owner keeps this category out of the list; the row still stops a second one.
  in_app boolean not null,
  read_at timestamptz,
  primary key (user_id, id),
  unique (user_id, cause)
);
create index notification_listed on notifications.notification (user_id, at desc, id desc)
  where in_app;
create index notification_unread on notifications.notification (user_id)
  where in_app and read_at is null;

-- What somebody said about a category; one without a row is told as by default.
create table notifications.preference (
  user_id uuid not null,
  -- Security and money have no row: nobody mutes them.
  category text not null check (category in ('orders', 'options', 'marketing')),
  in_app boolean not null,
  mail boolean not null,
  push boolean not null,
  at timestamptz not null,
  primary key (user_id, category)
);

grant select, insert on notifications.notification to candor_app;
grant update (read_at) on notifications.notification to candor_app;
grant select, insert, update on notifications.preference to candor_app;

-- Nobody is told now of what happened before there were notifications.
insert into platform.reader (name, tx, seq)
values ('notifications', pg_snapshot_xmin(pg_current_snapshot()), 0);

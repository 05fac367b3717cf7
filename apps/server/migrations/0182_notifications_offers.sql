-- Users who asked for offers, in the order in which a batch takes them.
create index preference_offers on notifications.preference (user_id)
  where category = 'marketing' and (in_app or mail or push);

-- What was told of and ended before its time: from then on it is shown as over.
create table notifications.ended (
  cause text primary key check (length(cause) between 1 and 100),
  at timestamptz not null
);
grant select, insert on notifications.ended to candor_app;

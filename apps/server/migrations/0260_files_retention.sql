-- Of whom the relationship ended, and when: every picture of theirs is destroyed so many years later, whatever it
-- was brought for.
create table files.ended (
  user_id uuid primary key,
  ended_at timestamptz not null,
  destroyed_at timestamptz
);
create index ended_kept on files.ended (ended_at) where destroyed_at is null;
grant select, insert on files.ended to candor_app;
grant update (destroyed_at) on files.ended to candor_app;

-- What destroyed pictures looked like.
delete from files.look l using files.file f where f.id = l.file_id and f.destroyed_at is not null;

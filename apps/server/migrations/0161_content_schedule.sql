-- When a notice is shown, and to readers of which languages. The newest row of a notice counts; one
-- without a row is shown from its first version on, without an end.
create table content.schedule (
  page_id text not null references content.page,
  number integer not null check (number > 0),
  from_at timestamptz not null,
  -- Null: without an end.
  until_at timestamptz check (until_at > from_at),
  -- Null: to all readers.
  languages text[] check (cardinality(languages) between 1 and 20),
  author text not null check (author <> ''),
  at timestamptz not null,
  primary key (page_id, number)
);

create trigger schedule_immutable before update or delete or truncate on content.schedule
  for each statement execute function content.refuse_change();

grant select, insert on content.schedule to candor_app;

-- A text that waits for a case of two people. It never changes: the case is decided on its hash.
create table content.draft (
  id uuid primary key,
  page_id text not null references content.page,
  language text not null,
  -- The version it was written over; 0 where there was none.
  over_version integer not null check (over_version >= 0),
  title text not null,
  html text not null,
  hash bytea not null check (length(hash) = 32),
  author text not null,
  at timestamptz not null
);
create trigger draft_immutable before update or delete or truncate on content.draft
  for each statement execute function content.refuse_change();
grant select, insert on content.draft to candor_app;

-- What the product says about itself: pages of a type, each with versions per language. A version
-- is never changed; the newest one of a language is what readers get.
create schema content;
grant usage on schema content to candor_app;

create table content.page (
  id text primary key check (id ~ '^[a-z0-9-]{1,60}$'),
  -- 1 company, 2 policy, 3 statements, 4 contact, 5 questions, 6 notices, 7 introduction.
  type smallint not null check (type between 1 and 7),
  -- Its place in the list of its type.
  place integer not null
);

create table content.version (
  page_id text not null references content.page,
  language text not null,
  version integer not null check (version > 0),
  title text not null,
  -- With placeholders for parameters, which are filled when it is read.
  html text not null,
  -- SHA-256 of title and text: a default that did not change gets no new version.
  hash bytea not null check (length(hash) = 32),
  -- `default` came with the product; anything else was written by the operator and stays.
  author text not null,
  at timestamptz not null,
  primary key (page_id, language, version)
);

create function content.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a text gets a new version, its old ones stay'
    using errcode = 'insufficient_privilege';
end $$;
create trigger version_immutable before update or delete or truncate on content.version
  for each statement execute function content.refuse_change();

grant select, insert on content.page, content.version to candor_app;

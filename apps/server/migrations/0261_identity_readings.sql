-- Numbers of documents as staff read them, keyed hashes in the order in which they were read. They only grow: what
-- the user typed is never written over, and who read what stays; all go with the user's details.
create table identity.reading (
  submission_id uuid not null references identity.submission (id),
  place smallint not null check (place between 1 and 3),
  member uuid not null,
  at timestamptz not null,
  hash bytea not null check (length(hash) = 32),
  primary key (submission_id, place)
);
create index reading_hash on identity.reading (hash);
grant select, insert, delete on identity.reading to candor_app;

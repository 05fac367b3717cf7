-- What a picture looks like, so that the same one is found again however it was saved: pieces of a perceptual
-- hash, each hashed under a secret of the installation, so that nothing can be seen in them.
create table files.look (
  file_id uuid not null references files.file (id),
  place smallint not null check (place between 0 and 15),
  value bigint not null,
  primary key (file_id, place)
);
create index look_value on files.look (value, file_id);
grant select, insert, delete on files.look to candor_app;

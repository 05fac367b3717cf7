-- Documents whose key lies outside the database: a copy of the database, however old, opens none of them once
-- that key is destroyed. `is_apart`: its key is a file of the data folder, named by the file's id.
alter table files.file add column is_apart boolean not null default false;
-- When the key of a destroyed document was destroyed too; what is destroyed and has none is tried again.
alter table files.file add column shredded_at timestamptz;
alter table files.file drop constraint file_purpose_check;
alter table files.file add constraint file_purpose_check check (purpose in
  ('kycFront', 'kycBack', 'kycHolding', 'kycAddress', 'signature', 'proof', 'support'));
alter table files.file drop constraint file_check;
alter table files.file add constraint file_key_check check (
  case when is_apart then sealed_key is null
       else (sealed_key is null) = (destroyed_at is not null) end);
alter table files.file add constraint file_shredded_check check (
  shredded_at is null or (is_apart and destroyed_at is not null));
create index file_to_shred on files.file (destroyed_at)
  where is_apart and destroyed_at is not null and shredded_at is null;
grant update (shredded_at) on files.file to candor_app;

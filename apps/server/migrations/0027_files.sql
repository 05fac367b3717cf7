-- Pictures that were taken, sealed. Each has a key of its own, itself sealed under the key of the
-- installation: when that is gone nothing opens the picture again, in no copy of the database.
create schema files;
grant usage on schema files to candor_app;

create table files.file (
  user_id uuid not null,
  id uuid not null unique,
  purpose text not null
    check (purpose in ('kycFront', 'kycBack', 'kycHolding', 'signature', 'proof', 'support')),
  kind text not null check (kind in ('image/jpeg', 'image/png')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  -- Of the open picture; what was answered when it was taken.
  sha256 bytea not null check (length(sha256) = 32),
  sealed_key bytea,
  body bytea,
  created_at timestamptz not null,
  -- What nobody used is destroyed then; null once it was used for what it is for.
  expires_at timestamptz,
  destroyed_at timestamptz,
  primary key (user_id, id),
  -- A picture is there as a whole or not at all.
  check ((sealed_key is null) = (destroyed_at is not null)),
  check ((body is null) = (destroyed_at is not null))
);
create index file_of_day on files.file (user_id, created_at);
create index file_unused on files.file (expires_at) where destroyed_at is null;

-- Who looked at what, when. Null: its owner.
create table files.view (
  file_id uuid not null references files.file (id),
  at timestamptz not null,
  viewer text
);
create index view_of_file on files.view (file_id, at);
create trigger view_only_grows before update or delete or truncate
  on files.view for each statement execute function platform.refuse_change();

grant select, insert on files.file, files.view to candor_app;
grant update (sealed_key, body, expires_at, destroyed_at) on files.file to candor_app;

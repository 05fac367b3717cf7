-- Public keys this installation signed and signs with; the secret ones are kept with the other
-- secrets, outside the database. A key stays here for ever: what it signed has to stay checkable.
create table platform.signing_key (
  number smallint primary key check (number > 0),
  -- Ed25519, 32 bytes as RFC 8032 writes them.
  public_key bytea not null unique check (length(public_key) = 32),
  -- In force from here until the next one begins.
  begins timestamptz not null,
  -- By the key before it, over what the key is; null for the first, and where that one was lost.
  endorsement bytea check (length(endorsement) = 64)
);

create function platform.refuse_key_change() returns trigger language plpgsql as $$
begin
  raise exception 'a published key stays' using errcode = 'insufficient_privilege';
end $$;
create trigger signing_key_final before update or delete or truncate on platform.signing_key
  for each statement execute function platform.refuse_key_change();

grant select, insert on platform.signing_key to candor_app;

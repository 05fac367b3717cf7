-- A picture is public once a token shows it, and one that none shows goes after a while.
alter table nft.art add column unused_since timestamptz;
comment on column nft.art.unused_since is
  'Null while a token shows it; otherwise when it was brought, last proposed, or left by its token';

drop trigger art_stays on nft.art;
drop trigger picture_stays on nft.picture;
-- What there is begins to wait now: a case that is open may name it.
update nft.art a set unused_since = now()
where not exists (select from nft.token t where t.art_id = a.id);

create index art_unused_of on nft.art (author) where unused_since is not null;
create index art_unused on nft.art (unused_since) where unused_since is not null;
create index art_named on nft.art using gin (images jsonb_path_ops);
create index token_art on nft.token (art_id);

create trigger picture_stays before update or truncate on nft.picture
  for each statement execute function nft.refuse_change();
create trigger art_stays before truncate on nft.art
  for each statement execute function nft.refuse_change();

-- A picture is never another one, and none goes that something shows; of a token its key says so.
create function nft.guard_picture() returns trigger language plpgsql as $$
begin
  if exists (
    select from nft.art a
    where a.images @> jsonb_build_array(jsonb_build_object('name', old.name))) then
    raise exception 'a picture that is shown stays'
      using errcode = 'check_violation', constraint = 'picture_shown';
  end if;
  return old;
end $$;
revoke all on function nft.guard_picture() from public;
create trigger picture_guard before delete on nft.picture
  for each row execute function nft.guard_picture();

grant update (unused_since), delete on nft.art to candor_app;
grant delete on nft.picture to candor_app;

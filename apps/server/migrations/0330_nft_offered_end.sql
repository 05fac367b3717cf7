-- When an auction was to end before any bid moved it: from it and the bids the end is recomputed.
alter table nft.token add column offered_end timestamptz;

alter table nft.token disable trigger user;
-- One that was moved is read from the case it was last offered by: a case keeps its facts when it was carried out.
update nft.token t set offered_end = case
  when t.extensions = 0 then t.ends_at
  else coalesce(
    platform.from_ms((platform.facts_of_case(t.case_id) ->> 'endsAt')::bigint), t.ends_at)
end
where t.kind = 'auction';
alter table nft.token enable trigger user;
drop function platform.facts_of_case(uuid);

alter table nft.token add constraint token_offered_end
  check ((kind = 'auction') = (offered_end is not null) and offered_end <= ends_at);

-- Who writes a token does not say it: it is the end up to the first bid, and stays.
create function nft.keep_offered_end() returns trigger language plpgsql as $$
begin
  new.offered_end := case
    when tg_op = 'INSERT' then new.ends_at
    when new.bids = 0 then new.ends_at
    else old.offered_end
  end;
  return new;
end $$;
revoke all on function nft.keep_offered_end() from public;
create trigger token_offered_end before insert or update on nft.token
  for each row execute function nft.keep_offered_end();

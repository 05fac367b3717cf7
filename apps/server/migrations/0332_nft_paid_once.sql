-- A payment is written down once, however its reference is typed and whatever account it left:
-- letters and figures are compared, without case and without the sign of a hash before them.
create function nft.reference_key(reference text) returns text
  language sql immutable parallel safe
  as $$ select regexp_replace(regexp_replace(lower(reference), '[^a-z0-9]', '', 'g'), '^0x', '') $$;

drop index nft.payout_once;
create unique index payout_once on nft.payout (nft.reference_key(reference));

revoke all on function nft.reference_key(text) from public;
grant execute on function nft.reference_key(text) to candor_app;

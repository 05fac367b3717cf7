-- What a user gave for tokens counts towards the limits of their losses, whatever asks for these: what leads or has
-- bought, at the time of its newest bid. Who reads it sees sums alone. (decisions 0024, 0100)
create index part_given on nft.part (user_id, at) where state in ('leading', 'won');
drop index nft.part_leading;

create function platform.given_for_tokens(p_user uuid, p_since bigint[])
  returns table (units numeric)
  language sql stable security definer set search_path = nft, pg_temp as $$
  select coalesce(sum(p.amount), 0)
  from unnest(p_since) with ordinality as s (since, place)
  left join part p on p.user_id = p_user and p.state in ('leading', 'won')
    and p.at >= platform.from_ms(s.since)
  group by s.place order by s.place
$$;
revoke all on function platform.given_for_tokens(uuid, bigint[]) from public;
grant execute on function platform.given_for_tokens(uuid, bigint[]) to candor_app;

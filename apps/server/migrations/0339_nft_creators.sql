-- What sales bring the creator of a token is paid out as a charity's part is: by a case of two people, never more than
-- is owed, once for a reference (decision 0100).

-- Sums of what sales brought a creator and of what was paid; triggers below keep them, nobody else may.
alter table nft.creator
  add column earned numeric(38,0) not null default 0 check (earned >= 0),
  add column paid_out numeric(38,0) not null default 0,
  add column sales integer not null default 0 check (sales >= 0),
  add column payouts integer not null default 0 check (payouts >= 0),
  -- Since when something is owed without a break.
  add column owed_since timestamptz;

-- How much its creator had earned before a sale: pay-outs are for the oldest sales first, so with it what is paid of
-- one sale follows from what was paid to its creator, without a look at the others.
create table nft.creator_share (
  token_id uuid primary key references nft.sale,
  before numeric(38,0) not null check (before >= 0)
);
insert into nft.creator_share (token_id, before)
select s.token_id, sum(s.creator) over (partition by s.creator_id order by s.ordinal) - s.creator
from nft.sale s where s.creator > 0;
create trigger creator_share_stays before update or delete or truncate on nft.creator_share
  for each statement execute function nft.refuse_change();

update nft.creator c set earned = s.earned, sales = s.sales, owed_since = s.since
from (select creator_id, sum(creator) as earned, count(*)::int as sales, min(at) as since
      from nft.sale where creator > 0 group by 1) s
where c.id = s.creator_id;
alter table nft.creator
  add constraint creator_paid check (paid_out between 0 and earned),
  add constraint creator_owed check ((owed_since is null) = (earned = paid_out));
create index creator_owed on nft.creator (owed_since, id) where owed_since is not null;

-- One table of pay-outs, since a payment is written down once, to a charity or to a creator.
alter table nft.payout
  alter column beneficiary_id drop not null,
  add column creator_id uuid references nft.creator,
  add constraint payout_to_one check (num_nonnulls(beneficiary_id, creator_id) = 1),
  add constraint payout_creator_account check (creator_id is null or account = 'outside');
create index payout_of_creator on nft.payout (creator_id, ordinal desc) where creator_id is not null;
create index payout_to_charities on nft.payout (ordinal desc) where beneficiary_id is not null;
create index payout_to_creators on nft.payout (ordinal desc) where creator_id is not null;

-- As before, and the same for creators. Rows are locked in the order of their ids: two transactions that sell for the
-- same ones wait for one another, and neither for ever.
create or replace function nft.keep_raised() returns trigger
  language plpgsql security definer set search_path = nft, pg_temp as $$
begin
  perform from beneficiary where id in (select beneficiary_id from new_sale)
    order by id for no key update;
  update beneficiary b set raised = b.raised + s.charity, sales = b.sales + s.sales,
    held_since = coalesce(b.held_since, s.since)
  from (select beneficiary_id, sum(charity) as charity, count(*)::int as sales, min(at) as since
        from new_sale group by 1) s
  where b.id = s.beneficiary_id;
  perform from creator where id in (select creator_id from new_sale where new_sale.creator > 0)
    order by id for no key update;
  insert into creator_share (token_id, before)
  select s.token_id,
    c.earned + sum(s.creator) over (partition by s.creator_id order by s.ordinal) - s.creator
  from new_sale s join creator c on c.id = s.creator_id where s.creator > 0;
  update creator c set earned = c.earned + s.earned, sales = c.sales + s.sales,
    owed_since = coalesce(c.owed_since, s.since)
  from (select creator_id, sum(new_sale.creator) as earned, count(*)::int as sales, min(at) as since
        from new_sale where new_sale.creator > 0 group by 1) s
  where c.id = s.creator_id;
  return null;
end $$;
drop trigger sale_kept on nft.sale;
create trigger sale_kept after insert on nft.sale referencing new table as new_sale
  for each statement execute function nft.keep_raised();

create or replace function nft.keep_paid() returns trigger
  language plpgsql security definer set search_path = nft, pg_temp as $$
begin
  if not exists (
    select from platform.approval c
    where c.id = new.id and c.number = new.number and c.people = 2
      and c.kind = case when new.creator_id is null then 'charityPayout' else 'creatorPayout' end
      and c.facts ->> 'id' = coalesce(new.beneficiary_id, new.creator_id)::text
      and c.facts ->> 'units' = new.amount::text
      and c.facts ->> 'account' = new.account and c.facts ->> 'reference' = new.reference) then
    raise exception 'a pay-out is decided by two people'
      using errcode = 'check_violation', constraint = 'payout_case';
  end if;
  update beneficiary set paid_out = paid_out + new.amount, payouts = payouts + 1,
    held_since = case when raised > paid_out + new.amount then held_since end
  where id = new.beneficiary_id;
  update creator set paid_out = paid_out + new.amount, payouts = payouts + 1,
    owed_since = case when earned > paid_out + new.amount then owed_since end
  where id = new.creator_id;
  return null;
end $$;

-- As before, and what was paid to a creator.
create or replace function platform.nft_says(p_kind text, p_user uuid, p_subject uuid, p_request text)
  returns table (put numeric, back numeric, charity numeric, creator numeric, house numeric, paid numeric,
    charity_sub text, creator_sub text, account text)
  language plpgsql stable security definer set search_path = nft, pg_temp
  set enable_seqscan = off as $$
begin
  if p_kind = 'nft-bid' then
    return query select b.taken, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric,
        null::text, null::text, null::text
      from bid b where b.user_id = p_user and b.id = p_subject and b.request_id = p_request;
  elsif p_kind = 'nft-outbid' and p_request = 'nft-outbid:' || p_subject then
    return query select 0::numeric, b.amount, 0::numeric, 0::numeric, 0::numeric, 0::numeric,
        null::text, null::text, null::text
      from bid b where b.user_id = p_user and b.id = p_subject
        and not exists (select from bid r where r.raises = b.id)
        and not exists (select from part p where p.user_id = b.user_id and p.bid_id = b.id
                          and p.token_id = b.token_id and p.state in ('leading', 'won'));
  elsif p_kind = 'nft-sale' and p_request = 'nft-sale:' || p_subject then
    return query select 0::numeric, 0::numeric, s.charity, s.creator, s.house, 0::numeric,
        s.beneficiary_id::text, case when s.creator > 0 then s.creator_id::text end, null::text
      from sale s where s.user_id = p_user and s.token_id = p_subject;
  elsif p_kind in ('charity-payout', 'creator-payout') and p_request = p_kind || ':' || p_subject then
    return query select 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric, o.amount,
        o.beneficiary_id::text, o.creator_id::text, 'world:' || o.account
      from payout o where o.id = p_subject
        and (o.creator_id is null) = (p_kind = 'charity-payout');
  end if;
end $$;

create or replace function nft.require_entry() returns trigger
  language plpgsql security definer set search_path = nft, pg_temp
  set enable_seqscan = off as $$
declare
  house constant uuid := '00000000-0000-0000-0000-000000000000';
  stands boolean;
begin
  if tg_table_name = 'bid' then
    stands := platform.has_entry(new.user_id, new.request_id) and (
      exists (select from part p where p.user_id = new.user_id and p.token_id = new.token_id
                and p.bid_id = new.id and p.state in ('leading', 'won'))
      or exists (select from bid r where r.raises = new.id)
      or platform.has_entry(new.user_id, 'nft-outbid:' || new.id));
  elsif tg_table_name = 'part' then
    stands := exists (select from bid r where r.raises = old.bid_id)
      or platform.has_entry(old.user_id, 'nft-outbid:' || old.bid_id);
  elsif tg_table_name = 'sale' then
    stands := platform.has_entry(new.user_id, 'nft-sale:' || new.token_id)
      and exists (select from part p where p.user_id = new.user_id and p.token_id = new.token_id
                    and p.bid_id = new.bid_id and p.state = 'won' and p.amount = new.price)
      and exists (select from token t where t.id = new.token_id and t.state in ('sold', 'delivered')
                    and t.beneficiary_id = new.beneficiary_id and t.creator_id = new.creator_id);
  else
    stands := platform.has_entry(house,
      case when new.creator_id is null then 'charity-payout:' else 'creator-payout:' end || new.id);
  end if;
  if not stands then
    raise exception 'what was bid, sold or paid out stands in the books'
      using errcode = 'check_violation', constraint = 'nft_entry';
  end if;
  return null;
end $$;

-- A creator is named by who offers a token; its figures are nobody's to write.
revoke insert on nft.creator from candor_app;
grant insert (id, name) on nft.creator to candor_app;
grant select on nft.creator_share to candor_app;

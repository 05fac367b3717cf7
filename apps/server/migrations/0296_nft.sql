-- Tokens sold for registered charities: beneficiaries, tokens, bids, sales, pay-outs. Amounts are units of USDT of the
-- real mode (decision 0100).
create schema nft;
grant usage on schema nft to candor_app;

create table nft.beneficiary (
  id uuid primary key,
  ordinal bigint generated always as identity unique,
  name text not null check (length(name) between 2 and 120),
  country text not null check (country ~ '^[A-Z]{2}$'),
  register text not null check (length(register) between 2 and 120),
  register_number text not null check (length(register_number) between 1 and 60),
  register_url text check (register_url ~ '^https://' and length(register_url) <= 300),
  agreement text not null check (length(agreement) between 1 and 120),
  agreed_on date not null,
  -- Of a rehearsal: there is no charity of that name.
  is_sample boolean not null,
  -- Sums of what reached it and what left it again; triggers below keep them, nobody else may.
  raised numeric(38,0) not null default 0 check (raised >= 0),
  paid_out numeric(38,0) not null default 0 check (paid_out between 0 and raised),
  sales integer not null default 0 check (sales >= 0),
  payouts integer not null default 0 check (payouts >= 0),
  -- Since when something is held without a break.
  held_since timestamptz,
  case_id uuid not null unique,
  at timestamptz not null,
  unique (country, register, register_number),
  check ((held_since is null) = (raised = paid_out))
);

create table nft.creator (
  id uuid primary key,
  name text not null unique check (length(name) between 1 and 80)
);

-- A picture as it is shown, at each width; its names are hashes of what they hold.
create table nft.art (
  id uuid primary key,
  -- What it was drawn from by a program; null where an artist made it.
  seed text check (length(seed) between 1 and 60),
  -- [{"width": 320, "height": 320, "name": "…"}], the smallest first.
  images jsonb not null check (jsonb_array_length(images) between 1 and 3),
  author text not null,
  at timestamptz not null
);
create table nft.picture (
  name text primary key check (name ~ '^[0-9a-f]{64}$'),
  bytes bytea not null check (length(bytes) <= 1048576)
);

create table nft.token (
  id uuid primary key,
  ordinal bigint generated always as identity unique,
  title text not null check (length(title) between 1 and 80),
  text text not null check (length(text) <= 1000),
  creator_id uuid not null references nft.creator,
  beneficiary_id uuid not null references nft.beneficiary,
  art_id uuid not null references nft.art,
  chain text check (chain in ('ethereum', 'tron')),
  address text check (length(address) between 20 and 60),
  number text check (length(number) between 1 and 78),
  kind text not null check (kind in ('auction', 'fixed')),
  -- The least first bid, or the price.
  price numeric(38,0) not null check (price > 0),
  step numeric(38,0) check (step > 0),
  charity_basis integer not null check (charity_basis between 1 and 10000),
  creator_basis integer not null check (creator_basis between 0 and 10000),
  house_basis integer not null check (house_basis between 0 and 10000),
  starts_at timestamptz not null,
  ends_at timestamptz,
  extend_minutes integer check (extend_minutes between 1 and 60),
  extensions_max integer check (extensions_max between 0 and 50),
  extensions integer not null default 0 check (extensions >= 0),
  state text not null default 'open' check (state in ('open', 'sold', 'delivered', 'closed', 'cancelled')),
  -- The highest bid, or what it was bought for, and whose number that is.
  current numeric(38,0) check (current >= price),
  leader integer,
  bids integer not null default 0 check (bids >= 0),
  bidders integer not null default 0 check (bidders >= 0),
  version integer not null default 1 check (version > 0),
  case_id uuid not null,
  cancel_case uuid,
  cancel_reason text check (length(cancel_reason) <= 300),
  at timestamptz not null,
  closed_at timestamptz,
  check (charity_basis + creator_basis + house_basis = 10000),
  check ((chain is null) = (address is null) and (chain is null) = (number is null)),
  check ((kind = 'auction') = (step is not null and ends_at is not null
    and extend_minutes is not null and extensions_max is not null)),
  check (kind = 'auction' or (step is null and ends_at is null and extend_minutes is null
    and extensions_max is null and extensions = 0)),
  check (ends_at > starts_at),
  check (extensions <= extensions_max),
  check ((bids = 0) = (current is null) and (bids = 0) = (leader is null)),
  check (state not in ('sold', 'delivered') or bids > 0),
  check (state <> 'closed' or bids = 0),
  check ((state = 'open') = (closed_at is null)),
  check ((state = 'cancelled') = (cancel_case is not null))
);
-- What is listed, and what is due to end.
create index token_open on nft.token (coalesce(ends_at, 'infinity'), id) where state = 'open';
create index token_sold on nft.token (closed_at desc, id desc) where state in ('sold', 'delivered');
create index token_due on nft.token (ends_at) where state = 'open' and kind = 'auction';
create index token_by_state on nft.token (state, ordinal desc);
create index token_of on nft.token (beneficiary_id, ordinal);

-- Every bid that was taken, for good.
create table nft.bid (
  user_id uuid not null,
  id uuid not null unique,
  token_id uuid not null references nft.token,
  seq integer not null check (seq > 0),
  bidder integer not null check (bidder > 0),
  kind text not null check (kind in ('bid', 'buy')),
  amount numeric(38,0) not null check (amount > 0),
  -- What came from cash: less than the amount where the leader raised a bid of their own.
  taken numeric(38,0) not null check (taken > 0 and taken <= amount),
  raises uuid,
  extended boolean not null,
  request_id text not null,
  at timestamptz not null,
  primary key (user_id, id),
  unique (token_id, seq),
  check ((raises is null) = (taken = amount))
);
create index bid_raised on nft.bid (raises) where raises is not null;
create index bid_of_user on nft.bid (user_id, at);

-- What each bidder has of a token: their newest bid, and what became of it.
create table nft.part (
  user_id uuid not null,
  token_id uuid not null references nft.token,
  bidder integer not null check (bidder > 0),
  bid_id uuid not null,
  amount numeric(38,0) not null check (amount > 0),
  state text not null check (state in ('leading', 'outbid', 'won', 'cancelled')),
  role text not null generated always as
    (case state when 'leading' then 'leading' when 'won' then 'owned' else 'outbid' end) stored,
  address text,
  at timestamptz not null,
  moved_at timestamptz not null,
  ended_at timestamptz,
  primary key (user_id, token_id),
  unique (token_id, bidder),
  foreign key (user_id, bid_id) references nft.bid,
  check ((state = 'leading') = (ended_at is null))
);
-- One leads, one owns, never both.
create unique index part_first on nft.part (token_id) where state in ('leading', 'won');
create index part_of_user on nft.part (user_id, role, moved_at desc, token_id);
create index part_moved on nft.part (user_id, moved_at desc, token_id);
create index part_leading on nft.part (user_id) where state in ('leading', 'won');

create table nft.sale (
  token_id uuid primary key references nft.token,
  ordinal bigint generated always as identity unique,
  user_id uuid not null,
  bid_id uuid not null unique references nft.bid (id),
  -- Number of its certificate.
  number text not null unique,
  beneficiary_id uuid not null references nft.beneficiary,
  creator_id uuid not null references nft.creator,
  price numeric(38,0) not null check (price > 0),
  charity numeric(38,0) not null check (charity > 0),
  creator numeric(38,0) not null check (creator >= 0),
  house numeric(38,0) not null check (house >= 0),
  entry_id uuid not null,
  at timestamptz not null,
  constraint sale_adds_up check (charity + creator + house = price)
);
create index sale_newest on nft.sale (ordinal desc);
create index sale_of on nft.sale (beneficiary_id, ordinal desc);

create table nft.payout (
  -- The case's.
  id uuid primary key,
  ordinal bigint generated always as identity unique,
  number text not null unique,
  beneficiary_id uuid not null references nft.beneficiary,
  amount numeric(38,0) not null check (amount > 0),
  account text not null check (account in ('outside', 'tron')),
  reference text not null check (length(reference) between 1 and 120),
  receipt text not null check (length(receipt) between 1 and 120),
  receipt_sha256 text check (receipt_sha256 ~ '^[0-9a-f]{64}$'),
  entry_id uuid not null,
  at timestamptz not null
);
create index payout_of on nft.payout (beneficiary_id, ordinal desc);
-- A transaction pays once.
create unique index payout_once on nft.payout (account, reference);

-- How a token on a chain reached its buyer.
create table nft.delivery (
  token_id uuid primary key references nft.token,
  case_id uuid not null unique,
  hash text not null check (length(hash) between 20 and 80),
  at timestamptz not null
);

-- How many tokens are in each state, so that no list counts them.
create table nft.tally (
  state text primary key,
  tokens integer not null check (tokens >= 0)
);
insert into nft.tally values ('open', 0), ('sold', 0), ('delivered', 0), ('closed', 0), ('cancelled', 0);

create function nft.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'what was bid, sold and paid out stays' using errcode = 'insufficient_privilege';
end $$;
create trigger bid_stays before update or delete or truncate on nft.bid
  for each statement execute function nft.refuse_change();
create trigger sale_stays before update or delete or truncate on nft.sale
  for each statement execute function nft.refuse_change();
create trigger payout_stays before update or delete or truncate on nft.payout
  for each statement execute function nft.refuse_change();
create trigger delivery_stays before update or delete or truncate on nft.delivery
  for each statement execute function nft.refuse_change();
create trigger picture_stays before update or delete or truncate on nft.picture
  for each statement execute function nft.refuse_change();
create trigger art_stays before update or delete or truncate on nft.art
  for each statement execute function nft.refuse_change();

-- Nothing begins, changes or ends by hand without a case that was approved and is not carried out yet.
create function nft.is_decided(wanted uuid, wanted_kind text, subject uuid) returns boolean
  language sql stable as $$
  select exists (
    select from platform.approval c
    where c.id = wanted and c.kind = wanted_kind and c.facts ->> 'id' = subject::text and c.people = 2)
$$;

create function nft.guard_beneficiary() returns trigger language plpgsql as $$
begin
  if not nft.is_decided(new.case_id, 'beneficiary', new.id) then
    raise exception 'a beneficiary is registered by a decided case'
      using errcode = 'check_violation', constraint = 'beneficiary_case';
  end if;
  return new;
end $$;
create trigger beneficiary_case before insert on nft.beneficiary
  for each row execute function nft.guard_beneficiary();

create function nft.guard_token() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'open' or new.bids <> 0 or not nft.is_decided(new.case_id, 'token', new.id) then
      raise exception 'a token is offered by a decided case'
        using errcode = 'check_violation', constraint = 'token_case';
    end if;
    return new;
  end if;
  if (new.id, new.ordinal, new.at) is distinct from (old.id, old.ordinal, old.at)
    or old.state not in ('open', 'sold') or (old.state = 'sold' and new.state not in ('sold', 'delivered')) then
    raise exception 'a token does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'token_edge';
  end if;
  if (new.title, new.text, new.creator_id, new.beneficiary_id, new.art_id, new.chain, new.address, new.number,
      new.kind, new.price, new.step, new.charity_basis, new.creator_basis, new.house_basis, new.starts_at,
      new.extend_minutes, new.extensions_max, new.case_id)
     is distinct from
     (old.title, old.text, old.creator_id, old.beneficiary_id, old.art_id, old.chain, old.address, old.number,
      old.kind, old.price, old.step, old.charity_basis, old.creator_basis, old.house_basis, old.starts_at,
      old.extend_minutes, old.extensions_max, old.case_id) then
    if old.bids <> 0 or old.state <> 'open' or new.state <> 'open'
      or not nft.is_decided(new.case_id, 'tokenChange', new.id) then
      raise exception 'the terms of a token are changed by a decided case, before its first bid'
        using errcode = 'check_violation', constraint = 'token_terms';
    end if;
  elsif new.ends_at < old.ends_at or new.extensions < old.extensions or new.bids < old.bids
    or new.current < old.current then
    raise exception 'an auction never goes back'
      using errcode = 'check_violation', constraint = 'token_forward';
  end if;
  if new.state = 'cancelled' and not nft.is_decided(new.cancel_case, 'tokenCancel', new.id) then
    raise exception 'a token is cancelled by a decided case'
      using errcode = 'check_violation', constraint = 'token_cancel_case';
  end if;
  return new;
end $$;
create trigger token_guard before insert or update on nft.token
  for each row execute function nft.guard_token();

create function nft.count_tokens() returns trigger
  language plpgsql security definer set search_path = nft, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    update tally set tokens = tokens + 1 where state = new.state;
  elsif new.state <> old.state then
    update tally t set tokens = t.tokens + m.by
    from (select state, sum(by)::int as by
          from (values (old.state, -1), (new.state, 1)) v (state, by) group by state) m
    where m.state = t.state;
  end if;
  return null;
end $$;
create trigger token_counted after insert or update of state on nft.token
  for each row execute function nft.count_tokens();

-- Figures of a beneficiary are the sums of its sales and pay-outs, kept as they come.
create function nft.keep_raised() returns trigger
  language plpgsql security definer set search_path = nft, pg_temp as $$
begin
  update beneficiary set raised = raised + new.charity, sales = sales + 1,
    held_since = coalesce(held_since, new.at)
  where id = new.beneficiary_id;
  return null;
end $$;
create trigger sale_kept after insert on nft.sale for each row execute function nft.keep_raised();

create function nft.keep_paid() returns trigger
  language plpgsql security definer set search_path = nft, pg_temp as $$
begin
  if not exists (
    select from platform.approval c
    where c.id = new.id and c.number = new.number and c.kind = 'charityPayout' and c.people = 2
      and c.facts ->> 'id' = new.beneficiary_id::text and c.facts ->> 'units' = new.amount::text
      and c.facts ->> 'account' = new.account and c.facts ->> 'reference' = new.reference) then
    raise exception 'a pay-out is decided by two people'
      using errcode = 'check_violation', constraint = 'payout_case';
  end if;
  update beneficiary set paid_out = paid_out + new.amount, payouts = payouts + 1,
    held_since = case when raised > paid_out + new.amount then held_since end
  where id = new.beneficiary_id;
  return null;
end $$;
create trigger payout_kept after insert on nft.payout for each row execute function nft.keep_paid();

create function nft.guard_delivery() returns trigger language plpgsql as $$
begin
  if not exists (
      select from platform.approval c
      where c.id = new.case_id and c.kind = 'tokenDelivery' and c.facts ->> 'id' = new.token_id::text
        and c.facts ->> 'hash' = new.hash)
    or not exists (
      select from nft.part p join nft.token t on t.id = p.token_id
      where p.token_id = new.token_id and p.state = 'won' and p.address is not null and t.state = 'sold') then
    raise exception 'a delivery is marked by a decided case, of a token that was sold'
      using errcode = 'check_violation', constraint = 'delivery_case';
  end if;
  return new;
end $$;
create trigger delivery_guard before insert on nft.delivery
  for each row execute function nft.guard_delivery();

-- What the rows say an entry of the books moves: put in and given back, and what each gets of a sale.
create function platform.nft_says(p_kind text, p_user uuid, p_subject uuid, p_request text)
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
  elsif p_kind = 'charity-payout' and p_request = 'charity-payout:' || p_subject then
    return query select 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric, o.amount,
        o.beneficiary_id::text, null::text, 'world:' || o.account
      from payout o where o.id = p_subject;
  end if;
end $$;

-- And the other way round: once the transaction ends, what was bid, sold or paid out has its entry, and a bid that is
-- not the first any more was given back or raised, once.
create function nft.require_entry() returns trigger
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
    stands := platform.has_entry(house, 'charity-payout:' || new.id);
  end if;
  if not stands then
    raise exception 'what was bid, sold or paid out stands in the books'
      using errcode = 'check_violation', constraint = 'nft_entry';
  end if;
  return null;
end $$;
create constraint trigger bid_entry after insert on nft.bid deferrable initially deferred
  for each row execute function nft.require_entry();
create constraint trigger part_entry after update on nft.part deferrable initially deferred
  for each row when (old.state = 'leading' and not (new.state in ('leading', 'won') and new.bid_id = old.bid_id))
  execute function nft.require_entry();
create constraint trigger sale_entry after insert on nft.sale deferrable initially deferred
  for each row execute function nft.require_entry();
create constraint trigger payout_entry after insert on nft.payout deferrable initially deferred
  for each row execute function nft.require_entry();

-- A part goes from leading to outbid, won or cancelled, and from outbid to leading; what was won stays.
create function nft.guard_part() returns trigger language plpgsql as $$
begin
  if (new.user_id, new.token_id, new.bidder) is distinct from (old.user_id, old.token_id, old.bidder)
    or old.state in ('won', 'cancelled') then
    raise exception 'what a bidder came to stays' using errcode = 'check_violation', constraint = 'part_edge';
  end if;
  return new;
end $$;
create trigger part_guard before update on nft.part for each row execute function nft.guard_part();

revoke all on all functions in schema nft from public;
revoke all on function platform.nft_says(text, uuid, uuid, text) from public;
grant execute on function nft.is_decided(uuid, text, uuid) to candor_app;
grant select on all tables in schema nft to candor_app;
grant insert on nft.creator, nft.art, nft.picture, nft.bid, nft.part, nft.sale, nft.payout, nft.delivery
  to candor_app;
grant insert (id, name, country, register, register_number, register_url, agreement, agreed_on, is_sample,
  case_id, at) on nft.beneficiary to candor_app;
grant insert (id, title, text, creator_id, beneficiary_id, art_id, chain, address, number, kind, price, step,
  charity_basis, creator_basis, house_basis, starts_at, ends_at, extend_minutes, extensions_max, case_id, at)
  on nft.token to candor_app;
grant update (title, text, creator_id, beneficiary_id, art_id, chain, address, number, kind, price, step,
  charity_basis, creator_basis, house_basis, starts_at, ends_at, extend_minutes, extensions_max, case_id,
  extensions, state, current, leader, bids, bidders, version, cancel_case, cancel_reason, closed_at)
  on nft.token to candor_app;
grant update (bid_id, amount, state, address, at, moved_at, ended_at) on nft.part to candor_app;

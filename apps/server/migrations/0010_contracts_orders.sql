-- Orders that wait, contracts closed in parts, and the history of both.
alter table contracts.contract
  alter margin drop not null,
  alter open_price drop not null,
  alter open_tick drop not null,
  alter open_link drop not null,
  alter opened_at drop not null,
  -- The limit, or the price a market order was sent at or quoted.
  add asked_price numeric(38,18),
  -- What sets off a stop or stop-limit order.
  add stop_price numeric(38,18),
  add trailing_distance numeric(38,18) check (trailing_distance > 0),
  -- Newest tick when the terms were accepted; none: the tick it was opened on.
  add since_tick text,
  -- Tick that touched the stop of a stop-limit order.
  add armed_tick text,
  -- What is still open of `lots`, `margin` and `open_fee`; none: all of it.
  add lots_left numeric(38,18) check (lots_left >= 0 and lots_left <= lots),
  add margin_left numeric(38,0) check (margin_left >= 0 and margin_left <= margin),
  add open_fee_left numeric(38,0) check (open_fee_left >= 0 and open_fee_left <= open_fee),
  -- What no closing took its share of; none: all of `financing`.
  add financing_left numeric(38,0),
  add rejected_code text,
  -- Filled or not: an order that waits, was cancelled or was rejected has no price, no margin.
  add constraint contract_filled check (
    (open_price is not null)
      = (status = 'running' or coalesce(reason not in ('cancelled', 'rejected'), false))
  ),
  add constraint contract_fill check (
    (open_price is null) = (open_tick is null) and (open_price is null) = (open_link is null)
      and (open_price is null) = (opened_at is null) and (open_price is null) = (margin is null)
  ),
  add constraint contract_waits check (
    (order_type in ('market', 'stop') or asked_price is not null)
      and (order_type in ('market', 'limit') or stop_price is not null)
      and (open_price is not null or since_tick is not null)
      and (order_type <> 'market' or open_price is not null)
  );
create index contract_pending on contracts.contract (user_id, mode) where status = 'pending';

-- A closed order stays as it is, a fill stays what it was, and nobody deletes one.
create or replace function contracts.refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status <> 'closed' then
    if old.status = 'running' and (
      new.status = 'pending'
      or (new.open_price, new.open_tick, new.open_link, new.open_link_tick, new.opened_at,
          new.margin, new.open_fee)
        is distinct from
         (old.open_price, old.open_tick, old.open_link, old.open_link_tick, old.opened_at,
          old.margin, old.open_fee)
    ) then
      raise exception 'a fill is final' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  raise exception 'a closed contract is final' using errcode = 'insufficient_privilege';
end $$;

grant update (asked_price, stop_price, trailing_distance, since_tick, armed_tick, lots_left,
              margin_left, open_fee, open_fee_left, financing_left, rejected_code, margin,
              open_price, open_tick, open_link, open_link_tick, opened_at)
  on contracts.contract to candor_app;

-- One closing, of all lots that were open or of some: what a receipt is written from.
create table contracts.closing (
  user_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  mode text not null check (mode in ('demo', 'real')),
  receipt_no text not null unique,
  -- Nothing stays open after it.
  is_last boolean not null,
  reason text not null check (reason in ('user', 'stopLoss', 'takeProfit', 'trailing',
                                         'closeOut', 'expiry', 'void')),
  lots numeric(38,18) not null check (lots > 0),
  margin numeric(38,0) not null check (margin >= 0),
  -- Shares of the opening fee and the financing that belong to these lots.
  open_fee numeric(38,0) not null check (open_fee >= 0),
  financing numeric(38,0) not null,
  fee numeric(38,0) not null check (fee >= 0),
  realized numeric(38,0) not null,
  profit numeric(38,0) not null,
  -- The stop or target; the price, tick and link are missing when it was voided.
  asked_price numeric(38,18),
  price numeric(38,18),
  tick text,
  link numeric(38,18) check (link > 0),
  link_tick text,
  -- Under which the entry was posted; none: before closings were written down.
  request_id text,
  part smallint,
  at timestamptz not null,
  primary key (user_id, id),
  foreign key (user_id, contract_id) references contracts.contract (user_id, id),
  check ((reason = 'void') = (price is null)),
  check ((price is null) = (tick is null) and (price is null) = (link is null)),
  check (profit = realized - fee - open_fee - financing)
);
-- A contract ends once.
create unique index closing_last on contracts.closing (user_id, contract_id) where is_last;
create index closing_of_contract on contracts.closing (user_id, contract_id, at, id);
create index closing_by_time on contracts.closing (user_id, mode, at);

insert into contracts.closing
  (user_id, id, contract_id, mode, receipt_no, is_last, reason, lots, margin, open_fee, financing,
   fee, realized, profit, price, tick, link, link_tick, request_id, part, at)
select user_id, id, id, mode, upper(replace(gen_random_uuid()::text, '-', '')), true, reason, lots,
       margin, open_fee, financing, close_fee, realized, profit, close_price, close_tick,
       close_link, close_link_tick, null, null, closed_at
from contracts.contract where status = 'closed';

-- What happened between opening and end: amendments, arming, trailing stops, financing.
create table contracts.event (
  user_id uuid not null,
  contract_id uuid not null,
  seq bigint generated always as identity,
  kind text not null check (kind in ('amended', 'armed', 'trailed', 'financed')),
  by text not null check (by in ('user', 'market', 'timer', 'operator')),
  price numeric(38,18),
  tick text,
  amount numeric(38,0),
  -- [{field, from, to}]: decimal text, or null for none.
  changes jsonb,
  request_id text,
  at timestamptz not null,
  primary key (user_id, contract_id, seq),
  foreign key (user_id, contract_id) references contracts.contract (user_id, id)
);

create function contracts.refuse_rewrite() returns trigger language plpgsql as $$
begin
  raise exception 'history is only added to' using errcode = 'insufficient_privilege';
end $$;
create trigger closing_final before update or delete on contracts.closing
  for each row execute function contracts.refuse_rewrite();
create trigger event_final before update or delete on contracts.event
  for each row execute function contracts.refuse_rewrite();

grant select, insert on contracts.closing to candor_app;
grant select, insert (user_id, contract_id, kind, by, price, tick, amount, changes, request_id, at)
  on contracts.event to candor_app;

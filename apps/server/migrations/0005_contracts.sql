-- Leveraged contracts. Amounts are USDT units, prices and sizes have 18 places; the terms a
-- contract was opened with stay with it.
create schema contracts;
grant usage on schema contracts to candor_app;

create table contracts.contract (
  user_id uuid not null,
  id uuid not null,
  mode text not null check (mode in ('demo', 'real')),
  order_no text not null unique,
  code text not null,
  -- Run of prices it belongs to; another feed neither values nor closes it.
  feed text not null,
  side text not null check (side in ('long', 'short')),
  order_type text not null check (order_type in ('market', 'limit', 'stop', 'stopLimit')),
  status text not null check (status in ('pending', 'running', 'closed')),
  reason text check (reason in ('user', 'stopLoss', 'takeProfit', 'trailing', 'closeOut', 'expiry',
                                'void', 'cancelled', 'rejected')),
  lots numeric(38,18) not null check (lots > 0),
  contract_size numeric(38,18) not null check (contract_size > 0),
  leverage integer not null check (leverage between 1 and 1000),
  fee_rate numeric(38,18) not null check (fee_rate >= 0),
  margin numeric(38,0) not null check (margin > 0),
  open_fee numeric(38,0) not null check (open_fee >= 0),
  close_fee numeric(38,0) not null default 0 check (close_fee >= 0),
  financing numeric(38,0) not null default 0,
  stop_loss numeric(38,18),
  take_profit numeric(38,18),
  open_price numeric(38,18) not null,
  open_tick text not null,
  open_link numeric(38,18) not null check (open_link > 0),
  open_link_tick text,
  close_price numeric(38,18),
  close_tick text,
  close_link numeric(38,18),
  close_link_tick text,
  -- Result before fees and financing, and after them.
  realized numeric(38,0),
  profit numeric(38,0),
  created_at timestamptz not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (user_id, id),
  check ((status = 'closed') = (closed_at is not null)),
  check ((status = 'closed') = (reason is not null)),
  check ((status = 'closed') = (profit is not null))
);
create index contract_running on contracts.contract (user_id, mode) where status = 'running';
create index contract_closed on contracts.contract (user_id, mode, closed_at)
  where status = 'closed';

-- A closed contract stays as it is, and nobody deletes one.
create function contracts.refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status <> 'closed' then
    return new;
  end if;
  raise exception 'a closed contract is final' using errcode = 'insufficient_privilege';
end $$;
create trigger contract_final before update or delete on contracts.contract
  for each row execute function contracts.refuse_change();

grant select, insert on contracts.contract to candor_app;
grant update (status, reason, close_fee, financing, stop_loss, take_profit, close_price, close_tick,
              close_link, close_link_tick, realized, profit, closed_at)
  on contracts.contract to candor_app;

-- What a deposit was worth when it was credited, in units of USDT: users' own deposit limits are asked by it.
-- Null while no price says it. Coins that were credited before this are valued at the first price after it.
alter table cashier.deposit add column worth numeric(38,0) check (worth >= 0);
update cashier.deposit set worth = units where asset = 'USDT' and credited_at is not null;
create index deposit_credited_of_user on cashier.deposit (user_id, credited_at) include (worth)
  where state = 'credited';
create index deposit_without_worth on cashier.deposit (asset)
  where state = 'credited' and worth is null;
grant update (worth) on cashier.deposit to candor_app;

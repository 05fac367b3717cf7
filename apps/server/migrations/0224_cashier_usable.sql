-- Whether its owner was told that the wait of an address is over; of those usable already nobody is told now.
alter table cashier.book_address add column is_told boolean not null default false;
update cashier.book_address set is_told = true where usable_at <= now();
create index book_address_due on cashier.book_address (usable_at)
  where not is_told and removed_at is null;
grant update (is_told) on cashier.book_address to candor_app;

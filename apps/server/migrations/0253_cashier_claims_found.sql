-- Staff found the payment of a claim, and the chain has yet to confirm it: until then it waits for the network.
alter table cashier.deposit_claim add column is_found boolean not null default false;
grant update (is_found, deadline) on cashier.deposit_claim to candor_app;

-- What was sold on a chain and waits to be sent, however much was sold before.
create index token_to_deliver on nft.token (closed_at, id) where state = 'sold' and chain is not null;

-- What waits of a user is counted before another claim is taken.
create index deposit_claim_waiting on cashier.deposit_claim (user_id) where state = 'waiting';

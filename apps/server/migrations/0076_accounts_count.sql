-- Accounts are counted by their ids, which begin with the time of registration.
drop index accounts.account_created_at;

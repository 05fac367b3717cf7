-- Accounts are counted from the newest rows on: they lie in the order of their times.
create index account_created_at on accounts.account
  using brin (created_at) with (pages_per_range = 16, autosummarize = on);

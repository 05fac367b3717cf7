-- Figures of all accounts look at what is new: rows lie in the order of their times.
create index option_bought_at on options.option
  using brin (bought_at) with (pages_per_range = 16, autosummarize = on);
create index account_created_at on accounts.account
  using brin (created_at) with (pages_per_range = 16, autosummarize = on);

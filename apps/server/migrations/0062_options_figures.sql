-- The stakes of a day are added up from the newest rows: they lie in the order of their times.
create index option_bought_at on options.option
  using brin (bought_at) with (pages_per_range = 16, autosummarize = on);

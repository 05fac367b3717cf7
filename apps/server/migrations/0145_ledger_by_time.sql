-- What happened in a span of time is found without reading the whole journal: entries lie in the
-- order of their time, so a summary of each group of pages is enough and costs an insert nothing.
create index entry_by_time on ledger.entry using brin (at) with (autosummarize = on);

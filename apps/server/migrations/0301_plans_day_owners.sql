-- How many were in a fund when its day was settled: amounts of a day a few shared are shown to nobody else. Of days of
-- before it is not known, and theirs are not shown.
alter table plans.day add column owners integer check (owners > 0);

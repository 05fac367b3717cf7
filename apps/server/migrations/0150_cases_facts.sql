-- Who decides reads all of what is decided on: a text of many pages stands in its case whole.
alter table cases.case drop constraint case_facts_check;
alter table cases.case add constraint case_facts_check check (length(facts) <= 260000);

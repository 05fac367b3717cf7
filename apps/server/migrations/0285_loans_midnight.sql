-- A midnight writes every running loan anew. No index holds what it changes, and the agreement lies beside the
-- row: so a loan is written next to where it stood, without a new entry in each of its indexes.
drop index loans.loan_running;
alter table loans.loan set (fillfactor = 50, toast_tuple_target = 256);

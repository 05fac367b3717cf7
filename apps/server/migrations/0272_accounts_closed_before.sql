-- Handed to the next file, which is of another capability and drops it.
create table platform.closed_before as select user_id, at from accounts.closing;

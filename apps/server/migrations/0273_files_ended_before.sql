-- Accounts that were closed before ends were written down: the years of retention of their pictures began then.
insert into files.ended (user_id, ended_at)
select user_id, at from platform.closed_before
on conflict do nothing;
drop table platform.closed_before;

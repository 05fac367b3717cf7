-- What a browser keeps stands for one account. Until now it kept one secret for all that were entered in
-- it, so that whoever had read it as the owner of one could make log-ins of another look known. Rows of
-- such secrets cannot be told apart and go: these browsers are known again after the next log-in.
delete from accounts.device d
where exists (select from accounts.device o where o.hash = d.hash and o.user_id <> d.user_id);
drop index accounts.device_by_hash;
create unique index device_by_hash on accounts.device (hash);

-- Looks are found from user to user, so that one who brings a picture many times crowds nobody out.
alter table files.look add column user_id uuid;
update files.look l set user_id = f.user_id from files.file f where f.id = l.file_id;
alter table files.look alter column user_id set not null;
drop index files.look_value;
create index look_value on files.look (value, user_id, file_id);

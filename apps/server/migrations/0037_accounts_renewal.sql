-- A change of a factor or a contact ends the other sessions, as one of the password does.
alter table accounts.session drop constraint session_ended_by_check;
alter table accounts.session add constraint session_ended_by_check check (ended_by in (
  'logout', 'user', 'reuse', 'password', 'factor', 'contact', 'freeze', 'disabled', 'closed'));

-- Where answers reach a visitor who is not at the page any more: an address that a code proved. One that
-- was only typed is written nowhere here. It goes once the conversation is an account's.
alter table support.conversation
  add column mail text check (length(mail) between 3 and 254),
  add column mail_proven_at timestamptz,
  add constraint conversation_mail check ((mail is null) = (mail_proven_at is null)),
  add constraint conversation_mail_of_visitor check (mail is null or user_id is null);
grant update (mail, mail_proven_at) on support.conversation to candor_app;
grant select (mail, mail_proven_at) on support.conversation to candor_desk;

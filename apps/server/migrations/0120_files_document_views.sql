-- Documents as members of staff saw them: whose claimed case it was for, one row a view. What an hour
-- may have is counted here; the view itself, and the row of the audit log, are written with it.
create table files.document_view (
  member uuid not null,
  at timestamptz not null,
  case_id uuid not null,
  file_id uuid not null references files.file (id)
);
create index document_view_of_member on files.document_view (member, at);
create trigger document_view_only_grows before update or delete or truncate
  on files.document_view for each statement execute function platform.refuse_change();

grant select, insert on files.document_view to candor_app;

-- A visitor of support proves a mail address by a code as others do: in the same table, under the same
-- counts of a target and of a place.
alter table accounts.code drop constraint code_purpose_check;
alter table accounts.code add constraint code_purpose_check
  check (purpose in ('register', 'reset', 'security', 'support'));

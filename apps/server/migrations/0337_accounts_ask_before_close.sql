-- Whether the pages ask once before they close a position: a closing costs a fee and cannot be taken
-- back, so it is asked until a user says otherwise.
alter table accounts.preferences
  add column asks_before_close boolean not null default true;

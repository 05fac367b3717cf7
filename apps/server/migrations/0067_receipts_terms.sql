-- Terms are the same for nearly all receipts of an instrument: each text is kept once.
create table receipts.terms (
  id integer generated always as identity primary key,
  -- Canonical JSON of what no other row keeps: the feed's name, the instrument's specification as
  -- far as it is not with the contract, the version of the fee.
  terms text not null unique
);
insert into receipts.terms (terms) select distinct terms from receipts.receipt;

create function receipts.terms_id(asked text) returns integer
  language sql stable
  return (select t.id from receipts.terms t where t.terms = asked);
alter table receipts.receipt alter column terms type integer using receipts.terms_id(terms);
alter table receipts.receipt rename column terms to terms_id;
drop function receipts.terms_id(text);

create trigger terms_final before update or delete or truncate on receipts.terms
  for each statement execute function receipts.refuse_change();
grant select, insert (terms) on receipts.terms to candor_app;

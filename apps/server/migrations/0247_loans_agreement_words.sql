-- The texts agreements are written with, in every language, each version once under its SHA-256: what
-- was signed names that hash and stays readable when the texts change.
create table loans.agreement_words (
  hash bytea primary key check (hash = sha256(convert_to(words, 'UTF8'))),
  words text not null,
  since timestamptz not null
);
create trigger agreement_words_only_grow before update or delete or truncate on loans.agreement_words
  for each statement execute function platform.refuse_change();
grant select, insert on loans.agreement_words to candor_app;

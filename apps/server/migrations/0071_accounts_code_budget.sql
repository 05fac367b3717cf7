-- Codes that were sent within a day for a caller's host and for its network, callers with a session
-- apart from those without. A row stands for places that had a code sent and goes a day later. What is
-- kept of a place is its SHA-256: enough to count by, and no list of who asked.
create table accounts.code_budget (
  subject text primary key,
  sends integer not null check (sends >= 1),
  counted_from timestamptz not null
);
create index code_budget_by_age on accounts.code_budget (counted_from);
grant select, insert, update, delete on accounts.code_budget to candor_app;

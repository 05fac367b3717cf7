-- The loan book reads all loans that run, in their order, however many have ended.
create index loan_book on loans.loan (ordinal) where state in ('repaymentInProgress', 'overdue');

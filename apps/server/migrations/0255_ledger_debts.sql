-- What borrowers owe is added up once a day, and is read of those who ever borrowed alone. Amounts are no part
-- of the index, so that moving one touches none.
create index balance_of_debts on ledger.balance (user_id) where class = 'user:debt';

-- What a token, a plan or a pay-out books is one entry of its command: a second part of it would be the same
-- refund, sale, bid or payment again.
alter table ledger.entry
  add constraint entry_of_one_part check (part = 0 or kind::text !~ '^(nft|plan)-|-payout$');

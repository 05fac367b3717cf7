-- Parts of one contract may be closed within one millisecond; each receipt names those before it, so
-- their order has to be the one in which they were written.
alter table contracts.closing add place bigint generated always as identity;
drop index contracts.closing_of_contract;
create index closing_of_contract on contracts.closing (user_id, contract_id, place);

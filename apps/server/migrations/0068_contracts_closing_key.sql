-- A closing is found by its contract and place, or by its receipt; nobody looks for its own id.
alter table contracts.closing drop constraint closing_pkey;
alter table contracts.closing add primary key (user_id, contract_id, place);
drop index contracts.closing_of_contract;

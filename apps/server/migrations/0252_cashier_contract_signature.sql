-- A contract's signature is used by one withdrawal; a key's counts until its time is over.
alter table cashier.authorization add column used_by uuid;
alter table cashier.authorization add constraint authorization_used
  check (used_by is null or signer = 'contract');
grant update (used_by) on cashier.authorization to candor_app;

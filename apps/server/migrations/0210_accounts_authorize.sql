-- A wallet signs a fourth kind of text: that withdrawals of USDT may go to it.
alter table accounts.wallet_nonce drop constraint wallet_nonce_purpose_check;
alter table accounts.wallet_nonce add constraint wallet_nonce_purpose_check
  check (purpose in ('login', 'link', 'step-up', 'authorize'));

-- The desk writes down what its people do, and shows it; like every role it changes none of it.
grant usage on schema audit to candor_desk;
grant execute on function
  audit.write(bigint, text, text, text, text, text, uuid, text, boolean) to candor_desk;
grant select on audit.record, audit.head, audit.signed_head to candor_desk;

-- Whether real money may be bid for tokens: 1 is yes. It is off until two people turn it on.
insert into parameters.parameter (key, version, value, from_at, note)
values ('nft.enabled', 1, '0', timestamptz 'epoch', 'default');

-- After how many blocks a payment counts; the defaults of PRODUCT's networks.
insert into parameters.parameter (key, version, value, from_at, note)
values ('deposit.confirmationsEthereum', 1, '12', timestamptz 'epoch', 'default'),
       ('deposit.confirmationsTron', 1, '19', timestamptz 'epoch', 'default'),
       ('deposit.confirmationsBitcoin', 1, '2', timestamptz 'epoch', 'default');

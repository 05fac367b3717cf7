-- Where the operator writes in public, so that users can tell its pages from a stranger's.
insert into parameters.parameter (key, version, value, from_at, note)
values ('operator.social', 1, 'Not set by the operator', timestamptz 'epoch', 'default');

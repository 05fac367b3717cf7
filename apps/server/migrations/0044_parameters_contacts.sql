-- Where people reach us besides these pages, so that a pasted address can be told from a stranger's.
insert into parameters.parameter (key, version, value, from_at, note)
values ('operator.contacts', 1, 'Not set by the operator', timestamptz 'epoch', 'default');

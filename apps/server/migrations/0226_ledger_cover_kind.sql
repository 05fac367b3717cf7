-- The kind of entry that evens out what conversions left between exchange and capital. A value of a type can
-- be used from the transaction after its own on: the next migration does.
alter type ledger.kind add value 'exchange-cover';

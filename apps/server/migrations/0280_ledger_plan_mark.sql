-- The kind of entry that marks what a plan's fund holds to the last price before a midnight. A value of a type
-- can be used from the transaction after its own on: the next migration does.
alter type ledger.kind add value 'plan-mark';

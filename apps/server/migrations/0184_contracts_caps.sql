-- What is open or waits of one instrument, for its caps of lots: found by itself, however many orders of
-- others there are. Neither a part of a closing nor an amendment touches it, and what ended is not in it.
create index contract_of_instrument on contracts.contract (mode, code)
  where status in ('running', 'pending');

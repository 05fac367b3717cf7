-- Trades and days of plans, and the days and ends of orders in them, have receipts as well.
alter table receipts.receipt drop constraint receipt_kind_check,
  add constraint receipt_kind_check
    check (kind in ('contract', 'cover', 'option', 'conversion', 'collateralSale', 'planFill', 'planFund',
      'planDay', 'planExit'));

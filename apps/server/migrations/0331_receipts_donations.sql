-- A token that was sold for a charity has a receipt as well.
alter table receipts.receipt drop constraint receipt_kind_check,
  add constraint receipt_kind_check
    check (kind in ('contract', 'cover', 'option', 'conversion', 'collateralSale', 'planFill', 'planFund',
      'planDay', 'planExit', 'donation'));

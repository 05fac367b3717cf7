import { z } from 'zod';
import { SALE_CAUSES } from './loan-terms.ts';
import { ConversionEntry } from './receipts-conversion.ts';
import { NamedDocuments, TapeTick, common, instrument } from './receipts-parts.ts';
import { AssetText, DecimalText, HashText, UnixMsNumber } from './scalars.ts';

const Owed = z.strictObject({ principal: DecimalText, interest: DecimalText });

/** Receipt of a sale of collateral; its order is the loan. */
export const CollateralSaleReceipt = z.strictObject({
  kind: z.literal('collateralSale'),
  ...common,
  entries: z.array(ConversionEntry),
  cause: z.enum(SALE_CAUSES),
  at: UnixMsNumber,
  /** What it had to reach: the share of the collateral to restore, or an amount to be paid. */
  line: DecimalText.nullable(),
  wanted: DecimalText.nullable(),
  debt: Owed,
  documents: NamedDocuments.pick({ schedule: true }),
  /** All that was pledged; coins at the bid of a tick, USDT at its own value. */
  held: z
    .array(
      z.strictObject({
        asset: AssetText,
        amount: DecimalText,
        priced: z
          .strictObject({
            instrument: instrument.omit({ contractSize: true, quoteCurrency: true }),
            specification: HashText,
            price: DecimalText,
            tick: TapeTick,
          })
          .nullable(),
      }),
    )
    .min(1),
  /** What of it was given, in its order, and what that brought after the spread. */
  given: z.array(z.strictObject({ asset: AssetText, amount: DecimalText, received: DecimalText })),
  /** The house's share of the USDT that coins brought. */
  spread: z.strictObject({
    parameter: z.string(),
    version: z.int(),
    rate: DecimalText,
    amount: DecimalText,
  }),
  paid: Owed,
  /** What no collateral was left for: the house's loss. */
  lost: Owed,
});

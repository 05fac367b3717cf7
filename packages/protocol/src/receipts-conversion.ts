import { z } from 'zod';
import { NamedDocuments, ReceiptEntry, TapeTick, common, instrument } from './receipts-parts.ts';
import { AssetText, DecimalText, HashText, UnixMsNumber } from './scalars.ts';

/** An entry of the journal whose payments each name their asset. */
export const ConversionEntry = ReceiptEntry.extend({
  postings: z.array(
    z.strictObject({ from: z.string(), to: z.string(), asset: AssetText, amount: DecimalText }),
  ),
}).strict();

/** One trade of a conversion: a coin sold at the bid, or bought at the ask, of its tick. */
export const ConversionLeg = z.strictObject({
  instrument: instrument.omit({ contractSize: true, quoteCurrency: true }),
  /** Hash of its published specification. */
  specification: HashText,
  side: z.enum(['sell', 'buy']),
  price: DecimalText,
  tick: TapeTick,
  /** In the coin or in USDT, as the side says. */
  given: DecimalText,
  received: DecimalText,
});

/** Receipt of a conversion. */
export const ConversionReceipt = z.strictObject({
  kind: z.literal('conversion'),
  ...common,
  entries: z.array(ConversionEntry),
  from: AssetText,
  to: AssetText,
  amount: DecimalText,
  /** When its price was held, until when, and when it was converted. */
  quotedAt: UnixMsNumber,
  expiresAt: UnixMsNumber,
  at: UnixMsNumber,
  documents: NamedDocuments.pick({ schedule: true }),
  /** One, or two through USDT: the coin sold, then the coin bought. */
  legs: z.array(ConversionLeg).min(1).max(2),
  /** Units of `to` for one of `from`, before the spread. */
  rate: DecimalText,
  /** The house's share of the USDT that changed hands: taken of what is given, or of what is brought. */
  spread: z.strictObject({
    parameter: z.string(),
    version: z.int(),
    rate: DecimalText,
    amount: DecimalText,
  }),
  receive: DecimalText,
});

import { z } from 'zod';
import { CodeText, DecimalText, HashText, ModeText, UnixMsNumber } from './scalars.ts';

/** Names the shape of receipts; a receipt of another shape gets another name. */
export const RECEIPT_SCHEMA = 'candor.receipt/2';
/** Receipts written before documents were published: they name none, and no terms. */
export const OLD_RECEIPT_SCHEMA = 'candor.receipt/1' as const;

/** A tick’s day and place. */
export const TickIdText = z.string().meta({ description: 'UTC day of receipt and place in it' });
/** A receipt’s number. */
export const ReceiptNumber = z
  .string()
  .meta({ description: 'e.g. "R-7KQ2M-9XA4D-…", unguessable' });

/** A tick as it stands on the tape, with everything its link covers, and the link. */
export const TapeTick = z.strictObject({
  id: TickIdText,
  /** The run of prices it belongs to. */
  feed: z.string(),
  code: CodeText,
  bid: DecimalText,
  ask: DecimalText,
  volume: DecimalText.nullable(),
  source: z.string(),
  /** Market time: the source's clock. */
  time: UnixMsNumber,
  /** Wall time: ours. */
  receivedAt: UnixMsNumber,
  /** How many sources stood behind it when it was accepted. */
  sources: z.int(),
  standing: z.enum(['acting', 'first', 'backup', 'outside', 'late']),
  /** SHA-256 of the message it was read from; null for recordings and simulations. */
  frame: HashText.nullable(),
  /** Its link in the tape's chain. */
  link: HashText,
});

/** An entry of the journal with its payments; accounts of the trader without the trader. */
export const ReceiptEntry = z.strictObject({
  number: z.string(),
  kind: z.string(),
  at: UnixMsNumber,
  postings: z.array(z.strictObject({ from: z.string(), to: z.string(), amount: DecimalText })),
});

/** What receipts of every kind say. */
export const common = {
  schema: z.enum([RECEIPT_SCHEMA, OLD_RECEIPT_SCHEMA]),
  number: ReceiptNumber,
  mode: ModeText,
  /** Of an installation in which nothing is money; left out everywhere else. */
  rehearsal: z.literal(true).optional(),
  feed: z.strictObject({
    key: z.string(),
    mode: z.enum(['live', 'replay', 'simulated']),
    label: z.string(),
  }),
  orderNo: z.string(),
  entries: z.array(ReceiptEntry),
  /** SHA-256 over the canonical JSON of everything else but `signed` (keys sorted, no spaces). */
  hash: HashText,
  /**
   * Number and hash with a signature over them: a C2SP signed note. Null where it was written before
   * there were signatures, absent in files that were kept from before.
   */
  signed: z.string().nullable().optional().meta({ description: 'a signed note' }),
};

/** Hashes of the published documents its figures are taken from; receipts of the old form name none. */
export const NamedDocuments = z.strictObject({ specification: HashText, schedule: HashText });

/** The specification a contract was accepted under, as far as an amount depends on it. */
export const instrument = z.strictObject({
  code: CodeText,
  name: z.string(),
  class: z.string(),
  quoteCurrency: z.string(),
  contractSize: DecimalText,
  tickSize: DecimalText,
});

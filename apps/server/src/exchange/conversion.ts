import type {
  Asset,
  InstrumentCode,
  Money,
  Price,
  QuoteId,
  Rate,
  TickId,
  UnixMs,
  UserId,
} from '@candor/kernel';
import type { Coin } from '@candor/pricing';

/** Id of a conversion: its quote's, so that one quote makes one conversion. */
export type ConversionId = QuoteId;

/** The price of a coin and the tick it stands on. */
export type TickPrice = { readonly price: Price; readonly tickId: TickId };

/** What decides every figure of a conversion. */
export type ConversionTerms = {
  readonly amount: Money;
  readonly to: Asset;
  /** Run of prices its ticks belong to. */
  readonly feed: string;
  /** The coin sold, at the bid; null where USDT is given. */
  readonly sell: TickPrice | null;
  /** The coin bought, at the ask; null where USDT is received. */
  readonly buy: TickPrice | null;
  readonly spreadRate: Rate;
  readonly spreadVersion: number;
};

/** A conversion at prices held for one user until it expires. */
export type HeldQuote = ConversionTerms & {
  readonly id: QuoteId;
  readonly userId: UserId;
  readonly quotedAt: UnixMs;
  readonly expiresAt: UnixMs;
};

/** What was converted. */
export type Converted = HeldQuote & { readonly orderNo: string; readonly at: UnixMs };

/** The instrument a coin is priced by. */
export function codeOf(coin: Coin): InstrumentCode {
  return `${coin}/USDT` as InstrumentCode;
}

import {
  type InstrumentCode,
  type Price,
  type TickId,
  type UnixMs,
  divideInteger,
  mul,
  roundToStep,
} from '@candor/kernel';
import type { Instrument } from './instrument.ts';

/** Bid and ask of one instrument at one moment, as they stand on the tape. */
export type Quote = {
  readonly code: InstrumentCode;
  readonly tickId: TickId;
  readonly bid: Price;
  readonly ask: Price;
  /** Name of the venue, vendor, recording or simulation that said it. */
  readonly source: string;
  /** The source's own clock (market time). */
  readonly sourceTime: UnixMs;
  /** Our clock when it arrived (wall time); freshness is counted from it. */
  readonly receivedAt: UnixMs;
  /** How many sources stood behind it when it was accepted. */
  readonly sourceCount: number;
  /** Whether it passes the source rule, so that stops and close-outs may act on it. */
  readonly mayTrigger: boolean;
};

/** The two prices of a moment. */
export type BidAsk = Pick<Quote, 'bid' | 'ask'>;

/** Which way a position earns: a long when the price rises, a short when it falls. */
export type Side = 'long' | 'short';

/** (bid + ask) ÷ 2. @rounding halfEven, at 18 places */
export function mid(quote: Pick<Quote, 'bid' | 'ask'>): Price {
  return divideInteger(quote.bid + quote.ask, 2n, 'halfEven') as Price;
}

/** ask − bid. */
export function spread(quote: Pick<Quote, 'bid' | 'ask'>): Price {
  return (quote.ask - quote.bid) as Price;
}

/** The price a position opens at: a long buys at the ask, a short sells at the bid. */
export function openingPrice(side: Side, quote: Pick<Quote, 'bid' | 'ask'>): Price {
  return side === 'long' ? quote.ask : quote.bid;
}

/** The mark: what closing now would get, the bid for a long, the ask for a short. */
export function closingPrice(side: Side, quote: Pick<Quote, 'bid' | 'ask'>): Price {
  return side === 'long' ? quote.bid : quote.ask;
}

/** Whether a quote is young enough to fill on at `now`. @units milliseconds since receipt */
export function isFresh(
  quote: Pick<Quote, 'receivedAt'>,
  options: { now: UnixMs; freshForMs: number },
): boolean {
  return options.now - quote.receivedAt <= options.freshForMs;
}

/** +1 for a long, −1 for a short: what a price move is multiplied with. */
export function sideSign(side: Side): 1n | -1n {
  return side === 'long' ? 1n : -1n;
}

/**
 * Half of the distance a specification puts around a price that came without bid and ask.
 *
 * @rounding up, to the instrument's step
 * @source   PRODUCT 3
 */
export function halfSpread(
  instrument: Pick<Instrument, 'spreadRate' | 'tickSize'>,
  at: Price,
): Price {
  const whole = mul(at, instrument.spreadRate, 'up');
  const half = divideInteger(whole, 2n, 'up') as Price;
  return roundToStep(half, { step: instrument.tickSize, rounding: 'up' });
}

/** Bid and ask half a spread below and above a price. */
export function quoteAround(at: Price, half: Price): BidAsk {
  return { bid: (at - half) as Price, ask: (at + half) as Price };
}

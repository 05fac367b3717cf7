import type { Decimal, InstrumentCode, Mode, Price, Quantity, Rate, UnixMs } from '@candor/kernel';

/** What kind of thing an instrument is; it decides caps, freshness and the sources' band. */
export type InstrumentClass =
  | 'forexMajor'
  | 'forex'
  | 'crypto'
  | 'stock'
  | 'etf'
  | 'future'
  | 'index'
  | 'gold'
  | 'metal'
  | 'energy';

/** The seed's market types: 1 forex, 2 crypto, 3 stocks, 4 futures, 5 metals and ETF. */
export type MarketType = 1 | 2 | 3 | 4 | 5;

/** One window of the trading week, in milliseconds since Monday 00:00; end is exclusive. */
export type TradingWindow = { readonly fromMs: number; readonly toMs: number };

/** An exchange's own time and its holidays. */
export type ExchangeCalendar = {
  /** IANA name of its time zone, summer time included. */
  readonly zone: string;
  /** Spans in which it is closed whatever its week says, as clocks there show them, in order. */
  readonly closures: readonly { readonly from: UnixMs; readonly to: UnixMs }[];
};

/**
 * The specification of an instrument: everything a fill depends on besides its price. One version
 * is in force at a time; a contract keeps the fee rate and leverage it was opened with.
 */
export type Instrument = {
  readonly code: InstrumentCode;
  readonly name: string;
  readonly type: MarketType;
  readonly class: InstrumentClass;
  /** What one unit of it is, "BTC", "EUR", "AAPL". */
  readonly base: string;
  /** The currency its price is in; converted to USDT by a linking pair, USD counts as USDT. */
  readonly quoteCurrency: string;
  /** Base units in one lot. */
  readonly contractSize: Quantity;
  readonly tickSize: Price;
  readonly lotStep: Quantity;
  readonly lotsMin: Quantity;
  readonly lotsMax: Quantity;
  readonly leverageMax: number;
  /** Per side, of the notional. */
  readonly feeRate: Rate;
  /** Per day, of the notional. */
  readonly financingRate: Rate;
  /** Put around a price that came without bid and ask: the whole distance, of the price. */
  readonly spreadRate: Rate;
  /** Age since receipt past which nothing fills. */
  readonly freshForMs: number;
  /** Distance from the median of the sources past which a tick is quarantined. */
  readonly bandRate: Rate;
  /** Empty means around the clock; in the exchange's own time where it has a calendar, else in UTC. */
  readonly hours: readonly TradingWindow[];
  /** Where its exchange stands, and when it is closed besides. */
  readonly calendar?: ExchangeCalendar;
  /** Names of the venues or vendors that quote it. */
  readonly sources: readonly string[];
  /** Under which name a source quotes it, where the operator chose its sources. */
  readonly symbols?: Readonly<Record<string, string>>;
  /** Least of this and of its class's leverage counts, where the operator set one. */
  readonly leverageCap?: number;
  /** Most lots that may be open and wait: of one trading account, and of all of a mode. */
  readonly accountLotsMax?: Quantity;
  readonly totalLotsMax?: Quantity;
  /** `closeOnly` and `suspended` are set by the operator. */
  readonly status: 'open' | 'closeOnly' | 'suspended';
};

/**
 * Most leverage real money is offered, by class. The operator's own numbers may be lower for both
 * modes, and higher for practice money alone.
 *
 * @source PRODUCT 4 "leverage caps"
 */
export const LEVERAGE_CAPS: Readonly<Record<InstrumentClass, number>> = {
  forexMajor: 30,
  forex: 20,
  crypto: 2,
  stock: 5,
  etf: 5,
  future: 10,
  index: 20,
  gold: 20,
  metal: 10,
  energy: 10,
};

/** Most leverage of an instrument in a mode: real money never above the cap of its class. */
export function leverageMaxFor(
  mode: Mode,
  instrument: Pick<Instrument, 'class' | 'leverageMax'>,
): number {
  const { leverageMax } = instrument;
  return mode === 'real' ? Math.min(leverageMax, LEVERAGE_CAPS[instrument.class]) : leverageMax;
}

/** Lots as base units: lots × contract size. */
export type BaseUnits = Decimal;

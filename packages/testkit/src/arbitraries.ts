import {
  ASSETS,
  type Asset,
  type Decimal,
  type InstrumentCode,
  type Money,
  type Price,
  type Quantity,
  type Rate,
  type TickId,
  type UnixMs,
  money,
  quantity,
  rate,
  unixMs,
} from '@candor/kernel';
import {
  type Instrument,
  CONVERSION_ONE,
  type OpenTrade,
  type Quote,
  type Side,
  openingPrice,
} from '@candor/pricing';
import * as fc from 'fast-check';
import { TEST_START } from './clock.ts';

/** A long or a short. */
export const anySide = (): fc.Arbitrary<Side> => fc.constantFrom<Side>('long', 'short');

/** One of the assets an account can hold. */
export const anyAsset = (): fc.Arbitrary<Asset> => fc.constantFrom(...ASSETS);

/** An amount, signed, of one asset or of any. */
export function anyMoney(
  options: { asset?: Asset; min?: bigint; max?: bigint } = {},
): fc.Arbitrary<Money> {
  const { asset, min = -(10n ** 15n), max = 10n ** 15n } = options;
  const named = asset === undefined ? anyAsset() : fc.constant(asset);
  return fc.tuple(named, fc.bigInt({ min, max })).map(([name, units]) => money(name, units));
}

/** Any Decimal that fits PostgreSQL's numeric(38,18). */
export function anyDecimal(): fc.Arbitrary<Decimal> {
  const most = 10n ** 38n - 1n;
  return fc.bigInt({ min: -most, max: most }).map((units) => units as Decimal);
}

/** A moment between 1970 and 2100. */
export function anyMoment(): fc.Arbitrary<UnixMs> {
  return fc.integer({ min: 0, max: 4_102_444_800_000 }).map(unixMs);
}

/** A positive price of some whole ticks. */
export function anyPriceOnTick(
  tickSize: Price,
  ticks: { min?: number; max?: number } = {},
): fc.Arbitrary<Price> {
  const { min = 1, max = 10_000_000 } = ticks;
  return fc.integer({ min, max }).map((count) => (BigInt(count) * tickSize) as Price);
}

/** What one unit of a quote currency is worth in USDT: often one, else from 0.000001 to 10. */
export function anyConversionRate(): fc.Arbitrary<Price> {
  const foreign = fc.bigInt({ min: 10n ** 12n, max: 10n ** 19n }).map((units) => units as Price);
  return fc.oneof(fc.constant(CONVERSION_ONE), foreign);
}

/** A fee rate from nothing to the cap of 0.30 % in steps of 0.001 %. */
export function anyFeeRate(): fc.Arbitrary<Rate> {
  return fc.integer({ min: 0, max: 300 }).map((step) => (BigInt(step) * 10n ** 13n) as Rate);
}

const KINDS = [
  { code: 'BTC/USDT', type: 2, class: 'crypto', base: 'BTC', quoteCurrency: 'USDT' },
  { code: 'EUR/USD', type: 1, class: 'forexMajor', base: 'EUR', quoteCurrency: 'USD' },
  { code: 'USD/JPY', type: 1, class: 'forexMajor', base: 'USD', quoteCurrency: 'JPY' },
  { code: 'AAPL', type: 3, class: 'stock', base: 'AAPL', quoteCurrency: 'USD' },
  { code: 'XAU/USD', type: 5, class: 'gold', base: 'XAU', quoteCurrency: 'USD' },
] as const;

/** An instrument that trades around the clock, its steps and rates drawn. */
export function anyInstrument(): fc.Arbitrary<Instrument> {
  return fc
    .record({
      kind: fc.constantFrom(...KINDS),
      tickPlaces: fc.integer({ min: 0, max: 5 }),
      contractSize: fc.constantFrom('1', '0.001', '10', '100', '100000'),
      leverageMax: fc.constantFrom(2, 5, 10, 20, 30),
      feeRate: anyFeeRate(),
      financingSteps: fc.integer({ min: 0, max: 100 }),
    })
    .map(({ kind, tickPlaces, contractSize, leverageMax, feeRate, financingSteps }) => ({
      ...kind,
      code: kind.code as InstrumentCode,
      name: kind.code,
      contractSize: quantity(contractSize),
      tickSize: (10n ** BigInt(18 - tickPlaces)) as Price,
      lotStep: quantity('0.01'),
      lotsMin: quantity('0.01'),
      lotsMax: quantity('100'),
      leverageMax,
      feeRate,
      financingRate: (BigInt(financingSteps) * 10n ** 13n) as Rate,
      spreadRate: rate('0.0005'),
      freshForMs: 5000,
      bandRate: rate('0.02'),
      hours: [],
      sources: ['generated'],
      status: 'open' as const,
    }));
}

/** A quote on the instrument's ticks, 0 < bid < ask, received when its source said it. */
export function anyQuote(instrument: Pick<Instrument, 'code' | 'tickSize'>): fc.Arbitrary<Quote> {
  return fc
    .record({
      bid: anyPriceOnTick(instrument.tickSize),
      spreadTicks: fc.integer({ min: 1, max: 500 }),
      tick: fc.integer({ min: 1, max: 1_000_000 }),
      ageMs: fc.integer({ min: 0, max: 86_399_999 }),
    })
    .map(({ bid, spreadTicks, tick, ageMs }) => {
      const at = unixMs(TEST_START + ageMs);
      return {
        code: instrument.code,
        tickId: `2024-01-01/${tick}` as TickId,
        bid,
        ask: (bid + BigInt(spreadTicks) * instrument.tickSize) as Price,
        source: 'generated',
        sourceTime: at,
        receivedAt: at,
        sourceCount: 1,
        mayTrigger: true,
      };
    });
}

/** Lots within the instrument's limits, on its step. */
export function anyLots(
  instrument: Pick<Instrument, 'lotStep' | 'lotsMin' | 'lotsMax'>,
): fc.Arbitrary<Quantity> {
  const { lotStep, lotsMin, lotsMax } = instrument;
  return fc
    .bigInt({ min: lotsMin / lotStep, max: lotsMax / lotStep })
    .map((steps) => (steps * lotStep) as Quantity);
}

/** A position with everything its formulas need. */
export type AnyPosition = OpenTrade & {
  readonly instrument: Instrument;
  /** The quote it opened on. */
  readonly quote: Quote;
  readonly leverage: number;
};

/** A position opened at a quote's price, of an instrument of its own or of the one given. */
export function anyPosition(instrument?: Instrument): fc.Arbitrary<AnyPosition> {
  const chosen = instrument === undefined ? anyInstrument() : fc.constant(instrument);
  return chosen.chain((on) =>
    fc
      .record({
        side: anySide(),
        quote: anyQuote(on),
        lots: anyLots(on),
        leverage: fc.integer({ min: 1, max: on.leverageMax }),
        link: on.quoteCurrency === 'JPY' ? anyConversionRate() : fc.constant(CONVERSION_ONE),
      })
      .map((drawn) => ({
        ...drawn,
        instrument: on,
        contractSize: on.contractSize,
        openPrice: openingPrice(drawn.side, drawn.quote),
      })),
  );
}

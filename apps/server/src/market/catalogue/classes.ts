import { type Rate, rate } from '@candor/kernel';
import { type InstrumentClass, LEVERAGE_CAPS } from '@candor/pricing';

/** What all instruments of one class share unless their own entry says otherwise. */
export type ClassDefaults = {
  readonly leverageMax: number;
  readonly financingRate: Rate;
  /** Whole distance put around a price that came without bid and ask, as a share of it. */
  readonly spreadRate: Rate;
  readonly freshForMs: number;
  readonly bandRate: Rate;
};

/** 0.10 % per side. @source PRODUCT 4 and 14 */
export const FEE_RATE = rate('0.001');

const CRYPTO_FINANCING = rate('0.0005');
const FINANCING = rate('0.0002');
const CRYPTO_FRESH_MS = 5_000;
const FRESH_MS = 15_000;
const BAND_MAJOR = rate('0.02');
const BAND_FOREX = rate('0.005');
const BAND = rate('0.05');

function others(spread: string, bandRate: Rate): Omit<ClassDefaults, 'leverageMax'> {
  return {
    financingRate: FINANCING,
    spreadRate: rate(spread),
    freshForMs: FRESH_MS,
    bandRate,
  };
}

/**
 * Financing, freshness and bands by class.
 *
 * @source PRODUCT 3 (freshness, bands), 14 (financing)
 */
const TERMS: Readonly<Record<InstrumentClass, Omit<ClassDefaults, 'leverageMax'>>> = {
  forexMajor: others('0.0001', BAND_FOREX),
  forex: others('0.0002', BAND_FOREX),
  crypto: {
    financingRate: CRYPTO_FINANCING,
    spreadRate: rate('0.001'),
    freshForMs: CRYPTO_FRESH_MS,
    bandRate: BAND,
  },
  stock: others('0.0004', BAND),
  etf: others('0.0002', BAND),
  future: others('0.0004', BAND),
  index: others('0.0001', BAND),
  gold: others('0.0002', BAND),
  metal: others('0.0005', BAND),
  energy: others('0.0005', BAND),
};

/** What all instruments of a class share, with the cap of its leverage. */
export function classDefaults(of: InstrumentClass): ClassDefaults {
  return { ...TERMS[of], leverageMax: LEVERAGE_CAPS[of] };
}

/** Coins traded deeply enough on several venues for the narrow band and spread of a major. */
export const CRYPTO_MAJORS: readonly string[] = [
  'BTC',
  'ETH',
  'BNB',
  'SOL',
  'XRP',
  'ADA',
  'DOGE',
  'TRX',
  'LTC',
  'LINK',
  'DOT',
  'BCH',
];

/** Band of a crypto major. @source PRODUCT 3 */
export const CRYPTO_MAJOR_BAND = BAND_MAJOR;
/** Spread put around a crypto major's price when a recording has no bid and ask. */
export const CRYPTO_MAJOR_SPREAD = rate('0.0002');

import type { InstrumentClass, MarketType } from '@candor/pricing';
import type { Entry } from './entry.ts';
import { GLOBEX_HOURS } from './hours.ts';

/** Front-month futures, two expired contracts that recordings carry, and spot energy. */
export const FUTURES_LIST = { venue: 'CME Group and ICE', compiledOn: '2026-11-21' } as const;

type Line = readonly [
  code: string,
  name: string,
  kind: InstrumentClass,
  contractSize: string,
  tickSize: string,
  source: string,
];

const FUTURES: readonly Line[] = [
  ['ES', 'E-mini S&P 500', 'index', '50', '0.25', 'cme'],
  ['NQ', 'E-mini Nasdaq-100', 'index', '20', '0.25', 'cme'],
  ['YM', 'E-mini Dow', 'index', '5', '1', 'cme'],
  ['RTY', 'E-mini Russell 2000', 'index', '50', '0.1', 'cme'],
  ['SPX500', 'S&P 500 index', 'index', '10', '0.01', 'orkad-otc'],
  ['ESZ3', 'E-mini S&P 500, December 2013', 'index', '50', '0.25', 'cme'],
  ['CL', 'WTI crude oil', 'energy', '1000', '0.01', 'nymex'],
  ['BZ', 'Brent crude oil', 'energy', '1000', '0.01', 'nymex'],
  ['NG', 'Henry Hub natural gas', 'energy', '10000', '0.001', 'nymex'],
  ['USOIL', 'US crude oil', 'energy', '100', '0.01', 'orkad-otc'],
  ['WTI', 'WTI crude oil, spot', 'energy', '100', '0.01', 'eia-spot'],
  ['BRENT', 'Brent crude oil, spot', 'energy', '100', '0.01', 'eia-spot'],
  ['GC', 'Gold futures', 'gold', '100', '0.1', 'comex'],
  ['GCZ3', 'Gold, December 2013', 'gold', '100', '0.1', 'comex'],
  ['SI', 'Silver futures', 'metal', '5000', '0.005', 'comex'],
  ['HG', 'Copper futures', 'metal', '25000', '0.0005', 'comex'],
  ['PL', 'Platinum futures', 'metal', '50', '0.1', 'nymex'],
  ['ZC', 'Corn', 'future', '5000', '0.0025', 'cbot'],
  ['ZW', 'Wheat', 'future', '5000', '0.0025', 'cbot'],
  ['ZS', 'Soybeans', 'future', '5000', '0.0025', 'cbot'],
  ['ZN', '10-year Treasury note', 'future', '1000', '0.015625', 'cbot'],
];

const METALS: readonly Line[] = [
  ['XAU/USD', 'Gold', 'gold', '100', '0.01', 'oanda'],
  ['XAG/USD', 'Silver', 'metal', '5000', '0.001', 'oanda'],
  ['XPT/USD', 'Platinum', 'metal', '100', '0.01', 'oanda'],
  ['XPD/USD', 'Palladium', 'metal', '100', '0.01', 'oanda'],
  ['COPPER', 'Copper', 'metal', '10000', '0.0001', 'orkad-otc'],
  ['ALUMINIUM', 'Aluminium', 'metal', '25', '0.5', 'lme'],
];

function entries(lines: readonly Line[], type: MarketType): Entry[] {
  return lines.map(([code, name, kind, contractSize, tickSize, source]) => ({
    code,
    name,
    type,
    class: kind,
    base: code.replace('/USD', ''),
    quoteCurrency: 'USD',
    contractSize,
    tickSize,
    lotStep: '0.01',
    lotsMax: '50',
    schedule: GLOBEX_HOURS,
    sources: [source],
  }));
}

/** Futures; a lot is one contract of the exchange, traded in hundredths. */
export function futureEntries(): Entry[] {
  return entries(FUTURES, 4);
}

/** Spot metals, quoted in dollars per ounce, pound or tonne. */
export function metalEntries(): Entry[] {
  return entries(METALS, 5);
}

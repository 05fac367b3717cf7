import { decimal } from '@candor/kernel';
import { CRYPTO_MAJORS, CRYPTO_MAJOR_BAND, CRYPTO_MAJOR_SPREAD } from './classes.ts';
import { COIN_NAMES } from './coin-names.ts';
import { BINANCE_PAIRS } from './crypto-binance.ts';
import { OKX_PAIRS } from './crypto-okx.ts';
import type { Entry } from './entry.ts';
import { ALWAYS } from './hours.ts';
import { pairsOf } from './pair-list.ts';
import { referencePrice } from './reference-prices.ts';

/** The lists the pairs against USDT come from, in the order their venues lead. */
export const PAIR_LISTS = [BINANCE_PAIRS, OKX_PAIRS] as const;

/** Pairs against the dollar that recordings carry, with the venues that made them. */
const USD_PAIRS = [
  { base: 'BTC', tickSize: '0.01', sources: ['coinbase', 'bitfinex', 'dukascopy'] },
  { base: 'ETH', tickSize: '0.01', sources: ['coinbase', 'bitfinex'] },
  { base: 'LTC', tickSize: '0.01', sources: ['coinbase', 'bitfinex'] },
  { base: 'XRP', tickSize: '0.0001', sources: ['coinbase', 'bitfinex'] },
  { base: 'EOS', tickSize: '0.0001', sources: ['coinbase', 'bitfinex'] },
];

/** Steps of a lot from nothing to the largest order of a coin, as a power of ten. */
const LARGEST_ORDER_POWER = 6;

function tenTo(power: number): string {
  return power >= 0 ? `1${'0'.repeat(power)}` : `0.${'0'.repeat(-power - 1)}1`;
}

/**
 * A lot is one coin; its step is the power of ten worth one to ten USDT at the reference price,
 * so that the smallest order of every coin is of about the same size.
 */
function lotsOf(reference: string): { lotStep: string; lotsMax: string } {
  const decade = decimal(reference).toString().length - 1 - 18;
  return { lotStep: tenTo(-decade), lotsMax: tenTo(LARGEST_ORDER_POWER - decade) };
}

function coin(
  base: string,
  quoteCurrency: string,
  facts: { tickSize: string; sources: readonly string[] },
): Entry {
  const code = `${base}/${quoteCurrency}`;
  const isMajor = CRYPTO_MAJORS.includes(base);
  return {
    code,
    name: COIN_NAMES[base] ?? base,
    type: 2,
    class: 'crypto',
    base,
    quoteCurrency,
    contractSize: '1',
    ...lotsOf(referencePrice(code, facts.tickSize)),
    schedule: ALWAYS,
    ...facts,
    ...(isMajor ? { bandRate: CRYPTO_MAJOR_BAND, spreadRate: CRYPTO_MAJOR_SPREAD } : {}),
  };
}

/** The finer of two tick sizes: no venue's price may fall between our steps. */
function finer(one: string, other: string): string {
  return decimal(one) < decimal(other) ? one : other;
}

/** Every pair the lists name, majors first, then by name; then the pairs against the dollar. */
export function cryptoEntries(): Entry[] {
  const facts = new Map<string, { tickSize: string; sources: string[] }>();
  for (const list of PAIR_LISTS) {
    for (const [base, tickSize] of pairsOf(list)) {
      const known = facts.get(base);
      facts.set(base, {
        tickSize: known === undefined ? tickSize : finer(known.tickSize, tickSize),
        sources: [...(known?.sources ?? []), list.venue],
      });
    }
  }
  const rank = (base: string): number => {
    const index = CRYPTO_MAJORS.indexOf(base);
    return index === -1 ? CRYPTO_MAJORS.length : index;
  };
  const pairs = [...facts]
    .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map(([base, known]) => coin(base, 'USDT', known));
  return [...pairs, ...USD_PAIRS.map(({ base, ...known }) => coin(base, 'USD', known))];
}

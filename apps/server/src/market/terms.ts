import { type Clock, type UnixMs, SECOND_MS } from '@candor/kernel';
import type { Instrument, InstrumentClass } from '@candor/pricing';
import type { CountKey, Parameters } from '../parameters/index.ts';
import type { Market } from './market.ts';

const LEVERAGE: Readonly<Record<InstrumentClass, CountKey>> = {
  forexMajor: 'leverage.forexMajor',
  forex: 'leverage.forex',
  crypto: 'leverage.crypto',
  stock: 'leverage.stock',
  etf: 'leverage.stock',
  future: 'leverage.commodity',
  index: 'leverage.index',
  gold: 'leverage.gold',
  metal: 'leverage.commodity',
  energy: 'leverage.commodity',
};

type Terms = Pick<Instrument, 'feeRate' | 'financingRate' | 'leverageMax'>;

/** A second may pass between the moment terms come into force and the first order under them. */
const KEEP_MS = SECOND_MS;

function termsNow(parameters: Parameters): Map<InstrumentClass, Terms> {
  const feeRate = parameters.share('contract.feeRate');
  const crypto = parameters.share('contract.financingRateCrypto');
  const other = parameters.share('contract.financingRateOther');
  const classes = Object.keys(LEVERAGE) as InstrumentClass[];
  return new Map(
    classes.map((one) => {
      const leverageMax = parameters.count(LEVERAGE[one]);
      return [one, { feeRate, financingRate: one === 'crypto' ? crypto : other, leverageMax }];
    }),
  );
}

function fingerprint(terms: ReadonlyMap<InstrumentClass, Terms>): string {
  return [...terms.values()]
    .map((one) => `${one.feeRate}/${one.financingRate}/${one.leverageMax}`)
    .join(' ');
}

/**
 * The market with the operator's numbers in every specification: fee, financing and leverage caps
 * as the parameters have them now, not as the catalogue's defaults.
 */
export function withTerms(
  market: Market,
  deps: { readonly parameters: Parameters; readonly clock: Clock },
): Market {
  let readAt: UnixMs | null = null;
  let inForce = '';
  let byCode = new Map<string, Instrument>();

  function instruments(): ReadonlyMap<string, Instrument> {
    const now = deps.clock.now();
    if (readAt !== null && now - readAt < KEEP_MS && now >= readAt) return byCode;
    readAt = now;
    const terms = termsNow(deps.parameters);
    const text = fingerprint(terms);
    if (text === inForce) return byCode;
    inForce = text;
    byCode = new Map(market.list().map((one) => [one.code, { ...one, ...terms.get(one.class) }]));
    return byCode;
  }

  return {
    ...market,
    list: () => [...instruments().values()],
    instrument: (code) => instruments().get(code) ?? null,
    instrumentById(id) {
      const found = market.instrumentById(id);
      return found === null ? null : (instruments().get(found.code) ?? null);
    },
  };
}

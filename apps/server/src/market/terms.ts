import type { Clock, UnixMs } from '@candor/kernel';
import type { Instrument, InstrumentClass } from '@candor/pricing';
import type { CountKey, ParameterKey, ParameterVersion, Parameters } from '../parameters/index.ts';
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

/** Everything that makes the terms. */
const KEYS: readonly ParameterKey[] = [
  'contract.feeRate',
  'contract.financingRateCrypto',
  'contract.financingRateOther',
  ...new Set(Object.values(LEVERAGE)),
];

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

/** The operator's numbers of its class; its own leverage cap where that is lower. */
function withTermsOf(instrument: Instrument, terms: Terms | undefined): Instrument {
  if (terms === undefined) return instrument;
  const { leverageMax } = terms;
  const { leverageCap = leverageMax } = instrument;
  return { ...instrument, ...terms, leverageMax: Math.min(leverageMax, leverageCap) };
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
  // Terms hold from the moment they were read until the next version begins or one is added.
  let read: readonly (readonly ParameterVersion[])[] = [];
  let from = Number.POSITIVE_INFINITY as UnixMs;
  let until = Number.NEGATIVE_INFINITY as UnixMs;
  let inForce = '';
  let listed: readonly Instrument[] = [];
  let all: readonly Instrument[] = [];
  let byCode = new Map<string, Instrument>();

  function instruments(): ReadonlyMap<string, Instrument> {
    const now = deps.clock.now();
    const base = market.list();
    const isListed = base === listed;
    const isSame =
      isListed && KEYS.every((key, index) => deps.parameters.history(key) === read[index]);
    if (isSame && now >= from && now < until) return byCode;
    read = KEYS.map((key) => deps.parameters.history(key));
    const later = read.flat().flatMap((one) => (one.from > now ? [one.from] : []));
    [from, until] = [now, Math.min(...later, Number.POSITIVE_INFINITY) as UnixMs];
    const terms = termsNow(deps.parameters);
    const text = fingerprint(terms);
    if (isListed && text === inForce) return byCode;
    [inForce, listed] = [text, base];
    all = base.map((one) => withTermsOf(one, terms.get(one.class)));
    byCode = new Map(all.map((one) => [one.code, one]));
    return byCode;
  }

  return {
    ...market,
    list() {
      instruments();
      return all;
    },
    instrument: (code) => instruments().get(code) ?? null,
    instrumentById(id) {
      const found = market.instrumentById(id);
      return found === null ? null : (instruments().get(found.code) ?? null);
    },
  };
}

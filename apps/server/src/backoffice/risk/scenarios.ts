import { type InstrumentCode, type Price, divideInteger } from '@candor/kernel';
import type { BidAsk, Instrument, Quote } from '@candor/pricing';
import { LADDER_GROUPS, LADDER_PERCENTS, type LadderGroup } from '@candor/protocol/desk';
import { type MarketView, priceOf } from '../../contracts/index.ts';
import { type Market, conversionPairFor, conversionRateBy } from '../../market/index.ts';

/** What the ladder asks the market. */
export type LadderMarket = Pick<
  Market,
  'list' | 'instrument' | 'latest' | 'status' | 'freshConversionRate' | 'feed'
>;

/** What contracts of an instrument are valued by. */
export type Marks = BidAsk & { readonly link: Price };

/** A market that stands still, with what it values each instrument by; null without a mark. */
export type StillMarket = {
  readonly market: MarketView;
  readonly marksOf: (code: InstrumentCode) => Marks | null;
};

/** Prices of one group that fall at once, with the market as it would be then. */
export type Scenario = StillMarket & { readonly group: LadderGroup; readonly percent: number };

/** Asks a market that stands still once for each instrument. */
function still(market: MarketView): StillMarket {
  const known = new Map<InstrumentCode, Marks | null>();
  return {
    market,
    marksOf(code) {
      const seen = known.get(code);
      if (seen !== undefined) return seen;
      const at = priceOf(code, market);
      const marks = at === null ? null : { bid: at.quote.bid, ask: at.quote.ask, link: at.link };
      known.set(code, marks);
      return marks;
    },
  };
}

/** The marks of one moment, and what they would be in each scenario. */
export type Scenarios = {
  readonly now: StillMarket;
  /** Those that move the result of an instrument's contracts, by its price or by its currency's. */
  of(code: InstrumentCode): readonly number[];
  /** By group, and within one by how far its prices fall. */
  readonly all: readonly Scenario[];
};

const fallen = (price: Price, percent: number): Price =>
  divideInteger(price * BigInt(100 - percent), 100n, 'halfEven') as Price;

/** A quote after its bid and ask have fallen by so many percent. @rounding halfEven, at 18 places */
function fallenQuote(quote: Quote, percent: number): Quote {
  return { ...quote, bid: fallen(quote.bid, percent), ask: fallen(quote.ask, percent) };
}

/**
 * Takes the marks in force and makes the scenarios of the ladder of them. A currency whose pair falls is
 * converted at the fallen rate, as it would be.
 */
export function scenariosAt(market: LadderMarket): Scenarios {
  const catalogue = market.list();
  const marks = new Map<InstrumentCode, Quote>();
  for (const { code } of catalogue) {
    const quote = market.latest(code);
    if (quote !== null) marks.set(code, quote);
  }
  const groupOf = (code: InstrumentCode): LadderGroup | null =>
    market.instrument(code)?.class ?? null;
  const pairOf = ({ quoteCurrency }: Instrument): InstrumentCode | null => {
    const pair = conversionPairFor(quoteCurrency);
    return pair === null || pair.kind === 'one' ? null : pair.code;
  };

  function viewOf(latest: (code: InstrumentCode) => Quote | null): MarketView {
    const rates = new Map<string, ReturnType<MarketView['lastConversionRate']>>();
    return {
      instrument: market.instrument,
      status: market.status,
      freshConversionRate: market.freshConversionRate,
      feed: market.feed,
      latest,
      lastConversionRate(currency) {
        const known = rates.get(currency);
        if (known !== undefined) return known;
        const rate = conversionRateBy(currency, latest);
        rates.set(currency, rate);
        return rate;
      },
    };
  }

  function after(group: LadderGroup, percent: number): StillMarket {
    const moved = new Map<InstrumentCode, Quote>();
    for (const [code, quote] of marks) {
      const falls = group === 'all' || groupOf(code) === group;
      moved.set(code, falls ? fallenQuote(quote, percent) : quote);
    }
    return still(viewOf((code) => moved.get(code) ?? null));
  }

  const all = LADDER_GROUPS.flatMap((group) =>
    LADDER_PERCENTS.map((percent) => ({ group, percent, ...after(group, percent) })),
  );
  const affecting = new Map<InstrumentCode, readonly number[]>();
  for (const instrument of catalogue) {
    const pair = pairOf(instrument);
    const groups: readonly (LadderGroup | null)[] = [
      'all',
      instrument.class,
      pair === null ? null : groupOf(pair),
    ];
    const places = all.flatMap(({ group }, place) => (groups.includes(group) ? [place] : []));
    affecting.set(instrument.code, places);
  }
  return {
    now: still(viewOf((code) => marks.get(code) ?? null)),
    of: (code) => affecting.get(code) ?? [],
    all,
  };
}

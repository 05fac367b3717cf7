import type { Entry } from './entry.ts';
import { FOREX_HOURS } from './hours.ts';

/** Order in which the market names a pair: the earlier currency is the base. */
const CURRENCIES = ['EUR', 'GBP', 'AUD', 'NZD', 'USD', 'CAD', 'CHF', 'JPY'] as const;

/** Currencies whose pairs among themselves count as major. @source ESMA 2018/796, article 1 */
const MAJOR: readonly string[] = ['USD', 'EUR', 'JPY', 'GBP', 'CAD', 'CHF'];

const VENDORS = ['oanda', 'dukascopy'] as const;

/** The 28 pairs of the eight large currencies; a lot is 100,000 of the base. */
export function forexEntries(): Entry[] {
  return CURRENCIES.flatMap((base, index) =>
    CURRENCIES.slice(index + 1).map((quoteCurrency): Entry => {
      const isMajor = MAJOR.includes(base) && MAJOR.includes(quoteCurrency);
      return {
        code: `${base}/${quoteCurrency}`,
        name: `${base} / ${quoteCurrency}`,
        type: 1,
        class: isMajor ? 'forexMajor' : 'forex',
        base,
        quoteCurrency,
        contractSize: '100000',
        // A tenth of a pip.
        tickSize: quoteCurrency === 'JPY' ? '0.001' : '0.00001',
        lotStep: '0.01',
        lotsMax: '50',
        schedule: FOREX_HOURS,
        sources: VENDORS,
      };
    }),
  );
}

import { type InstrumentCode, type Rate, price, quantity } from '@candor/kernel';
import type { Instrument, InstrumentClass, MarketType, Schedule } from '@candor/pricing';
import { FEE_RATE, classDefaults } from './classes.ts';

/** One line of a list, with what its class does not already say. */
export type Entry = {
  readonly code: string;
  readonly name: string;
  readonly type: MarketType;
  readonly class: InstrumentClass;
  readonly base: string;
  readonly quoteCurrency: string;
  readonly contractSize: string;
  readonly tickSize: string;
  readonly lotStep: string;
  readonly lotsMax: string;
  readonly schedule: Schedule;
  readonly sources: readonly string[];
  readonly bandRate?: Rate;
  readonly spreadRate?: Rate;
};

/** The specification an entry and its class make. @throws InvariantError on malformed numbers */
export function instrumentOf(entry: Entry): Instrument {
  const defaults = classDefaults(entry.class);
  return {
    code: entry.code as InstrumentCode,
    name: entry.name,
    type: entry.type,
    class: entry.class,
    base: entry.base,
    quoteCurrency: entry.quoteCurrency,
    contractSize: quantity(entry.contractSize),
    tickSize: price(entry.tickSize),
    lotStep: quantity(entry.lotStep),
    lotsMin: quantity(entry.lotStep),
    lotsMax: quantity(entry.lotsMax),
    leverageMax: defaults.leverageMax,
    feeRate: FEE_RATE,
    financingRate: defaults.financingRate,
    spreadRate: entry.spreadRate ?? defaults.spreadRate,
    freshForMs: defaults.freshForMs,
    bandRate: entry.bandRate ?? defaults.bandRate,
    ...entry.schedule,
    sources: entry.sources,
    status: 'open',
  };
}

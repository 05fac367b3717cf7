import type { InstrumentCode } from '@candor/kernel';

/** An operator suspended an instrument, set it to close-only, or resumed it. */
export type InstrumentRestricted = {
  readonly code: InstrumentCode;
  readonly status: 'open' | 'closeOnly' | 'suspended';
};

/** Topic of `InstrumentRestricted`. */
export const INSTRUMENT_RESTRICTED = 'market.InstrumentRestricted';

import type { InstrumentCode, UnixMs } from '@candor/kernel';

/** An operator suspended an instrument, set it to close-only, or resumed it. */
export type InstrumentRestricted = {
  readonly code: InstrumentCode;
  readonly status: 'open' | 'closeOnly' | 'suspended';
};

/** Topic of `InstrumentRestricted`. */
export const INSTRUMENT_RESTRICTED = 'market.InstrumentRestricted';

/** Two members decided what an instrument is from a moment on. */
export type InstrumentSpecified = { readonly code: InstrumentCode; readonly from: UnixMs };

/** Topic of `InstrumentSpecified`. */
export const INSTRUMENT_SPECIFIED = 'market.InstrumentSpecified';

/**
 * market — what can be traded, what it costs now, and what it cost before.
 * Owns: the catalogue, the running feed, the tape, its chain and its tree, the frames, the bars,
 *   what operators decided about instruments, what users marked.
 * Announces: InstrumentRestricted; code that needs prices asks (`latest`, `drain`).
 * Needs: a feed, chosen at start; audit and cases, for what is decided about instruments.
 * Refuses: a price nobody said, one that is not stored yet, a second feed beside the running one.
 */
export { createMarket } from './create-market.ts';
export {
  INSTRUMENT_RESTRICTED,
  INSTRUMENT_SPECIFIED,
  type InstrumentRestricted,
} from './instruments/events.ts';
export {
  isCompiled,
  termsOf,
  type ChangeableTerms,
  type SourceTerms,
  type SpecificationTerms,
} from './catalogue/specification.ts';
export {
  specificationCase,
  specificationProposal,
  type SpecificationProposal,
} from './instruments/specification-case.ts';
export {
  createSpecifications,
  type SpecificationVersion,
  type Specifications,
} from './instruments/specifications.ts';
export { createHalts, instrumentCase, type Halts } from './instruments/halts.ts';
export { createFavourites, type Favourites } from './instruments/favourites.ts';
export {
  createRestrictions,
  type Restriction,
  type RestrictionParams,
  type Restrictions,
} from './instruments/restrictions.ts';
export type { TickWanted } from './store/settlement-ticks-store.ts';
export type { StoredTick } from './recall/lookups.ts';
export type { Market, SourceReport } from './market.ts';
export { conversionRateBy, type ConversionRate, type MarketStatus } from './instruments/status.ts';
export { chooseFeed, type FeedChoice } from './feeds/choose-feed.ts';
export type { Feed, FeedDescription } from './feeds/feed.ts';
export { FeedRefused } from './feeds/refused.ts';
export { withTerms } from './terms.ts';
export { idOf, conversionPairFor } from './catalogue/catalogue.ts';
export { listDecisions } from './instruments/restriction-store.ts';
export { extremesOf, type Begins, type Drained, type TapeSpan } from './tape/price-extremes.ts';
export type { DayFigures } from './bars/day-bars.ts';
export { createCheckpoints, type Checkpoint, type Checkpoints } from './tree/checkpoints.ts';
export { verifyTape, type TapeReport } from './store/verify-tape.ts';

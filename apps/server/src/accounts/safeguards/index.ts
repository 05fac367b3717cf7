/**
 * What keeps an account from new risk: limits, pauses, freezes, and the questions before the first
 * real order.
 */
export { answerAppropriateness, createRealFrom, readAppropriateness } from './appropriateness.ts';
export { type Brakes, findBrakes, findRealFlows, isLimited } from './brakes.ts';
export { countriesOf } from './country.ts';
export { findResidences } from './country-store.ts';
export {
  beginFreeze,
  dropEndedFreezes,
  findFreeze,
  findFreezes,
  proveFreeze,
  setFreezeByLink,
  setFreezeEnd,
} from './freeze-store.ts';
export { decideFreeze, decideUnfreeze, isInForce, isStopped, mayEnd, STOPPED } from './freeze.ts';
export { createLimits, type Limits, type RealRisk, type RealUse } from './limits.ts';
export { holdRisk } from './pause-store.ts';
export {
  addEach,
  addToAll,
  amountAt,
  byPeriod,
  type ByPeriod,
  decideLimits,
  decidePaused,
  isOwners,
  leastLeft,
  lossOf,
  pausesAt,
  pausesIn,
  periodStarts,
} from './rules.ts';

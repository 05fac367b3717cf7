/**
 * kernel — the words every other part speaks: exact numbers, money, time, ids, results.
 * Owns no state, imports nothing, does no input or output.
 */
export type { Brand } from './brand.ts';
export { fail, ok, type Fail, type Ok, type Result } from './result.ts';
export { InvariantError, assert, ensure, unreachable } from './assert.ts';
export {
  abs,
  add,
  div,
  divideInteger,
  fitsStorage,
  isOnStep,
  max,
  min,
  mul,
  neg,
  placesOf,
  roundToStep,
  sub,
} from './decimal-arithmetic.ts';
export {
  DECIMAL_ONE,
  DECIMAL_PLACES,
  DECIMAL_ZERO,
  compare,
  decimal,
  decimalOf,
  formatDecimal,
  parseDecimal,
  price,
  quantity,
  rate,
  type Decimal,
  type Price,
  type Quantity,
  type Rate,
  type Rounding,
} from './decimal.ts';
export { ASSETS, ASSET_SCALE, isAsset, type Asset } from './asset.ts';
export {
  addMoney,
  formatMoney,
  fromDecimal,
  minMoney,
  money,
  negMoney,
  parseMoney,
  subMoney,
  toDecimal,
  zero,
  type Money,
} from './money.ts';
export { MODES, type Mode } from './mode.ts';
export { scatter, seeded, type Seeded } from './seeded.ts';
export {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  dateOf,
  isoText,
  msIntoUtcWeek,
  plusMs,
  startOfDay,
  unixMs,
  utcDayOf,
  type Clock,
  type UnixMs,
  type UtcDay,
} from './time.ts';
export {
  isLaterTick,
  isUuid,
  newUuid,
  uuidTime,
  type ContractId,
  type EntryId,
  type InstrumentCode,
  type OptionId,
  type QuoteId,
  type RequestId,
  type SessionId,
  type TickId,
  type UserId,
} from './id.ts';

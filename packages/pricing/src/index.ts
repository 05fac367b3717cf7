/**
 * pricing — what things are worth: pure formulas the server charges with and the web previews
 * with. Owns no state, reads no clock, knows no endpoint.
 */
export type {
  BaseUnits,
  Instrument,
  InstrumentClass,
  MarketType,
  ExchangeCalendar,
  TradingWindow,
} from './price/instrument.ts';
export { LEVERAGE_CAPS, leverageMaxFor } from './price/instrument.ts';
export {
  closingPrice,
  halfSpread,
  isFresh,
  mid,
  openingPrice,
  quoteAround,
  sideSign,
  spread,
  type BidAsk,
  type Quote,
  type Side,
} from './price/quote.ts';
export {
  NO_PNL,
  type PnlSum,
  addPnlSums,
  addToPnlSum,
  exposureOfSum,
  leastPnl,
} from './position/pnl-sum.ts';
export { usdtOf, type PricedTrade, type TradeSize } from './position/usdt.ts';
export { CONVERSION_ONE, conversionRateOf, needsConversion } from './position/conversion.ts';
export {
  CLOSE_OUT_LEVEL,
  closeOutPrice,
  freeMargin,
  freeOf,
  initialMargin,
  marginLevel,
  mustCloseOut,
  notional,
  notionalUsdt,
  tradingEquity,
  type Exposure,
  type Held,
  type MarginJudgement,
  type MarginState,
} from './position/margin.ts';
export {
  lossAtStop,
  orderProfit,
  realizedPnl,
  unrealizedPercent,
  unrealizedPnl,
  type OpenTrade,
} from './position/pnl.ts';
export { mostYouCanLose, type MostYouCanLose } from './position/most-you-can-lose.ts';
export { breakEven, costToHold, financing, tradeFee } from './position/fee.ts';
export { isOpenAt, isTradingAt, nextOpening, type Schedule, utcWeekOf } from './price/hours.ts';
export {
  STAKE_PLACES,
  breakEvenHitRate,
  hitRate,
  optionGain,
  optionPaid,
  optionPayout,
  stakeProblem,
  settleOption,
  type OptionDirection,
  type OptionResult,
} from './option/option.ts';
export {
  coinsOf,
  conversionProblem,
  convert,
  paidByHouse,
  type Coin,
  type Conversion,
  type ConversionLeg,
  type ConversionProblem,
} from './exchange/convert.ts';
export {
  judgeAmendment,
  type AmendParams,
  type AmendProblems,
  type AmendableOrder,
} from './order/amend.ts';
export {
  closingCost,
  closingProfit,
  closingShares,
  openingCost,
  type ClosingCost,
  type ClosingShares,
  type OpeningCost,
  type OpeningTerms,
} from './order/cost.ts';
export { closeOutAfterOpening, isAffordable, marginStateAfterOpening } from './order/exposure.ts';
export { lotsOfPart, partProblem, type PartProblem, type PartTerms } from './order/part.ts';
export { quoteOrder, type OrderFigures, type QuotedOrder } from './order/quote.ts';
export {
  lotsForBase,
  lotsForShare,
  lotsForWorth,
  lotsProblem,
  type LotTerms,
  type LotsProblem,
  worthOfLots,
} from './order/size.ts';
export {
  allowedStops,
  checkStops,
  judgeStops,
  trailingProblem,
  type StopProblems,
  type StopRange,
  type StopTerms,
  type Stops,
  type StopsBasis,
  type StopsFailure,
  type StopsParams,
} from './order/stops.ts';
export {
  crossed,
  expectedPrice,
  hasPrice,
  reaches,
  touched,
  triggerOfOrder,
  triggersOfContract,
  waitProblem,
  type OrderType,
  type Trigger,
  type TriggerAction,
  type WaitProblem,
  type WaitingOrder,
} from './order/trigger.ts';
export { reachesTrailing, trailingLevel, type Trailing } from './position/trailing.ts';
export {
  NOTICE_LEVELS,
  NOTICE_RECOVERY,
  marginNotice,
  worstLoser,
  type MarginNotice,
} from './position/close-out.ts';
export {
  AGREEING_MS,
  AGREEING_TICKS,
  RECENT_TICKS,
  isAgreed,
  isCredible,
  medianPrice,
  saidSinceStart,
  type SaidPrice,
  withinBand,
} from './price/median.ts';
export { CHANGE_WINDOW_MS, changePercent, priceAt, type PricePoint } from './price/change.ts';
export { SPARKLINE_POINTS, thin } from './price/sparkline.ts';
export { stopFromMoney } from './position/stop-money.ts';
export {
  INTERVALS,
  INTERVAL_MS,
  NO_VOLUME,
  barStart,
  barTicks,
  barsOf,
  extendBar,
  isInterval,
  mergeBars,
  startBar,
  type Bar,
  type BarTick,
  type Interval,
} from './price/bar.ts';
export {
  leastWithdrawal,
  refuseWithdrawal,
  withdrawalFigures,
  type WithdrawalFigures,
  type WithdrawalRefusal,
  type WithdrawalTerms,
} from './cashier/withdrawal.ts';
export {
  annualRate,
  dayAfter,
  interestOfNight,
  loanSchedule,
  repaymentOf,
  type LoanPrice,
  type Owed,
  type Repayment,
  type ScheduleRow,
} from './loan/interest.ts';
export {
  LOAN_LINES,
  LOAN_PLEDGE_MIN,
  collateralValue,
  isDust,
  isWithin,
  linePrices,
  loanStep,
  loanToValue,
  ltvPercent,
  pricesAtLine,
  withCollateral,
  type Bids,
  type LinePrices,
  type LoanStep,
} from './loan/collateral.ts';
export { decideSale, type Sale, type SaleAim, type SalePart } from './loan/sale.ts';
export {
  LOAN_DAYS,
  collateralFigures,
  loanFigures,
  loanProblem,
  type CollateralFigures,
  type LoanFigures,
  type LoanProblem,
} from './loan/offer.ts';
export {
  isSplit,
  shareOfBasis,
  shareTexts,
  sharesOf,
  type Shares,
  type Split,
} from './nft/split.ts';
export { endAfterBid, leastBid, type Auction, type Extension } from './nft/auction.ts';

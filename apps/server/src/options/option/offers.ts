import { type Rate, type UnixMs, plusMs, SECOND_MS } from '@candor/kernel';
import { type Instrument, isTradingAt } from '@candor/pricing';
import type { MarketView } from '../../contracts/index.ts';
import type { Market } from '../../market/index.ts';
import type { Parameters } from '../../parameters/index.ts';
import type { Offer, Stakes } from './option.ts';
import { PERIODS, offersFor } from './rules.ts';

/** What options ask the market. */
export type OptionMarket = MarketView &
  Pick<Market, 'firstActing' | 'unstoredSince' | 'marketTime'>;

/** The periods an instrument is offered for now, with the rates in force. */
export function offersNow(parameters: Parameters, instrument: Instrument | null): readonly Offer[] {
  const offers = PERIODS.map((seconds): Offer => {
    const key = `option.rate${seconds}` as const;
    const rate: Rate = parameters.share(key);
    return { seconds, rate, rateVersion: parameters.version(key) };
  });
  const least = parameters.share('option.payoutMin');
  const most = parameters.share('option.payoutMax');
  return offersFor(instrument, { offers, least, most });
}

/** Least and most stake now. */
export function stakesNow(parameters: Parameters): Stakes {
  return { min: parameters.usdt('option.stakeMin'), max: parameters.usdt('option.stakeMax') };
}

/** Whether an instrument trades when a period that starts now is over, by its hours. */
export function isOpenAtEnd(
  market: OptionMarket,
  facts: { instrument: Instrument | null; period: number; now: UnixMs },
): boolean {
  const { instrument, period, now } = facts;
  if (instrument === null) return false;
  const end = plusMs(now, period * SECOND_MS);
  return isTradingAt(instrument, market.marketTime(end));
}

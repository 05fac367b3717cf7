import { type Mode, type Result, type UnixMs, ok } from '@candor/kernel';
import type { MarginJudgement, Quote } from '@candor/pricing';
import type { Failure } from '@candor/protocol';
import type { Counts } from './limits.ts';
import type { ConversionRate, MarketStatus } from './market-view.ts';
import { refuse } from './refusal.ts';

/** Everything that decides whether new real business is taken at all. */
export type RealOpeningFacts = {
  readonly mode: Mode;
  readonly houseHasFloor: boolean;
  readonly isOperatorNamed: boolean;
};

/** Everything that decides whether an instrument may be traded. */
export type TradableFacts = RealOpeningFacts & {
  readonly now: UnixMs;
  readonly quote: Quote | null;
  readonly status: MarketStatus;
  readonly link: ConversionRate | null;
  readonly feedMode: 'live' | 'replay' | 'simulated';
  /** Whether an installation without real money may price its real account by any feed. */
  readonly isRehearsal: boolean;
};

/** Whether the running feed may price a mode: a real account only by a market's own prices. */
const mayPrice = ({
  mode,
  feedMode,
  isRehearsal,
}: Pick<TradableFacts, 'mode' | 'feedMode' | 'isRehearsal'>): boolean =>
  mode === 'demo' || feedMode === 'live' || isRehearsal;

/**
 * Whether a user may begin real business: the prices are a market's own, the questions were
 * answered, the risk acknowledged, and the day after it is over. Practice money asks nothing;
 * closing, cancelling and amending never do.
 *
 * @failure not-tradable-now — feedNotForReal: no waiting would help
 * @failure cooling-off — `until`: Unix ms, or none while nothing was acknowledged
 * @source  PRODUCT 4 "First real order"
 */
export function decideAdmission(
  facts: Pick<TradableFacts, 'mode' | 'now' | 'feedMode' | 'isRehearsal'> & {
    readonly realFrom: UnixMs | null;
  },
): Result<null, Failure> {
  const { mode, realFrom, now } = facts;
  if (mode === 'demo') return ok(null);
  if (!mayPrice(facts)) return refuse('not-tradable-now', undefined, { why: 'feedNotForReal' });
  if (realFrom !== null && realFrom <= now) return ok(null);
  const until = realFrom === null ? 'none' : String(realFrom);
  return refuse('cooling-off', undefined, { until });
}

/**
 * Whether new business of a mode is taken, of an order that is filled at once as of one that waited:
 * real money needs an operator who is named and a house that has its floor.
 *
 * @failure not-tradable-now — with `why`: operatorUnnamed, houseFloor
 */
export function decideRealOpening(facts: RealOpeningFacts): Result<null, Failure> {
  if (facts.mode === 'demo') return ok(null);
  if (!facts.isOperatorNamed) {
    return refuse('not-tradable-now', undefined, { why: 'operatorUnnamed' });
  }
  if (!facts.houseHasFloor) return refuse('not-tradable-now', undefined, { why: 'houseFloor' });
  return ok(null);
}

/** What an account allows. */
export type AccountFacts = { readonly margin: MarginJudgement; readonly counts: Counts };

/**
 * Whether an instrument may be traded now, and the tick and rate to trade on.
 *
 * @failure not-tradable-now — with `why`: stale, closed, noSource, closeOnly, suspended, noLink,
 *          feedNotForReal, houseFloor, operatorUnnamed
 */
export function decideTradable(
  facts: TradableFacts,
  act: 'open' | 'close',
): Result<{ quote: Quote; link: ConversionRate }, Failure> {
  const { status, quote, link: conversionRate } = facts;
  const why = (reason: string): { ok: false; failure: Failure } =>
    refuse('not-tradable-now', undefined, { why: reason });
  if (!mayPrice(facts)) return why('feedNotForReal');
  if (status !== 'open' && !(status === 'closeOnly' && act === 'close')) return why(status);
  if (quote === null) return why('noSource');
  if (conversionRate === null) return why('noLink');
  const opening = act === 'open' ? decideRealOpening(facts) : ok(null);
  if (!opening.ok) return opening;
  return ok({ quote, link: conversionRate });
}

import { createHash } from 'node:crypto';
import { STRATEGIES, STRATEGY_SOURCES, usualParameters } from '@candor/advisor';
import { type InstrumentCode, ensure, money } from '@candor/kernel';
import type { Chosen, PlanTerms, PlanVersion } from './plan.ts';

const USDT = 1_000_000n;

/**
 * What a version runs, as text: a reader with the text and the sources can make its hash again.
 *
 * @source decision 0110 "Versions"
 */
function versionText(chosen: Chosen): string {
  const names = Object.keys(chosen.parameters).toSorted();
  return JSON.stringify({
    strategy: chosen.strategy,
    source: STRATEGY_SOURCES[chosen.strategy],
    parameters: Object.fromEntries(names.map((name) => [name, chosen.parameters[name]])),
    interval: chosen.interval,
    instruments: chosen.codes,
  });
}

/** SHA-256 of what a strategy with its numbers runs, in hex. */
export function versionHash(chosen: Chosen): string {
  return hashOfText(versionText(chosen));
}

/** SHA-256 of a text, in hex. */
function hashOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A version as it is written down. */
export function versionOf(
  plan: Pick<PlanVersion, 'planId' | 'name' | 'owner' | 'version'>,
  chosen: Chosen,
  terms: PlanTerms,
): PlanVersion {
  const text = versionText(chosen);
  const source = STRATEGY_SOURCES[chosen.strategy];
  const { planId, name, owner, version } = plan;
  return {
    ...chosen,
    ...terms,
    // Last: what is chosen may come of another version, which names itself.
    ...{ planId, name, owner, version, planStatus: 'open' },
    ...{ source, text, hash: hashOfText(text) },
  };
}

/** Whether a version runs what the product has now. */
export function isCurrent({ strategy, source }: Pick<PlanVersion, 'strategy' | 'source'>): boolean {
  return STRATEGY_SOURCES[strategy] === source;
}

/** Terms of the plans a fresh installation has. */
const USUAL_TERMS: PlanTerms = {
  amountMin: money('USDT', 100n * USDT),
  amountMax: money('USDT', 50_000n * USDT),
  days: [7, 30, 90, 180],
  cycleDays: 30,
  capacity: money('USDT', 2_000_000n * USDT),
};

/** Terms of a plan of a user's own: on paper, alone in its fund. */
export function ownTerms(days: number): PlanTerms {
  return {
    ...USUAL_TERMS,
    amountMin: money('USDT', USDT),
    days: [days],
    capacity: USUAL_TERMS.amountMax,
  };
}

/** Most days a plan of a user's own may run. */
export const OWN_DAYS_MAX = 365;

/** The plans a fresh installation has, all on BTC with the usual numbers. */
export const FIRST_PLANS: readonly { readonly name: string; readonly chosen: Chosen }[] = (
  ['trend', 'reversion', 'grid', 'dca', 'rotation'] as const
).map((strategy) => {
  const { intervals } = STRATEGIES[strategy];
  const chosen: Chosen = {
    strategy,
    parameters: usualParameters(STRATEGIES[strategy]),
    interval: ensure(intervals[0], 'a strategy has a usual interval'),
    codes: ['BTC/USDT' as InstrumentCode],
  };
  return { name: `${strategy}-btc`, chosen };
});

/** Terms of the first plans. */
export const FIRST_TERMS = USUAL_TERMS;

import { type Result, type UnixMs, fail, ok } from '@candor/kernel';
import type { OptionsHindrance } from '@candor/protocol';

/** One decision about a country, as far as it counts. */
export type CountryDecision = {
  readonly country: string;
  readonly isEnabled: boolean;
  readonly since: UnixMs;
  readonly caseId: string;
  readonly caseNumber: string;
};

/** What counts of a country now, and what was announced after it. */
export type CountryState = {
  readonly country: string;
  /** Null: nothing that was decided counts yet. */
  readonly now: CountryDecision | null;
  readonly next: CountryDecision | null;
};

/**
 * How each country stands at a moment. Of what is in force the one decided last counts; what was
 * announced before that does not come any more.
 *
 * @shape decisions: the newest first
 */
export function countryStates(
  decisions: readonly CountryDecision[],
  now: UnixMs,
): readonly CountryState[] {
  const countries = [...new Set(decisions.map(({ country }) => country))].toSorted();
  return countries.map((country) => {
    const own = decisions.filter((one) => one.country === country);
    const at = own.findIndex(({ since }) => since <= now);
    const later = at === -1 ? own : own.slice(0, at);
    const [next] = later.toSorted((a, b) => a.since - b.since);
    return { country, now: own[at] ?? null, next: next ?? null };
  });
}

/** Where a user may buy options with real money, or why nowhere. */
export type CountryAccess =
  | { readonly isOpen: true; readonly country: string; readonly since: UnixMs }
  | { readonly isOpen: false; readonly why: OptionsHindrance; readonly country: string | null };

/**
 * Whether options are open to a user's real account: in every country the user may live in they have
 * to be enabled. What is not known is not enabled.
 *
 * @source PRODUCT 5
 */
export function decideCountryAccess(
  countries: Result<
    readonly [string, ...string[]],
    { readonly name: 'countryUnknown' | 'countryUnclear' }
  >,
  inForce: readonly CountryDecision[],
): CountryAccess {
  if (!countries.ok) return { isOpen: false, why: countries.failure.name, country: null };
  const found = countries.value.map((country) => ({
    country,
    decision: inForce.find((one) => one.country === country && one.isEnabled),
  }));
  const closed = found.find(({ decision }) => decision === undefined);
  if (closed !== undefined) {
    return { isOpen: false, why: 'countryNotEnabled', country: closed.country };
  }
  const since = Math.max(...found.map(({ decision }) => decision?.since ?? 0)) as UnixMs;
  return { isOpen: true, country: countries.value[0], since };
}

/** A country's options as they are proposed. */
export type CountryProposal = {
  readonly country: string;
  readonly act: 'enable' | 'end';
  /** When it counts from at the soonest; null: from its decision on. */
  readonly from: UnixMs | null;
};

/**
 * Whether a proposal would change anything.
 *
 * @failure case-impossible — the country is so already, or from a moment that is over
 */
export function decideProposal(
  proposal: CountryProposal,
  state: CountryState | undefined,
  now: UnixMs,
): Result<null, { readonly name: 'case-impossible'; readonly field: 'country' | 'from' }> {
  const { act, from } = proposal;
  if (from !== null && from < now) return fail({ name: 'case-impossible', field: 'from' });
  // What is announced counts as what will be: an enabling can be ended before it began.
  const last = state?.next ?? state?.now ?? null;
  const isEnabled = last?.isEnabled ?? false;
  if (isEnabled === (act === 'enable')) return fail({ name: 'case-impossible', field: 'country' });
  return ok(null);
}

import { DAY_MS, type Result, type UnixMs, fail, ok, plusMs, unixMs } from '@candor/kernel';
import { CASE_REASONS } from '@candor/protocol';
import { type Parameters, isParameterKey } from '../../parameters/index.ts';
import type { CaseClosed, KindTerms, Proposal } from '../case/index.ts';

/** How long a change is announced before it counts. @source PRODUCT 11; LEDGER: never retroactive */
const ANNOUNCED_MS = DAY_MS;

/** A value a parameter is to have from a moment on. */
export type ChangeTerms = {
  readonly key: string;
  readonly value: string;
  readonly from: UnixMs;
  /** Why; published beside the version. */
  readonly note: string;
};

type Refusal = { readonly name: 'parameter-unknown' | 'case-impossible' };

/**
 * The proposal of a change.
 *
 * @failure parameter-unknown — no parameter of this name
 * @failure case-impossible — a value it cannot have, or less than a day ahead
 */
export function changeProposal(
  parameters: Parameters,
  terms: ChangeTerms,
  now: UnixMs,
): Result<Proposal, Refusal> {
  const { key, value, from, note } = terms;
  if (!isParameterKey(key)) return fail({ name: 'parameter-unknown' });
  const isAnnounced = from >= plusMs(now, ANNOUNCED_MS);
  if (!isAnnounced || !parameters.decide({ key, value, from }).ok) {
    return fail({ name: 'case-impossible' });
  }
  const before = parameters.text(key);
  return ok({
    userId: null,
    subject: `${key}: ${before} → ${value}`.slice(0, 200),
    amount: null,
    asset: null,
    facts: { key, value, before, from: String(from), note: note.slice(0, 400) },
  });
}

/** When a change counts: as proposed, and never less than a day after it was decided. */
function effectiveFrom(proposed: UnixMs, decidedAt: UnixMs): UnixMs {
  const earliest = plusMs(decidedAt, ANNOUNCED_MS);
  return proposed > earliest ? proposed : earliest;
}

/** A parameter gets another value, announced a day before it counts. @source PRODUCT 11 and 14 */
export function parameterChange(parameters: Parameters): KindTerms {
  return {
    name: 'parameterChange',
    letter: 'P',
    deadlineMs: DAY_MS,
    people: 2,
    roles: {
      opener: ['risk', 'content', 'cashierMaker'],
      maker: ['risk', 'content', 'cashierMaker'],
      checker: ['risk', 'cashierChecker'],
    },
    reasons: CASE_REASONS.parameterChange,
    passkey: true,
    describe: ({ key = '', value = '', before = '', from = '', note = '' }) => [
      { key: 'parameter', as: 'parameter', value: key },
      { key: 'before', as: 'text', value: before },
      { key: 'value', as: 'text', value },
      { key: 'from', as: 'time', value: from },
      { key: 'note', as: 'text', value: note },
    ],
    async apply(tx, decided, at) {
      const { key = '', value = '', from = '', note = '' } = decided.facts;
      if (!isParameterKey(key)) return 'waits';
      // From when it is carried out, not decided: nothing that was held up counts sooner.
      const moment = effectiveFrom(unixMs(Number.parseInt(from, 10)), at);
      const said = { key, value, from: moment, note: `${decided.number}: ${note}` };
      return (await parameters.setIn(tx, said)).ok ? 'done' : 'waits';
    },
  };
}

/** The change an approved case made, as it is announced; null for any other case. */
export function changeOf(closed: CaseClosed): {
  readonly number: string;
  readonly key: string;
  readonly before: string;
  readonly value: string;
  readonly from: UnixMs;
} | null {
  const { kind, verdict, number, facts, at } = closed;
  if (kind !== 'parameterChange' || verdict !== 'approved') return null;
  const { key = '', before = '', value = '', from = '' } = facts;
  return { number, key, before, value, from: effectiveFrom(unixMs(Number.parseInt(from, 10)), at) };
}

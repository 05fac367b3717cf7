import { DAY_MS, type Result, type UnixMs, fail, ok, plusMs, unixMs } from '@candor/kernel';
import { CASE_REASONS, type Failure } from '@candor/protocol';
import {
  type Parameters,
  capOf,
  isParameterKey,
  unitOf,
  valueWithout,
} from '../../parameters/index.ts';
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

/** An announced version that is not to come. */
export type WithdrawalTerms = {
  readonly key: string;
  readonly version: number;
  readonly note: string;
};

type Refusal = Failure<'parameter-unknown' | 'case-impossible' | 'unreadable'>;

/**
 * The proposal of a change; what refuses it names its field.
 *
 * @failure parameter-unknown — no parameter of this name
 * @failure unreadable — a value that is not of its type
 * @failure case-impossible — one the product fixes, a value above its cap, or less than a day ahead
 */
export function changeProposal(
  parameters: Parameters,
  terms: ChangeTerms,
  now: UnixMs,
): Result<Proposal, Refusal> {
  const { key, value, from, note } = terms;
  if (!isParameterKey(key)) return fail({ name: 'parameter-unknown' });
  if (from < plusMs(now, ANNOUNCED_MS)) return fail({ name: 'case-impossible', field: 'from' });
  const decided = parameters.decide({ key, value, from });
  if (!decided.ok) {
    const { name } = decided.failure;
    if (name === 'malformed') return fail({ name: 'unreadable', field: 'value' });
    if (name === 'fixed') return fail({ name: 'case-impossible', field: 'key' });
    const cap = capOf(key);
    const facts = cap === null ? {} : { cap: parameters.text(cap) };
    return fail({ name: 'case-impossible', field: 'value', facts });
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

/**
 * The proposal that an announced version does not come: from its moment on the value before it goes on.
 *
 * @failure parameter-unknown — no parameter of this name
 * @failure case-impossible — no version of this number is announced
 */
export function withdrawalProposal(
  parameters: Parameters,
  terms: WithdrawalTerms,
  now: UnixMs,
): Result<Proposal, Refusal> {
  const { key, version, note } = terms;
  if (!isParameterKey(key)) return fail({ name: 'parameter-unknown' });
  const found = valueWithout(version, parameters.history(key), now);
  if (found === null) return fail({ name: 'case-impossible', field: 'version' });
  const { value: before, from } = found.version;
  const { value } = found;
  const facts = { key, value, before, from: String(from), note: note.slice(0, 400) };
  return ok({
    userId: null,
    subject: `${key}: ${before} withdrawn, ${value} stays`.slice(0, 200),
    amount: null,
    asset: null,
    facts: { ...facts, withdraws: String(version) },
  });
}

/** When a change counts: as proposed, and never less than a day after it was decided. */
function effectiveFrom(proposed: UnixMs, decidedAt: UnixMs): UnixMs {
  const earliest = plusMs(decidedAt, ANNOUNCED_MS);
  return proposed > earliest ? proposed : earliest;
}

/**
 * When a decided change counts. One that withdraws counts with what it withdraws; decided too late, what
 * was before comes back as any other change does.
 */
function momentOf(facts: Readonly<Record<string, string>>, at: UnixMs): UnixMs {
  const proposed = unixMs(Number.parseInt(facts['from'] ?? '', 10));
  const isInTime = facts['withdraws'] !== undefined && at < proposed;
  return isInTime ? proposed : effectiveFrom(proposed, at);
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
    describe: ({ key = '', value = '', before = '', from = '', note = '', withdraws }) => {
      const unit = isParameterKey(key) ? unitOf(key) : 'none';
      return [
        { key: 'parameter', as: 'parameter', value: key },
        {
          key: withdraws === undefined ? 'before' : 'withdraws',
          as: 'number',
          value: before,
          unit,
        },
        { key: withdraws === undefined ? 'value' : 'stays', as: 'number', value, unit },
        { key: 'from', as: 'time', value: from },
        { key: 'note', as: 'text', value: note },
      ];
    },
    async apply(tx, decided, at) {
      const { key = '', value = '', note = '', withdraws } = decided.facts;
      if (!isParameterKey(key)) return 'waits';
      // From when it is carried out, not decided: nothing that was held up counts sooner.
      const moment = momentOf(decided.facts, at);
      if (withdraws !== undefined && String(moment) === decided.facts['from']) {
        // What stays was read when it was proposed: by another change since then it may not stay.
        const history = await parameters.historyIn(tx, key);
        const stays = valueWithout(Number.parseInt(withdraws, 10), history, at);
        if (stays?.value !== value) return 'overtaken';
      }
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
  /** It takes an announced value back, in time: `before` never comes. */
  readonly isWithdrawn: boolean;
} | null {
  const { kind, verdict, number, facts, at } = closed;
  if (kind !== 'parameterChange' || verdict !== 'approved') return null;
  const { key = '', before = '', value = '', from: proposed = '', withdraws } = facts;
  const from = momentOf(facts, at);
  const isWithdrawn = withdraws !== undefined && String(from) === proposed;
  return { number, key, before, value, from, isWithdrawn };
}

import { DAY_MS, MODES, parseMoney } from '@candor/kernel';
import { CASE_REASONS } from '@candor/protocol';
import type { PlanVersionTerms } from '@candor/protocol/desk';
import type { KindTerms } from '../../cases/index.ts';
import { publishCandidate } from '../backtests/candidate-store.ts';
import { freshFund } from '../order/fresh-fund.ts';
import { findFundOf, insertFund } from '../plan/fund-store.ts';
import { insertVersion, lockOffered } from '../plan/plan-store.ts';
import { versionOf } from '../plan/versions.ts';
import { insertDecision, setStatus } from './decided-store.ts';
import { readTerms, termRows } from './terms.ts';

const roles = {
  opener: ['risk'],
  maker: ['risk', 'content'],
  checker: ['risk', 'cashierChecker'],
} as const;

/** Terms as a case keeps them. */
const termsIn = (text: string | undefined): PlanVersionTerms | null =>
  text === undefined || text === '' ? null : (JSON.parse(text) as PlanVersionTerms);

const numberOf = (text: string | undefined): number => Number.parseInt(text ?? '', 10);

/** A new version of a plan, decided by two people. What was bought stays with its version. @source PRODUCT 6, 11 */
export const planVersionCase: KindTerms = {
  name: 'planVersion',
  letter: 'L',
  deadlineMs: 7 * DAY_MS,
  people: 2,
  roles,
  reasons: CASE_REASONS.planVersion,
  passkey: true,
  describe({ name = '', replaces = '', terms, before, hash = '', reason = '' }) {
    const after = termsIn(terms);
    const was = termsIn(before);
    if (after === null || was === null) return [];
    return [
      { key: 'plan', as: 'text', value: name },
      { key: 'replaces', as: 'number', value: replaces },
      ...termRows(after, was),
      { key: 'version-hash', as: 'text', value: hash },
      { key: 'reason', as: 'text', value: reason },
    ];
  },
  async apply(tx, { id: caseId, number, facts }, at) {
    const { plan: planId = '', hash = '' } = facts;
    const said = termsIn(facts['terms']);
    const terms = said === null ? null : readTerms(said);
    const base = await lockOffered(tx, planId);
    if (terms === null || base === null) return 'overtaken';
    // It was compared with the version in force then: over another one nobody agreed to it.
    if (base.planStatus === 'ended' || base.version !== numberOf(facts['replaces'])) {
      return 'overtaken';
    }
    const version = versionOf({ ...base, version: base.version + 1 }, terms, terms);
    // Its strategy's text is another one by now: what it runs is not what was decided.
    if (version.hash !== hash) return 'overtaken';
    await insertVersion(tx, version, at);
    const act = 'version' as const;
    const decided = { caseId, number, planId, version: version.version, act, capacity: null, at };
    await insertDecision(tx, decided);
    await publishCandidate(tx, version, at);
    for (const mode of MODES) {
      const former = await findFundOf(tx, { planId, version: base.version, mode });
      if (former === null) continue;
      await insertFund(tx, freshFund(version, { mode, feed: former.feed, at }), at);
    }
    return 'done';
  },
};

/** What a plan is after each of them. */
const STATUS = { offer: 'open', withdraw: 'paused', end: 'ended' } as const;

/** An offer that is made, withdrawn or ended, or another capacity of it, decided by two people. */
export const planChangeCase: KindTerms = {
  name: 'planChange',
  letter: 'L',
  deadlineMs: DAY_MS,
  people: 2,
  roles,
  reasons: CASE_REASONS.planChange,
  passkey: true,
  describe: ({ name = '', version = '', act = '', capacity, before = '', reason = '' }) => [
    { key: 'plan', as: 'text', value: name },
    { key: 'plan-version', as: 'number', value: version },
    { key: 'plan-act', as: 'text', value: act },
    ...(capacity === undefined
      ? []
      : [{ key: 'capacity', as: 'amount', value: capacity, before } as const]),
    { key: 'reason', as: 'text', value: reason },
  ],
  async apply(tx, { id: caseId, number, facts }, at) {
    const { plan: planId = '', act = '', status = '' } = facts;
    const base = await lockOffered(tx, planId);
    if (base === null || base.planStatus === 'ended') return 'overtaken';
    const { version, planStatus } = base;
    if (version !== numberOf(facts['version'])) return 'overtaken';
    const decided = { caseId, number, planId, version, at };
    if (act === 'capacity') {
      const capacity = parseMoney(facts['capacity'] ?? '', 'USDT');
      if (capacity === null) return 'overtaken';
      await insertDecision(tx, { ...decided, act, capacity: capacity.units });
      return 'done';
    }
    if (act !== 'offer' && act !== 'withdraw' && act !== 'end') return 'overtaken';
    // An end is an end, whatever came before; the others were said of a plan that stood so.
    if (act !== 'end' && planStatus !== status) return 'overtaken';
    await insertDecision(tx, { ...decided, act, capacity: null });
    await setStatus(tx, planId, STATUS[act]);
    return 'done';
  },
};

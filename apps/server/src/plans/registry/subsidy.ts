import {
  DAY_MS,
  type EntryId,
  type Money,
  type Result,
  type UnixMs,
  type UtcDay,
  fail,
  formatMoney,
  money,
  newUuid,
  ok,
  parseMoney,
  utcDayOf,
} from '@candor/kernel';
import { CASE_REASONS, type Failure } from '@candor/protocol';
import type { KindTerms, Proposal } from '../../cases/index.ts';
import {
  type Entry,
  type Posting,
  HOUSE,
  commitEntries,
  findHousePayable,
  lockHouse,
} from '../../ledger/index.ts';
import type { Sql } from '../../platform/postgres/db.ts';
import { writeFund } from '../fund/writing.ts';
import { findFund, findFundOf, lockFund } from '../plan/fund-store.ts';
import { findOffered } from '../plan/plan-store.ts';
import { findInFundOn, insertSubsidy } from '../plan/subsidy-store.ts';

const impossible = (field: string): Result<never, Failure<'case-impossible'>> =>
  fail({ name: 'case-impossible', field });

function capitalPosting(fundId: string, units: bigint): Posting {
  const to = { to: 'house:strategy', toSub: fundId } as const;
  return { from: 'house:capital', ...to, asset: 'USDT', units };
}

/** The one entry of a subsidy: out of the capital of the house, into what the fund's orders are paid from. */
function subsidyEntry(
  of: { readonly caseId: string; readonly fundId: string; readonly amount: Money },
  at: UnixMs,
): Entry {
  return {
    id: newUuid(at) as EntryId,
    userId: HOUSE,
    mode: 'real',
    kind: 'plan-subsidy',
    requestId: `plan-subsidy:${of.caseId}`,
    part: 0,
    cause: 'case',
    subject: of.fundId,
    reverses: null,
    at,
    postings: [capitalPosting(of.fundId, of.amount.units)],
  };
}

/**
 * The proposal that the house pays into the real fund of a version.
 *
 * @failure not-found — no such plan
 * @failure case-impossible — nobody is in the fund, or of those of that day nobody any more, more than the capital of
 *          the house, or a day that has not come
 */
export async function subsidyProposal(
  sql: Sql,
  said: {
    readonly planId: string;
    readonly version: number;
    readonly amount: string;
    readonly day: string;
    readonly reason: string;
  },
  now: UnixMs,
): Promise<Result<Proposal, Failure<'not-found' | 'case-impossible'>>> {
  const { planId, version, day, reason } = said;
  const plan = await findOffered(sql, planId);
  const fund = plan && (await findFundOf(sql, { planId, version, mode: 'real' }));
  if (plan === null || fund === null) return fail({ name: 'not-found' });
  if (fund.units === 0n) return impossible('version');
  if (day > utcDayOf(now)) return impossible('day');
  const onDay = await findInFundOn(sql, fund.id, day as UtcDay);
  if (onDay.units === 0n && !onDay.waits) return impossible('day');
  const amount = parseMoney(said.amount, 'USDT');
  if (amount === null || amount.units <= 0n) return impossible('amount');
  if ((await findHousePayable(sql, 'USDT')) < amount.units) return impossible('amount');
  const { name } = plan;
  const text = formatMoney(amount);
  return ok({
    userId: null,
    subject: `${name}, version ${version}, ${day}: ${reason}`.slice(0, 200),
    amount: amount.units,
    asset: 'USDT',
    facts: {
      ...{ plan: planId, name, version: String(version), fund: fund.id, mode: 'real' },
      ...{ amount: text, asset: 'USDT', day, reason },
    },
  });
}

/** What paying what was decided would come to now, and the units of those it is shared among. */
async function comesTo(
  sql: Sql,
  said: { readonly amount: bigint; readonly fundId: string; readonly day: UtcDay },
): Promise<{ readonly outcome: Awaited<ReturnType<KindTerms['apply']>>; readonly units: bigint }> {
  const fund = await findFund(sql, said.fundId);
  if (fund === null) return { outcome: 'overtaken', units: 0n };
  const { units, waits } = await findInFundOn(sql, said.fundId, said.day);
  // A midnight is not over, or the house lacks it: tried again, for a week.
  if (fund.phase !== 'open' || waits) return { outcome: 'waits', units };
  // All who were in the fund on that day have left: it is nobody's.
  if (units === 0n) return { outcome: 'nobody', units };
  const isThere = (await findHousePayable(sql, 'USDT')) >= said.amount;
  return { outcome: isThere ? 'done' : 'waits', units };
}

/**
 * The house pays into a fund of real money, decided by two people and read by anyone. It is shared by units among
 * those who were in the fund on the day it is for and still are, and is no result.
 *
 * @source LEDGER 2, row "plan subsidy"; PRODUCT 11
 */
export const planSubsidyCase: KindTerms = {
  name: 'planSubsidy',
  letter: 'Y',
  deadlineMs: DAY_MS,
  people: 2,
  roles: {
    opener: ['cashierMaker', 'risk'],
    maker: ['cashierMaker', 'risk'],
    checker: ['cashierChecker'],
  },
  reasons: CASE_REASONS.planSubsidy,
  passkey: true,
  describe: ({ name = '', version = '', amount = '', day = '', reason = '' }) => [
    { key: 'plan', as: 'text', value: name },
    { key: 'plan-version', as: 'number', value: version },
    { key: 'amount', as: 'amount', value: amount },
    { key: 'day', as: 'text', value: day },
    { key: 'published-reason', as: 'text', value: reason },
  ],
  async plan(sql, { amount: units, facts }) {
    const { fund = '', day = '' } = facts;
    if (units === null || units <= 0n) return null;
    const said = { amount: units, fundId: fund, day: day as UtcDay };
    return {
      ...{ userId: HOUSE, mode: 'real', asset: 'USDT', kind: 'plan-subsidy' },
      postings: [capitalPosting(fund, units)],
      outcome: (await comesTo(sql, said)).outcome,
    };
  },
  async apply(tx, { id, number, amount: units, facts }, at) {
    const { fund: fundId = '', day = '', reason = '' } = facts;
    if (units === null) return 'overtaken';
    const fund = await lockFund(tx, fundId);
    if (fund === null) return 'overtaken';
    await lockHouse(tx);
    const of = { amount: units, fundId, day: day as UtcDay };
    const { outcome, units: shared } = await comesTo(tx, of);
    if (outcome !== 'done') return outcome;
    const amount = money('USDT', units);
    const paid = { id, number, fundId, day: day as UtcDay, amount, reason, at };
    await insertSubsidy(tx, paid, shared);
    await commitEntries(tx, [subsidyEntry({ caseId: id, fundId, amount }, at)], at);
    await writeFund(tx, { fund: { ...fund, phase: 'granting' }, at });
    return 'done';
  },
};

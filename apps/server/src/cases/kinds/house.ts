import { type Asset, DAY_MS, type Money, type Result, fail, formatMoney, ok } from '@candor/kernel';
import { CASE_REASONS } from '@candor/protocol';
import { HOUSE, commitEntries, findHouseWorth, lockHouse, sumHouse } from '../../ledger/index.ts';
import type { AccountClass } from '../../ledger/index.ts';
import type { Sql } from '../../platform/postgres/db.ts';
import { type KindTerms, type Proposal, isFunded } from '../case/index.ts';
import { caseEntry } from './entry.ts';

/** Where money of the operator comes from or goes to. */
export const WORLDS = ['ethereum', 'tron', 'bitcoin', 'outside'] as const;
export type World = (typeof WORLDS)[number];

/** The operator's own money on its way in or out. */
export type HouseTerms = {
  readonly asset: Asset;
  readonly units: bigint;
  readonly account: World;
  /** Transaction on the chain, or the bank's reference. */
  readonly reference: string;
};

function houseProposal(terms: HouseTerms): Proposal {
  const { asset, units, account, reference } = terms;
  const amount = formatMoney({ asset, units });
  return {
    userId: null,
    subject: `${amount} ${asset}, ${account}: ${reference}`.slice(0, 200),
    amount: units,
    asset,
    facts: { mode: 'real', amount, asset, account, reference },
  };
}

const worldOf = (account: string | undefined): AccountClass | null => {
  const world = WORLDS.find((one) => one === account);
  return world === undefined ? null : `world:${world}`;
};

const describe: KindTerms['describe'] = (facts) => [
  { key: 'amount', as: 'amount', value: facts['amount'] ?? '' },
  { key: 'asset', as: 'asset', value: facts['asset'] ?? '' },
  { key: 'account', as: 'account', value: facts['account'] ?? '' },
  { key: 'reference', as: 'text', value: facts['reference'] ?? '' },
];

const shared = {
  deadlineMs: DAY_MS,
  people: 2,
  roles: {
    opener: ['cashierMaker'],
    maker: ['cashierMaker', 'risk'],
    checker: ['cashierChecker'],
  },
  passkey: true,
  describe,
} as const;

type Named = { readonly account: string; readonly reference: string };

/**
 * Whether money was brought in by this transaction before: a chain names each but once. A bank's words may
 * be the same twice.
 */
async function isTwice(sql: Sql, named: Named, caseId: string | null): Promise<boolean> {
  return named.account !== 'outside' && isFunded(sql, { ...named, caseId });
}

/**
 * The proposal to write down money brought in.
 *
 * @failure case-impossible — nothing is brought, or its transaction is written down or proposed already
 */
export async function fundingProposal(
  sql: Sql,
  terms: HouseTerms,
): Promise<Result<Proposal, { readonly name: 'case-impossible' }>> {
  const isPossible = terms.units > 0n && !(await isTwice(sql, terms, null));
  return isPossible ? ok(houseProposal(terms)) : fail({ name: 'case-impossible' });
}

/** Money of the operator comes into the house. @source LEDGER part 2 "house funding" */
export const houseFunding: KindTerms = {
  ...shared,
  name: 'houseFunding',
  letter: 'H',
  reasons: CASE_REASONS.houseFunding,
  async apply(tx, decided, at) {
    const { amount: units, asset, facts } = decided;
    const from = worldOf(facts['account']);
    if (units === null || asset === null || from === null) return 'waits';
    await lockHouse(tx);
    const { account = '', reference = '' } = facts;
    if (await isTwice(tx, { account, reference }, decided.id)) return 'overtaken';
    const of = { decided, at, userId: HOUSE, mode: 'real', kind: 'house-funding' } as const;
    const entry = caseEntry(of, [{ from, to: 'house:capital', asset, units }]);
    await commitEntries(tx, [entry], at);
    return 'done';
  },
};

/** Whether so much may leave the house: capital has it, and what is left stays above the floor. */
async function canTakeOut(sql: Sql, taken: Money, floor: Money): Promise<boolean> {
  const { asset, units } = taken;
  const capital = await sumHouse(sql, { accountClass: 'house:capital', mode: 'real', asset });
  if (units <= 0n || capital < units) return false;
  return asset !== 'USDT' || (await findHouseWorth(sql)) - units >= floor.units;
}

/** The proposal to take money out. @failure case-impossible — the house would be below its floor */
export async function takeOutProposal(
  sql: Sql,
  terms: HouseTerms,
  floor: Money,
): Promise<Result<Proposal, { readonly name: 'case-impossible' }>> {
  const isPossible = await canTakeOut(sql, terms, floor);
  return isPossible ? ok(houseProposal(terms)) : fail({ name: 'case-impossible' });
}

/** Money of the operator leaves the house, never below its floor. @source LEDGER part 2 */
export function takeOut(floor: () => Money): KindTerms {
  return {
    ...shared,
    name: 'takeOut',
    letter: 'T',
    reasons: CASE_REASONS.takeOut,
    async apply(tx, decided, at) {
      const { amount: units, asset, facts } = decided;
      const to = worldOf(facts['account']);
      if (units === null || asset === null || to === null) return 'waits';
      await lockHouse(tx);
      if (!(await canTakeOut(tx, { asset, units }, floor()))) return 'waits';
      const of = { decided, at, userId: HOUSE, mode: 'real', kind: 'house-takeout' } as const;
      const entry = caseEntry(of, [{ from: 'house:capital', to, asset, units }]);
      await commitEntries(tx, [entry], at);
      return 'done';
    },
  };
}

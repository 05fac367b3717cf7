import { type Asset, DAY_MS, type Money, type Result, fail, formatMoney, ok } from '@candor/kernel';
import { CASE_REASONS, type Failure } from '@candor/protocol';
import { HOUSE, findHousePayable, findHouseWorth, lockHouse } from '../../ledger/index.ts';
import type { AccountClass } from '../../ledger/index.ts';
import type { Sql } from '../../platform/postgres/db.ts';
import {
  type Applied,
  type CaseTerms,
  type EntryPlan,
  type KindTerms,
  type Proposal,
  isFunded,
} from '../case/index.ts';
import { writePlan } from './entry.ts';

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

/** Clock and people of cases about the house's own money. */
export const ofHouse = {
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

const refused = fail({ name: 'case-impossible', field: 'amount' } as const);

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
): Promise<Result<Proposal, Failure<'case-impossible'>>> {
  const isPossible = terms.units > 0n && !(await isTwice(sql, terms, null));
  return isPossible ? ok(houseProposal(terms)) : refused;
}

/** Payments between the world and the capital of the house. */
function planOf(
  kind: 'house-funding' | 'house-takeout',
  { amount: units, asset, facts }: CaseTerms,
  outcome: Applied,
): EntryPlan | null {
  const world = worldOf(facts['account']);
  if (units === null || asset === null || world === null) return null;
  const ends =
    kind === 'house-funding'
      ? ({ from: world, to: 'house:capital' } as const)
      : ({ from: 'house:capital', to: world } as const);
  return {
    userId: HOUSE,
    mode: 'real',
    asset,
    kind,
    postings: [{ ...ends, asset, units }],
    outcome,
  };
}

/** Money of the operator comes into the house. @source LEDGER part 2 "house funding" */
export const houseFunding: KindTerms = {
  ...ofHouse,
  name: 'houseFunding',
  letter: 'H',
  reasons: CASE_REASONS.houseFunding,
  async plan(sql, terms) {
    const { account = '', reference = '' } = terms.facts;
    const isOver = await isTwice(sql, { account, reference }, terms.id ?? null);
    return planOf('house-funding', terms, isOver ? 'overtaken' : 'done');
  },
  async apply(tx, decided, at) {
    await lockHouse(tx);
    return writePlan(tx, await houseFunding.plan?.(tx, decided), { decided, at });
  },
};

/**
 * Whether so much may leave the house: capital has it, also after what was paid for coins, and what is left stays
 * above the floor.
 */
async function canTakeOut(sql: Sql, taken: Money, floor: Money): Promise<boolean> {
  const { asset, units } = taken;
  if (units <= 0n || (await findHousePayable(sql, asset)) < units) return false;
  return asset !== 'USDT' || (await findHouseWorth(sql)) - units >= floor.units;
}

/** The proposal to take money out. @failure case-impossible — the house would be below its floor */
export async function takeOutProposal(
  sql: Sql,
  terms: HouseTerms,
  floor: Money,
): Promise<Result<Proposal, Failure<'case-impossible'>>> {
  return (await canTakeOut(sql, terms, floor)) ? ok(houseProposal(terms)) : refused;
}

/** Money of the operator leaves the house, never below its floor. @source LEDGER part 2 */
export function takeOut(floor: () => Money): KindTerms {
  const plan: NonNullable<KindTerms['plan']> = async (sql, terms) => {
    const { amount: units, asset } = terms;
    const isPossible =
      units !== null && asset !== null && (await canTakeOut(sql, { asset, units }, floor()));
    return planOf('house-takeout', terms, isPossible ? 'done' : 'waits');
  };
  return {
    ...ofHouse,
    name: 'takeOut',
    letter: 'T',
    reasons: CASE_REASONS.takeOut,
    plan,
    async apply(tx, decided, at) {
      await lockHouse(tx);
      return writePlan(tx, await plan(tx, decided), { decided, at });
    },
  };
}

import { type Asset, type Result, fail, formatMoney, ok } from '@candor/kernel';
import { CASE_REASONS, type Failure } from '@candor/protocol';
import { HOUSE, lockHouse, sumHouse } from '../../ledger/index.ts';
import type { Sql } from '../../platform/postgres/db.ts';
import type { KindTerms, Proposal } from '../case/index.ts';
import { writePlan } from './entry.ts';
import { ofHouse } from './house.ts';

/** What of an asset moves between exchange and capital. */
export type CoverTerms = {
  readonly asset: Asset;
  /** Above zero: from capital to the exchange. */
  readonly units: bigint;
};

const absolute = (units: bigint): bigint => (units < 0n ? -units : units);

/**
 * Whether so much evens out what conversions left: capital pays what the exchange lacks, the exchange hands
 * over what it has more, and neither goes past zero by it.
 */
async function canCover(sql: Sql, { asset, units }: CoverTerms): Promise<boolean> {
  const of = { mode: 'real', asset } as const;
  const exchange = await sumHouse(sql, { ...of, accountClass: 'house:exchange' });
  if (units < 0n) return exchange >= -units;
  const capital = await sumHouse(sql, { ...of, accountClass: 'house:capital' });
  return units > 0n && -exchange >= units && capital >= units;
}

/** The proposal to cover. @failure case-impossible — the exchange is not off by so much, or capital lacks it */
export async function coverProposal(
  sql: Sql,
  terms: CoverTerms,
): Promise<Result<Proposal, Failure<'case-impossible'>>> {
  if (!(await canCover(sql, terms))) return fail({ name: 'case-impossible', field: 'amount' });
  const { asset, units } = terms;
  const amount = formatMoney({ asset, units: absolute(units) });
  const [from, to] = units > 0n ? ['capital', 'exchange'] : ['exchange', 'capital'];
  return ok({
    userId: null,
    subject: `${amount} ${asset}, ${from} to ${to}`,
    amount: units,
    asset,
    facts: { mode: 'real', amount, asset, from: `house:${from}`, to: `house:${to}` },
  });
}

const plan: NonNullable<KindTerms['plan']> = async (sql, { amount: units, asset }) => {
  if (units === null || asset === null || units === 0n) return null;
  const ends =
    units > 0n
      ? ({ from: 'house:capital', to: 'house:exchange' } as const)
      : ({ from: 'house:exchange', to: 'house:capital' } as const);
  return {
    userId: HOUSE,
    mode: 'real',
    asset,
    kind: 'exchange-cover',
    postings: [{ ...ends, asset, units: absolute(units) }],
    outcome: (await canCover(sql, { asset, units })) ? 'done' : 'waits',
  };
};

/** What conversions left is evened out, per asset. @source LEDGER part 2 "exchange cover" */
export const exchangeCover: KindTerms = {
  ...ofHouse,
  name: 'exchangeCover',
  letter: 'C',
  reasons: CASE_REASONS.exchangeCover,
  describe: (facts) => [
    { key: 'amount', as: 'amount', value: facts['amount'] ?? '' },
    { key: 'asset', as: 'asset', value: facts['asset'] ?? '' },
    { key: 'from-account', as: 'account', value: facts['from'] ?? '' },
    { key: 'to-account', as: 'account', value: facts['to'] ?? '' },
  ],
  plan,
  async apply(tx, decided, at) {
    await lockHouse(tx);
    return writePlan(tx, await plan(tx, decided), { decided, at });
  },
};

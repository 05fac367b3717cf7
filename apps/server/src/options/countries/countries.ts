import { type Clock, type Result, type UnixMs, type UserId, ok } from '@candor/kernel';
import { countriesOf, findResidences } from '../../accounts/index.ts';
import type { Proposal } from '../../cases/index.ts';
import type { Database, Sql } from '../../platform/postgres/db.ts';
import { type DecisionRow, findInForce, listDecisions } from './country-store.ts';
import {
  type CountryDecision,
  type CountryProposal,
  type CountryState,
  type CountryAccess,
  countryStates,
  decideProposal,
  decideCountryAccess,
} from './rules.ts';

const decisionFrom = (row: DecisionRow): CountryDecision => ({
  country: row.country,
  isEnabled: row.is_enabled,
  since: row.since as UnixMs,
  caseId: row.case_id,
  caseNumber: row.case_number,
});

/** Whether options are open to the real accounts of some users at a moment. */
export async function findCountryAccess(
  sql: Sql,
  users: readonly UserId[],
  now: UnixMs,
): Promise<ReadonlyMap<UserId, CountryAccess>> {
  const residences = await findResidences(sql, users);
  const stated = [...new Set([...residences.values()].flatMap((one) => one.stated))];
  const inForce = stated.length === 0 ? [] : await findInForce(sql, stated, now);
  const decisions = inForce.map(decisionFrom);
  return new Map(
    users.map((userId) => {
      const residence = residences.get(userId) ?? { stated: [], phone: null };
      return [userId, decideCountryAccess(countriesOf(residence), decisions)];
    }),
  );
}

/** Countries in which options are open to real accounts, and what is proposed of them. */
export type OptionCountries = {
  /** Every country something was decided of. */
  list(): Promise<readonly CountryState[]>;
  /** What is put before the others. @failure case-impossible — it would change nothing */
  propose(
    said: CountryProposal & { readonly reason: string; readonly evidence: string | null },
  ): Promise<Result<Proposal, { readonly name: 'case-impossible'; readonly field: string }>>;
};

/** Opens what the desk asks of countries. */
export function createOptionCountries(deps: {
  readonly db: Database;
  readonly clock: Clock;
}): OptionCountries {
  const { db, clock } = deps;
  const listAll = async (): Promise<readonly CountryDecision[]> =>
    (await listDecisions(db)).map(decisionFrom);
  return {
    list: async () => countryStates(await listAll(), clock.now()),
    async propose({ reason, evidence, ...proposal }) {
      const { country, from } = proposal;
      const now = clock.now();
      const own = (await listAll()).filter((one) => one.country === country);
      const decided = decideProposal(proposal, countryStates(own, now)[0], now);
      if (!decided.ok) return decided;
      return ok({
        userId: null,
        subject: `${country}: ${reason}`.slice(0, 200),
        amount: null,
        asset: null,
        facts: {
          country,
          from: from === null ? '' : String(from),
          reason,
          // The decision it stands on: a newer one makes it nobody's any more.
          after: own[0]?.caseNumber ?? '',
          ...(evidence === null ? {} : { evidence }),
        },
      });
    },
  };
}

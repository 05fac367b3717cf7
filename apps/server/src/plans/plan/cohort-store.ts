import type { Statement } from '../../platform/postgres/db.ts';
import { pricesText, positionsText } from './fund-store.ts';
import type { KeptCohort } from './plan.ts';

const INSERT = `
  insert into plans.cohort (id, fund_id, day, kind, units, settled, result, part, own, rest, last,
    basis, positions, prices, at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::jsonb,
    $14::jsonb, platform.from_ms($15))`;

/** What writes down what owners who joined or left together shared. */
export function cohortStatement(cohort: KeptCohort): Statement {
  return {
    text: INSERT,
    values: [
      cohort.id,
      cohort.fundId,
      cohort.day,
      cohort.kind,
      cohort.units.toString(),
      cohort.settled.units.toString(),
      cohort.result.units.toString(),
      cohort.part.toString(),
      cohort.own.units.toString(),
      cohort.rest,
      cohort.last?.toString() ?? null,
      cohort.basis,
      positionsText(cohort.positions),
      pricesText(cohort.prices),
      cohort.at,
    ],
  };
}

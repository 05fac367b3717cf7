import type { Pledged } from './commands.ts';
import type { Loan } from './snapshot.ts';
import type { SimUser, World } from './world.ts';

const RUNS = new Set(['repaymentInProgress', 'overdue']);

/** Loans on which something is owed. */
export const running = ({ now }: World): Loan[] => now.loans.filter(({ state }) => RUNS.has(state));

/** Loans in a state. */
export const inState = ({ now }: World, ...states: readonly string[]): Loan[] =>
  now.loans.filter(({ state }) => states.includes(state));

export const debtOf = ({ owed }: Loan): bigint => owed.principal + owed.interest;

/** The owner of a loan. */
export function ownerOf({ users }: World, { userId }: Loan): SimUser {
  const who = users.find((one) => one.userId === userId);
  if (who === undefined) throw new Error('a loan has an owner');
  return who;
}

/** What of an asset its owner may give away. */
export const cashOf = ({ now }: World, userId: string, asset: Pledged): bigint =>
  now.balances.get(`${userId} ${asset} user:cash`) ?? 0n;

import { type EntryId, type UnixMs, formatMoney, newUuid } from '@candor/kernel';
import type { CaseEntry } from '@candor/protocol/desk';
import {
  type AccountClass,
  type Entry,
  accountKey,
  commitEntries,
  findHoldings,
  isUserClass,
  sumHouse,
} from '../../ledger/index.ts';
import type { Sql, Tx } from '../../platform/postgres/db.ts';
import type { Applied, DecidedCase, EntryPlan } from '../case/index.ts';

/** The entry a decided case is carried out by; its id in the books is the case's. */
function caseEntry(
  plan: EntryPlan,
  of: { readonly decided: DecidedCase; readonly at: UnixMs },
): Entry {
  const { userId, mode, kind, postings } = plan;
  const { decided, at } = of;
  return {
    id: newUuid(at) as EntryId,
    userId,
    mode,
    kind,
    requestId: `case:${decided.id}`,
    part: 0,
    cause: 'case',
    subject: decided.id,
    reverses: null,
    at,
    postings,
  };
}

/** Writes what was planned to the books, under the locks of its kind; what they cannot take waits. */
export async function writePlan(
  tx: Tx,
  plan: EntryPlan | null | undefined,
  of: { readonly decided: DecidedCase; readonly at: UnixMs },
): Promise<Applied> {
  if (plan == null) return 'waits';
  if (plan.outcome !== 'done') return plan.outcome;
  await commitEntries(tx, [caseEntry(plan, of)], of.at);
  return 'done';
}

/** What an account of a plan holds now. */
async function balanceOf(sql: Sql, account: AccountClass, plan: EntryPlan): Promise<bigint> {
  const { mode, asset } = plan;
  if (!isUserClass(account)) return sumHouse(sql, { accountClass: account, mode, asset });
  const owner = { userId: plan.userId, mode };
  const held = (await findHoldings(sql, [owner])).get(accountKey(owner))?.[asset];
  return held?.[account] ?? 0n;
}

/** A plan as the desk shows it: payments, and the balances they move, as the books have them now. */
export async function entryView(sql: Sql, plan: EntryPlan): Promise<CaseEntry> {
  const { kind, mode, asset, outcome, postings } = plan;
  const text = (units: bigint): string => formatMoney({ asset, units });
  // What lies outside is nobody's balance here.
  const accounts = [...new Set(postings.flatMap(({ from, to }) => [from, to]))].filter(
    (account) => !account.startsWith('world:'),
  );
  const balances = await Promise.all(
    accounts.map(async (account) => {
      const before = await balanceOf(sql, account, plan);
      const after = postings.reduce(
        (sum, { from, to, units }) =>
          sum + (to === account ? units : 0n) - (from === account ? units : 0n),
        before,
      );
      return { account, asset, before: text(before), after: text(after) };
    }),
  );
  return {
    kind,
    mode,
    isPossible: outcome === 'done',
    postings: postings.map(({ from, to, units }) => ({ from, to, asset, amount: text(units) })),
    balances,
  };
}

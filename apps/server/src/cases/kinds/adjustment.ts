import {
  type Asset,
  type Mode,
  type Result,
  type UserId,
  HOUR_MS,
  fail,
  formatMoney,
  ok,
} from '@candor/kernel';
import { CASE_REASONS, type Failure } from '@candor/protocol';
import {
  type TradingAccount,
  accountKey,
  draft,
  findHoldings,
  lockAccounts,
  lockHouse,
  sumHouse,
} from '../../ledger/index.ts';
import type { Sql, Tx } from '../../platform/postgres/db.ts';
import type { KindTerms, Proposal } from '../case/index.ts';
import { writePlan } from './entry.ts';

/** What an adjustment is about: units from the house's goodwill to a user, below zero back from one. */
export type AdjustmentTerms = {
  readonly userId: UserId;
  /** How the queue names the user. */
  readonly username: string;
  readonly mode: Mode;
  readonly asset: Asset;
  readonly units: bigint;
};

/** The proposal of an adjustment. */
function adjustmentProposal(terms: AdjustmentTerms): Proposal {
  const { userId, username, mode, asset, units } = terms;
  return {
    userId,
    subject: `${username}: ${formatMoney({ asset, units })} ${asset} (${mode})`,
    amount: units,
    asset,
    facts: { mode, userId, username, amount: formatMoney({ asset, units }), asset },
  };
}

type Account = { readonly userId: UserId; readonly mode: Mode; readonly asset: Asset };

/** What an adjustment asks of the account it is about; under the account's lock it stays true. */
export type AdjustedAccounts = {
  /**
   * What may be taken without touching the margin of its contracts; null while no price says it.
   *
   * @units USDT units
   */
  free(sql: Sql, account: TradingAccount): Promise<bigint | null>;
  /** Whether its owner did not close it for good. */
  isOpen(sql: Sql, userId: UserId): Promise<boolean>;
};

/**
 * Whether the books can take an adjustment now: what is taken back is free beside the user's contracts,
 * and real goodwill got at least as much since it was covered.
 */
async function canAdjust(
  sql: Sql,
  accounts: AdjustedAccounts,
  { userId, mode, asset, units }: Account & { readonly units: bigint },
): Promise<boolean> {
  if (units > 0n) return true;
  const account = { userId, mode };
  const held = (await findHoldings(sql, [account])).get(accountKey(account))?.[asset];
  if ((held?.['user:cash'] ?? 0n) < -units) return false;
  // What the operator takes must not be what closes a contract.
  if (asset === 'USDT' && ((await accounts.free(sql, account)) ?? 0n) < -units) return false;
  if (mode === 'demo') return true;
  const goodwill = await sumHouse(sql, { accountClass: 'house:goodwill', mode, asset });
  return goodwill - units <= 0n;
}

/** Checks a proposal against the books. @failure case-impossible — they cannot take it now */
export async function checkAdjustment(
  sql: Sql,
  accounts: AdjustedAccounts,
  terms: AdjustmentTerms,
): Promise<Result<Proposal, Failure<'case-impossible'>>> {
  const isPossible =
    terms.units !== 0n &&
    (await accounts.isOpen(sql, terms.userId)) &&
    (await canAdjust(sql, accounts, terms));
  if (isPossible) return ok(adjustmentProposal(terms));
  return fail({ name: 'case-impossible', field: 'amount' });
}

/** A payment between a user and the goodwill of the house. @source LEDGER part 2 "adjustment" */
export const adjustment = (accounts: AdjustedAccounts): KindTerms => ({
  name: 'adjustment',
  letter: 'A',
  deadlineMs: 48 * HOUR_MS,
  people: 2,
  roles: {
    opener: ['support', 'cashierMaker', 'risk'],
    maker: ['cashierMaker', 'risk'],
    checker: ['cashierChecker'],
  },
  reasons: CASE_REASONS.adjustment,
  passkey: true,
  describe: ({ userId = '', username = '', mode = '', amount = '', asset = '' }) => [
    { key: 'username', as: 'text', value: username },
    { key: 'user', as: 'user', value: userId },
    { key: 'mode', as: 'mode', value: mode },
    { key: 'amount', as: 'amount', value: amount },
    { key: 'asset', as: 'asset', value: asset },
  ],
  async plan(sql, { userId, amount, asset, facts }) {
    const mode: Mode = facts['mode'] === 'demo' ? 'demo' : 'real';
    if (userId === null || amount === null || asset === null) return null;
    const account = { userId, mode };
    const held = (await findHoldings(sql, [account])).get(accountKey(account))?.[asset] ?? {};
    const payments = draft(asset, held);
    if (amount > 0n) {
      payments.pay('house:goodwill', 'user:cash', amount);
      payments.cover();
    } else {
      payments.pay('user:cash', 'house:goodwill', -amount);
    }
    const isPossible = await canAdjust(sql, accounts, { userId, mode, asset, units: amount });
    const postings = payments.postings();
    return { userId, mode, asset, kind: 'adjustment', postings, isPossible };
  },
  async apply(tx: Tx, decided, at) {
    const { userId, amount, facts } = decided;
    const mode: Mode = facts['mode'] === 'demo' ? 'demo' : 'real';
    if (userId === null || amount === null) return 'waits';
    await lockAccounts(tx, [{ userId, mode }]);
    // What is paid to an account nobody can enter any more is nobody's.
    if (!(await accounts.isOpen(tx, userId))) return 'overtaken';
    if (amount < 0n) await lockHouse(tx);
    return writePlan(tx, await adjustment(accounts).plan?.(tx, decided), { decided, at });
  },
});

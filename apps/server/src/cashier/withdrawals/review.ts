import { type Asset, type UnixMs, assert, formatMoney } from '@candor/kernel';
import { NETWORK_NAMES } from '@candor/locales/cashier-words';
import { CASE_REASONS, type RejectReason } from '@candor/protocol';
import type { KindTerms, Proposal } from '../../cases/index.ts';
import { commitEntries, lockAccounts } from '../../ledger/index.ts';
import { appendFacts } from '../../platform/commit/outbox.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { CASHIER_CHANGED } from '../facts/events.ts';
import { readOwed } from './judging.ts';
import { returnEntry } from './postings.ts';
import { REVIEW_MS, UNSIGNED } from './rules.ts';
import { lockWithdrawal, moveWithdrawal, putApproval } from './store.ts';
import type { Withdrawal } from './withdrawal.ts';

/** What a case says beside the withdrawal itself. */
export type ReviewEvidence = {
  readonly username: string;
  /** When the address could first be paid, and how its owner is known. */
  readonly usableAt: UnixMs | null;
  readonly proof: string;
  /** Who keeps it, as its owner says; empty where nothing is said. */
  readonly holder: string;
  /** Ends of holds that run. */
  readonly holds: readonly UnixMs[];
  /** What else was asked for within a day, in USDT; null: one had no price. */
  readonly dayValue: string | null;
  readonly dayCount: number;
  /** What the user has left of the asset. */
  readonly left: string;
};

/** The proposal two people decide on: the withdrawal as it is, and what is known beside it. */
export function reviewProposal(one: Withdrawal, evidence: ReviewEvidence): Proposal {
  const { userId, id, number, asset, network, address, amount, fee, networkFee, receive } = one;
  const text = (units: bigint): string => formatMoney({ asset, units });
  const { username, usableAt, proof, holder, holds, dayValue, dayCount, left } = evidence;
  return {
    userId,
    subject: `${number} ${username}: ${text(amount)} ${asset} (${NETWORK_NAMES[network]})`.slice(
      0,
      200,
    ),
    amount: -amount,
    asset,
    facts: {
      mode: 'real',
      id,
      number,
      userId,
      username,
      network,
      asset,
      address,
      amountUnits: amount.toString(),
      feeUnits: fee.toString(),
      networkFeeUnits: networkFee.toString(),
      receiveUnits: receive.toString(),
      amount: text(amount),
      fee: text(fee),
      networkFee: text(networkFee),
      receive: text(receive),
      value: one.value === null ? '' : formatMoney({ asset: 'USDT', units: one.value }),
      causes: one.causes.join(', '),
      owed: one.owed,
      screening: one.screening,
      proof,
      holder,
      usableAt: usableAt === null ? '' : String(usableAt),
      holds: String(holds[0] ?? ''),
      dayValue: dayValue ?? '',
      dayCount: String(dayCount),
      left,
    },
  };
}

const SHOWN = [
  ['number', 'text'],
  ['username', 'text'],
  ['user', 'user'],
  ['network', 'text'],
  ['asset', 'asset'],
  ['address', 'text'],
  ['amount', 'amount'],
  ['fee', 'amount'],
  ['network-fee', 'amount'],
  ['receive', 'amount'],
  ['worth', 'amount'],
  ['causes', 'text'],
  ['owed', 'text'],
  ['screening', 'text'],
  ['proof', 'text'],
  ['holder', 'text'],
  ['usable-at', 'time'],
  ['hold-until', 'time'],
  ['day-worth', 'amount'],
  ['day-count', 'text'],
  ['left', 'amount'],
] as const;
const SOURCE: Readonly<Partial<Record<string, string>>> = {
  user: 'userId',
  'network-fee': 'networkFee',
  worth: 'value',
  'usable-at': 'usableAt',
  'hold-until': 'holds',
  'day-worth': 'dayValue',
  'day-count': 'dayCount',
};

/** What is owed as an operator reads it: "7 USDT; 0.1 BTC". */
const owedWords = (owed: string): string =>
  [...readOwed(owed)]
    .map(([asset, units]) => `${formatMoney({ asset: asset as Asset, units })} ${asset}`)
    .join('; ');

/** The withdrawal a case is about, locked with its trading account. */
async function lockReviewed(tx: Tx, facts: Readonly<Record<string, string>>, owner: string | null) {
  if (owner === null) return null;
  const userId = owner as Withdrawal['userId'];
  await lockAccounts(tx, [{ userId, mode: 'real' }]);
  return lockWithdrawal(tx, { userId, id: facts['id'] ?? '' });
}

function isAsDecided(one: Withdrawal, facts: Readonly<Record<string, string>>): boolean {
  return (
    facts['address'] === one.address &&
    facts['network'] === one.network &&
    (facts['asset'] as Asset) === one.asset &&
    facts['amountUnits'] === one.amount.toString() &&
    facts['receiveUnits'] === one.receive.toString()
  );
}

/** A withdrawal that two people let go, or one rejects. @source PRODUCT 9, RELIABILITY P38 */
export const withdrawalReview: KindTerms = {
  name: 'withdrawal',
  letter: 'W',
  deadlineMs: REVIEW_MS,
  people: 2,
  roles: {
    opener: ['cashierMaker'],
    maker: ['cashierMaker', 'risk'],
    checker: ['cashierChecker'],
  },
  reasons: CASE_REASONS.withdrawal,
  passkey: true,
  describe: (facts) =>
    SHOWN.map(([key, as]) => {
      const value = facts[SOURCE[key] ?? key] ?? '';
      return { key, as, value: key === 'owed' ? owedWords(value) : value };
    }).filter(({ value }) => value !== ''),
  async apply(tx, { id, userId, facts }, at) {
    const one = await lockReviewed(tx, facts, userId);
    // Taken back by its owner meanwhile, or another row than the one that was decided on.
    if (one === null || !UNSIGNED.includes(one.state) || !isAsDecided(one, facts))
      return 'overtaken';
    // Looked at anew meanwhile, by a newer case.
    if (one.caseId !== id) return 'overtaken';
    await putApproval(tx, one, id);
    const payload = { userId: one.userId, kind: 'withdrawal', id: one.id };
    await appendFacts(tx, [{ topic: CASHIER_CHANGED, payload }], at);
    return 'done';
  },
  async undo(tx, decided, at) {
    const one = await lockReviewed(tx, decided.facts, decided.userId);
    if (one === null || one.state !== 'held' || one.caseId !== decided.id) return;
    const reason = decided.reason as RejectReason | null;
    assert(reason !== null, 'a rejection has its reason');
    await moveWithdrawal(tx, one, { to: 'rejected', reason, at });
    const payload = { userId: one.userId, kind: 'withdrawal', id: one.id };
    const entry = await returnEntry(tx, one, { cause: 'case', at });
    await commitEntries(tx, [entry], at, [{ topic: CASHIER_CHANGED, payload }]);
  },
};

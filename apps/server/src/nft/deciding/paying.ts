import { DAY_MS, type EntryId, type UnixMs, formatMoney, money, newUuid } from '@candor/kernel';
import { CASE_REASONS } from '@candor/protocol';
import type { KindTerms } from '../../cases/index.ts';
import { type Entry, HOUSE, type Posting, entryStatements, lockHouse } from '../../ledger/index.ts';
import type { Fact } from '../../platform/commit/outbox.ts';
import { sendAll } from '../../platform/postgres/db.ts';
import { CHARITY_PAID, type CharityPaid } from '../token/events.ts';
import { findHeld, insertPayout, isPaid } from '../token/payout-store.ts';
import type { Payee, Payout } from '../token/token.ts';
import { shown } from './rows.ts';
import type { CaseTexts } from './terms.ts';

/** What differs between those who are paid. */
const PAYEES = {
  charity: {
    kind: 'charity-payout',
    from: 'house:charity',
    rows: [
      ['charity', 'text', 'charity'],
      ['charity-id', 'text', 'id'],
      ['amount', 'amount', 'amount'],
      ['held', 'amount', 'held'],
      ['account', 'account', 'account'],
      ['reference', 'text', 'reference'],
      ['receipt', 'text', 'receipt'],
    ],
  },
  creator: {
    kind: 'creator-payout',
    from: 'house:creator',
    rows: [
      ['creator', 'text', 'creator'],
      ['creator-id', 'text', 'id'],
      ['amount', 'amount', 'amount'],
      ['owed', 'amount', 'held'],
      ['account', 'account', 'account'],
      ['reference', 'text', 'reference'],
      ['creator-receipt', 'text', 'receipt'],
    ],
  },
} as const satisfies Record<
  Payee,
  {
    readonly kind: Entry['kind'];
    readonly from: Posting['from'];
    readonly rows: Parameters<typeof shown>[0];
  }
>;

/** What it went through; a creator is paid outside alone, and the books take nothing else. */
const accountOf = (facts: CaseTexts): Payout['account'] =>
  facts['account'] === 'tron' ? 'tron' : 'outside';

/** What a pay-out moves. */
function postingsOf(to: Payee, facts: CaseTexts): readonly Posting[] {
  const units = BigInt(facts['units'] ?? '0');
  const place = `world:${accountOf(facts)}` as const;
  const { from } = PAYEES[to];
  return [{ from, fromSub: facts['id'] ?? '', to: place, asset: 'USDT', units }];
}

/** A charity is named to all who listen; of a creator, who is a person, nothing is announced. */
function announced({ id, number, to, payeeId, payee, amount, at }: Payout): Fact[] {
  if (to === 'creator') return [];
  const said: CharityPaid = {
    ...{ payoutId: id, number, charityId: payeeId, charity: payee, at },
    amount: formatMoney(amount),
  };
  return [{ topic: CHARITY_PAID, payload: said }];
}

function payoutFrom(
  to: Payee,
  decided: { readonly id: string; readonly number: string; readonly facts: CaseTexts },
  { payee, at }: { readonly payee: string; readonly at: UnixMs },
): Payout {
  const { id, number, facts } = decided;
  const sha256 = facts['receiptSha256'] ?? '';
  return {
    ...{ id, number, to, payee, entryId: newUuid(at), at },
    payeeId: facts['id'] ?? '',
    amount: money('USDT', BigInt(facts['units'] ?? '0')),
    account: accountOf(facts),
    reference: facts['reference'] ?? '',
    receipt: facts['receipt'] ?? '',
    receiptSha256: sha256 === '' ? null : sha256,
  };
}

/** Money that sales brought was paid to whom it is of, and the receipt is here. */
function payoutCase(to: Payee): Omit<KindTerms, 'name' | 'reasons'> {
  const { kind, rows } = PAYEES[to];
  return {
    letter: 'Q',
    deadlineMs: 3 * DAY_MS,
    people: 2,
    roles: {
      opener: ['cashierMaker'],
      maker: ['cashierMaker', 'risk'],
      checker: ['cashierChecker'],
    },
    passkey: true,
    describe: shown([
      ...rows,
      ['receipt-sha256', 'text', 'receiptSha256'],
      ['note', 'text', 'note'],
    ]),
    async plan(sql, { facts }) {
      const found = await findHeld(sql, to, facts['id'] ?? '');
      if (found === null) return null;
      const postings = postingsOf(to, facts);
      const isEnough = postings.every(({ units }) => units > 0n && units <= found.held);
      const isTwice = await isPaid(sql, facts['reference'] ?? '');
      const outcome = isTwice ? 'overtaken' : isEnough ? 'done' : 'waits';
      return { mode: 'real', asset: 'USDT', kind, userId: HOUSE, postings, outcome };
    },
    async apply(tx, decided, at) {
      // Pay-outs follow one another; a sale meanwhile only adds.
      await lockHouse(tx);
      const { id, facts } = decided;
      const found = await findHeld(tx, to, facts['id'] ?? '');
      const units = BigInt(facts['units'] ?? '0');
      if (found === null || units <= 0n || units > found.held) return 'waits';
      const payout = payoutFrom(to, decided, { payee: found.name, at });
      if (!(await insertPayout(tx, payout))) return 'overtaken';
      const entry: Entry = {
        id: payout.entryId as EntryId,
        userId: HOUSE,
        mode: 'real',
        kind,
        requestId: `${kind}:${id}`,
        part: 0,
        cause: 'case',
        subject: id,
        reverses: null,
        at,
        postings: postingsOf(to, facts),
      };
      await sendAll(tx, entryStatements([entry], at, announced(payout)));
      return 'done';
    },
  };
}

/** Money of a charity was paid to it, and its receipt is here. @source LEDGER 2, row "pay-out" */
export const charityPayoutCase: KindTerms = {
  ...payoutCase('charity'),
  name: 'charityPayout',
  reasons: CASE_REASONS.charityPayout,
};

/** The creator of tokens was paid of their part of what these were sold for. @source LEDGER 2, row "creator pay-out" */
export const creatorPayoutCase: KindTerms = {
  ...payoutCase('creator'),
  name: 'creatorPayout',
  reasons: CASE_REASONS.creatorPayout,
};

import {
  type Result,
  type UserId,
  ensure,
  fail,
  formatMoney,
  newUuid,
  ok,
  plusMs,
} from '@candor/kernel';
import { withdrawalFigures } from '@candor/pricing';
import {
  type Failure,
  type WithdrawBody,
  type WithdrawalQuote,
  withdrawals as protocol,
} from '@candor/protocol';
import { takeBackCase } from '../../cases/index.ts';
import { commitEntries, lockAccounts } from '../../ledger/index.ts';
import {
  type Answered,
  type IdempotencyKey,
  findKept,
  keepAnswers,
} from '../../platform/commit/idempotency.ts';
import { answerOnce } from '../../platform/http/answer-once.ts';
import type { KeptText } from '../../platform/http/http.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { CASHIER_CHANGED } from '../facts/events.ts';
import { QUOTE_MS, decideAsked } from './asking/rules.ts';
import type { WithdrawalDeps } from './deps.ts';
import { readAsked } from './judging.ts';
import { returnEntry } from './postings.ts';
import { putQuote } from './quote-store.ts';
import { findWithdrawal, listSteps, lockWithdrawal, moveWithdrawal } from './store.ts';
import { canCancel, viewOf } from './withdrawal.ts';

/** A command of a user, and what it is remembered by. */
export type Command = { readonly userId: UserId; readonly request: IdempotencyKey };

/** A withdrawal with its steps, as its owner sees it. */
async function viewed(tx: Tx, of: { readonly userId: UserId; readonly id: string }) {
  const one = await findWithdrawal(tx, of);
  if (one === null) return null;
  const steps = await listSteps(tx, { userId: of.userId, ids: [of.id] });
  return viewOf(one, steps.get(of.id) ?? []);
}

/** Makes the commands of withdrawals that are decided by themselves: a quote, and taking one back. */
export function createWithdrawalCommands(deps: WithdrawalDeps) {
  const { db, clock, committed } = deps;

  async function takeBack(tx: Tx, userId: UserId, id: string) {
    const at = clock.now();
    const one = await lockWithdrawal(tx, { userId, id });
    if (one === null) return fail({ name: 'not-found' } as const);
    if (!canCancel(one)) return fail({ name: 'already-closed' } as const);
    await moveWithdrawal(tx, one, { to: 'cancelled', at });
    // Nobody has to decide on it any more.
    if (one.caseId !== null) await takeBackCase(tx, one.caseId, { userId, at });
    const fact = { topic: CASHIER_CHANGED, payload: { userId, kind: 'withdrawal', id } };
    const entry = await returnEntry(tx, one, { cause: 'request', at });
    await commitEntries(tx, [entry], at, [fact]);
    return ok(ensure(await viewed(tx, one), 'what is locked is there'));
  }

  /** Takes a withdrawal back once, under the lock of the trading account, and keeps the answer. */
  async function cancel({ userId, request }: Command, id: string): Promise<KeptText> {
    const answer = await db.transaction(async (tx) => {
      const [, kept] = await Promise.all([
        lockAccounts(tx, [{ userId, mode: 'real' }]),
        findKept(tx, [request]),
      ]);
      const decided = kept.size > 0 ? ok(null) : await takeBack(tx, userId, id);
      const answers: Answered[] = [];
      const decide = (): Result<unknown, Failure> => decided;
      const said = answerOnce(protocol.cancelWithdrawal, request, { kept, answers, decide });
      await keepAnswers(tx, answers, clock.now());
      return said;
    });
    committed();
    return answer;
  }

  return {
    /** Freezes what of an amount arrives. */
    async quote(userId: UserId, body: Omit<WithdrawBody, 'quoteId' | 'requestId' | 'stepUp'>) {
      const at = clock.now();
      return db.transaction(async (tx): Promise<Result<WithdrawalQuote, Failure>> => {
        const [facts] = await readAsked(deps, tx, [{ userId, body }], at);
        const known = ensure(facts, 'who asks is answered');
        const asked = decideAsked({ userId, body, at, isFinal: false }, known);
        if (!asked.ok) return asked;
        const { amount, terms, entry } = asked.value;
        const figures = withdrawalFigures(amount, terms);
        const quote = {
          id: newUuid(at),
          userId,
          asset: body.asset,
          network: body.network,
          addressId: entry.id,
          amount: figures.amount.units,
          fee: figures.fee.units,
          networkFee: figures.networkFee.units,
          receive: figures.receive.units,
          expiresAt: plusMs(at, QUOTE_MS),
        };
        await putQuote(tx, quote, at);
        return ok({
          quoteId: quote.id,
          amount: formatMoney(figures.amount),
          fee: formatMoney(figures.fee),
          networkFee: formatMoney(figures.networkFee),
          receive: formatMoney(figures.receive),
          expiresAt: quote.expiresAt,
          heldMs: QUOTE_MS,
        });
      });
    },
    /** Takes a withdrawal back that cannot be signed yet. */
    cancel,
  };
}

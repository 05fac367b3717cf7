import {
  type Result,
  type UserId,
  fail,
  formatMoney,
  money,
  newUuid,
  ok,
  plusMs,
} from '@candor/kernel';
import { withdrawalFigures } from '@candor/pricing';
import {
  type Failure,
  type WithdrawBody,
  type WithdrawalQuote,
  type Withdrawal as WithdrawalView,
  withdrawals as protocol,
} from '@candor/protocol';
import { spendStepUp } from '../../accounts/index.ts';
import { commitEntries, lockAccounts } from '../../ledger/index.ts';
import { type IdempotencyKey, findKept, keepAnswers } from '../../platform/commit/idempotency.ts';
import { answerOnce } from '../../platform/http/answer-once.ts';
import type { KeptText } from '../../platform/http/http.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { CASHIER_CHANGED } from '../facts/events.ts';
import { requestEntry, returnEntry } from './postings.ts';
import type { WithdrawalDeps } from './deps.ts';
import { type JudgedRequest, hasReversed, judgeAsked } from './judging.ts';
import { putQuote, takeQuote } from './quote-store.ts';
import { QUOTE_MS, reviewCauses } from './rules.ts';
import { insertWithdrawal } from './request-store.ts';
import { findWithdrawal, listSteps, lockWithdrawal, moveWithdrawal } from './store.ts';
import { canCancel, viewOf } from './withdrawal.ts';

/** A command of a user, and what it is remembered by. */
type Command = { readonly userId: UserId; readonly request: IdempotencyKey };

/** A withdrawal with its steps, as its owner sees it. */
async function viewed(tx: Tx, of: { readonly userId: UserId; readonly id: string }) {
  const one = await findWithdrawal(tx, of);
  if (one === null) return null;
  const steps = await listSteps(tx, { userId: of.userId, ids: [of.id] });
  return viewOf(one, steps.get(of.id) ?? []);
}

/** Whether a quote was for exactly this. */
function fits(
  body: WithdrawBody,
  quote: { asset: string; network: string; addressId: string; amount: bigint },
  amount: bigint,
): boolean {
  const isSame = quote.asset === body.asset && quote.network === body.network;
  return isSame && quote.addressId === body.addressId && quote.amount === amount;
}

/** Makes the commands of withdrawals. */
export function createWithdrawalCommands(deps: WithdrawalDeps) {
  const { db, clock, parameters, committed } = deps;

  /** Why staff look at what is asked for, by its worth and what else left. */
  function weigh({ amount, recent }: JudgedRequest, isReversed: boolean) {
    const value = deps.valueOf(amount);
    const causes = reviewCauses({
      value,
      dayValue: recent.value === null ? null : money('USDT', recent.value),
      limit: parameters.usdt('withdrawal.reviewLimit'),
      isReversed,
    });
    return { value, causes };
  }

  async function act(
    tx: Tx,
    { userId, request }: Command,
    body: WithdrawBody,
  ): Promise<Result<WithdrawalView, Failure>> {
    const at = clock.now();
    const { quoteId, stepUp } = body;
    // Nothing of these changes while the account is held: they are asked at once.
    const [asked, isReversed] = await Promise.all([
      judgeAsked(deps, tx, { userId, body, at, isFinal: true }),
      hasReversed(tx, userId),
    ]);
    if (!asked.ok) return asked;
    // A refusal of one gives back what the other used.
    const [quote, confirmed] = await Promise.all([
      takeQuote(tx, { userId, id: quoteId, at }),
      spendStepUp(tx, { userId, action: 'withdrawal', subject: quoteId, stepUp, at }),
    ]);
    if (quote === null || !fits(body, quote, asked.value.amount.units)) {
      return fail({ name: 'quote-expired', field: 'quoteId' });
    }
    if (!confirmed.ok) return confirmed;
    const { entry } = asked.value;
    const { value, causes } = weigh(asked.value, isReversed);
    const one = {
      userId,
      id: newUuid(at),
      asset: body.asset,
      network: body.network,
      addressId: entry.id,
      address: entry.address,
      label: entry.label,
      amount: quote.amount,
      fee: quote.fee,
      networkFee: quote.networkFee,
      receive: quote.receive,
      value: value?.units ?? null,
      requestedAt: at,
      causes,
      screening: deps.screening === null ? ('none' as const) : ('waiting' as const),
    };
    const fact = { topic: CASHIER_CHANGED, payload: { userId, kind: 'withdrawal', id: one.id } };
    const { network, address } = one;
    const [{ withdrawal, step }] = await Promise.all([
      insertWithdrawal(tx, { ...one, requestId: request.requestId, quoteId }),
      deps.book.useSignature(tx, { userId, network, address, withdrawalId: one.id }),
      commitEntries(tx, [requestEntry(one, at)], at, [fact]),
    ]);
    return ok(viewOf(withdrawal, [step]));
  }

  async function takeBack(tx: Tx, userId: UserId, id: string) {
    const at = clock.now();
    const one = await lockWithdrawal(tx, { userId, id });
    if (one === null) return fail({ name: 'not-found' } as const);
    if (!canCancel(one)) return fail({ name: 'already-closed' } as const);
    await moveWithdrawal(tx, one, { to: 'cancelled', at });
    const fact = { topic: CASHIER_CHANGED, payload: { userId, kind: 'withdrawal', id } };
    const entry = await returnEntry(tx, one, { cause: 'request', at });
    await commitEntries(tx, [entry], at, [fact]);
    const view = await viewed(tx, one);
    return view === null ? fail({ name: 'not-found' } as const) : ok(view);
  }

  /** Decides a command once, under the lock of the trading account, and keeps its answer. */
  async function once(
    command: Command,
    endpoint: typeof protocol.withdraw | typeof protocol.cancelWithdrawal,
    decide: (tx: Tx) => Promise<Result<unknown, Failure>>,
  ): Promise<KeptText> {
    const { userId, request } = command;
    const answer = await db.transaction(async (tx) => {
      // A refusal rolls back what it used of the quote and the confirmation: it is a savepoint's work.
      const [, kept] = await Promise.all([
        lockAccounts(tx, [{ userId, mode: 'real' }]),
        findKept(tx, [request]),
        tx.query('savepoint asked'),
      ]);
      const isKept = kept.size > 0;
      const decided = isKept ? ok(null) : await decide(tx);
      if (!decided.ok) await tx.query('rollback to savepoint asked');
      const answers: Parameters<typeof keepAnswers>[1][number][] = [];
      const said = answerOnce(endpoint, request, { kept, answers, decide: () => decided });
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
        const asked = await judgeAsked(deps, tx, { userId, body, at });
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
        });
      });
    },
    /** Asks for a withdrawal; the amount leaves free cash in the same transaction. */
    withdraw: (command: Command, body: WithdrawBody) =>
      once(command, protocol.withdraw, (tx) => act(tx, command, body)),
    /** Takes a withdrawal back that cannot be signed yet. */
    cancel: (command: Command, id: string) =>
      once(command, protocol.cancelWithdrawal, (tx) => takeBack(tx, command.userId, id)),
  };
}

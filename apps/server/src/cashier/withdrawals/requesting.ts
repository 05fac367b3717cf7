import { type Result, type UnixMs, type UserId, ensure, money, newUuid, ok } from '@candor/kernel';
import { type Failure, type WithdrawBody, withdrawals as protocol } from '@candor/protocol';
import { haveStepUps, spendStepUps } from '../../accounts/index.ts';
import { commitEntries, lockAccounts } from '../../ledger/index.ts';
import { createGroupCommit } from '../../platform/commit/group-commit.ts';
import {
  type Answered,
  type IdempotencyKey,
  findKept,
  keepAnswers,
  keptFor,
} from '../../platform/commit/idempotency.ts';
import { answerOnce } from '../../platform/http/answer-once.ts';
import type { KeptText } from '../../platform/http/http.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { CASHIER_CHANGED } from '../facts/events.ts';
import { type Quote, decideAsked, decideConfirmed } from './asking/rules.ts';
import type { WithdrawalDeps } from './deps.ts';
import { type ReadFacts, readAsked } from './judging.ts';
import { requestEntry } from './postings.ts';
import { findQuotes, useQuotes } from './quote-store.ts';
import { type NewWithdrawal, insertWithdrawals } from './request-store.ts';
import { reviewCauses } from './rules.ts';
import { viewOf } from './withdrawal.ts';

/** A withdrawal as a user asks for it, and what it is remembered by. */
type Command = {
  readonly userId: UserId;
  readonly request: IdempotencyKey;
  readonly body: WithdrawBody;
};

/** What a group is decided by, of each in its order. */
type Known = {
  readonly facts: ReadFacts;
  readonly quote: Quote | null;
  readonly isConfirmed: boolean;
};

/** How often a group whose quotes or confirmations went meanwhile is decided anew. */
const TRIES_MAX = 3;

/** A quote or a confirmation went between the look at it and its use; nothing was written. */
class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

const stepUpOf = ({ userId, body }: Command) =>
  ({ userId, action: 'withdrawal', subject: body.quoteId, stepUp: body.stepUp }) as const;
const quoteOf = ({ userId, body }: Command) => ({ userId, id: body.quoteId });

/**
 * Withdrawals that are asked for at one moment are decided together: one lock, one look at everything and
 * one write of everything, as with orders. No two of one user are in one group, so each sees what the one
 * before it took; each has its own answer, its own refusal and its own entry in the books.
 */
export function createRequesting(deps: WithdrawalDeps) {
  const { db, clock, parameters, committed } = deps;

  /** Reads what these are decided by, under the locks of their accounts. */
  async function read(tx: Tx, commands: readonly Command[], at: UnixMs): Promise<readonly Known[]> {
    const [facts, quotes, confirmed] = await Promise.all([
      readAsked(deps, tx, commands, at),
      findQuotes(tx, commands.map(quoteOf), at),
      haveStepUps(tx, commands.map(stepUpOf), at),
    ]);
    return commands.map((_, index) => ({
      facts: ensure(facts[index], 'who asks is answered'),
      quote: quotes[index] ?? null,
      isConfirmed: confirmed[index] === true,
    }));
  }

  /** A withdrawal as it is written down, or why there is none. */
  function decide(command: Command, known: Known, at: UnixMs): Result<NewWithdrawal, Failure> {
    const { userId, request, body } = command;
    const { facts } = known;
    const asked = decideAsked({ userId, body, at, isFinal: true }, facts);
    if (!asked.ok) return asked;
    const { entry, amount, recent } = asked.value;
    const confirmed = decideConfirmed({ userId, body }, amount, known);
    if (!confirmed.ok) return confirmed;
    const value = deps.valueOf(amount);
    const { id: quoteId, fee, networkFee, receive } = confirmed.value;
    return ok({
      userId,
      id: newUuid(at),
      requestId: request.requestId,
      quoteId,
      asset: body.asset,
      network: body.network,
      addressId: entry.id,
      address: entry.address,
      label: entry.label,
      amount: confirmed.value.amount,
      fee,
      networkFee,
      receive,
      value: value?.units ?? null,
      requestedAt: at,
      causes: reviewCauses({
        value,
        dayValue: recent.value === null ? null : money('USDT', recent.value),
        limit: parameters.usdt('withdrawal.reviewLimit'),
        isReversed: facts.isReversed,
      }),
      screening: deps.screening === null ? 'none' : 'waiting',
    });
  }

  /** Writes down what was decided; answers each withdrawal as its owner sees it, by the command it is of. */
  async function write(
    tx: Tx,
    taken: ReadonlyMap<Command, NewWithdrawal>,
    at: UnixMs,
  ): Promise<ReadonlyMap<Command, ReturnType<typeof viewOf>>> {
    if (taken.size === 0) return new Map();
    const commands = [...taken.keys()];
    const asked = [...taken.values()];
    const [written, areOpen, areConfirmed] = await Promise.all([
      insertWithdrawals(tx, asked),
      useQuotes(tx, commands.map(quoteOf), at),
      spendStepUps(tx, commands.map(stepUpOf), at),
      deps.book.useSignatures(
        tx,
        asked.map(({ userId, asset, network, address, id }) => ({
          userId,
          asset,
          network,
          address,
          withdrawalId: id,
        })),
      ),
      commitEntries(
        tx,
        asked.map((one) => requestEntry(one, at)),
        at,
        asked.map(({ userId, id }) => ({
          topic: CASHIER_CHANGED,
          payload: { userId, kind: 'withdrawal', id },
        })),
      ),
    ]);
    if (!areOpen || !areConfirmed) throw new Overtaken('what a withdrawal uses up went meanwhile');
    return new Map(
      written.map(({ withdrawal, step }, index) => [
        ensure(commands[index], 'each has its command'),
        viewOf(withdrawal, [step]),
      ]),
    );
  }

  async function together(tx: Tx, commands: readonly Command[]): Promise<readonly KeptText[]> {
    await lockAccounts(
      tx,
      commands.map(({ userId }) => ({ userId, mode: 'real' })),
    );
    // After the locks: nothing of these accounts moves from here on, and holds end to the second.
    const at = clock.now();
    const requests = commands.map(({ request }) => request);
    const [kept, known] = await Promise.all([findKept(tx, requests), read(tx, commands, at)]);
    // What was answered before is decided no second time.
    const decided = commands.map((command, index) => {
      if (keptFor(kept, command.request) !== undefined) return null;
      return decide(command, ensure(known[index], 'each was looked at'), at);
    });
    const taken = commands.flatMap((command, index) => {
      const one = decided[index];
      return one?.ok === true ? [[command, one.value] as const] : [];
    });
    const views = await write(tx, new Map(taken), at);
    const answers: Answered[] = [];
    const said = commands.map((command, index) => {
      const outcome = (): Result<unknown, Failure> => {
        const one = ensure(decided[index] ?? null, 'what was not answered is decided');
        return one.ok ? ok(ensure(views.get(command), 'what leaves was written')) : one;
      };
      return answerOnce(protocol.withdraw, command.request, { kept, answers, decide: outcome });
    });
    await keepAnswers(tx, answers, at);
    return said;
  }

  async function runAll(commands: readonly Command[]): Promise<readonly KeptText[]> {
    for (let tries = 1; ; tries += 1) {
      try {
        const said = await db.transaction((tx) => together(tx, commands));
        committed();
        return said;
      } catch (error) {
        if (!(error instanceof Overtaken) || tries === TRIES_MAX) throw error;
      }
    }
  }

  const group = createGroupCommit<Command, KeptText>({ keyOf: ({ userId }) => userId, runAll });

  return {
    /** Asks for a withdrawal; the amount leaves free cash in the same transaction. */
    withdraw: (command: Omit<Command, 'body'>, body: WithdrawBody): Promise<KeptText> =>
      group.run({ ...command, body }),
    /** Resolves when no request waits or runs. */
    idle: () => group.idle(),
    /** Requests that wait to be decided. */
    waiting: () => group.waiting(),
  };
}

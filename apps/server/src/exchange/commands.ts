import { type EntryId, type QuoteId, type Result, ensure, newUuid, ok } from '@candor/kernel';
import type { Conversion } from '@candor/pricing';
import { type Failure, exchange as protocol } from '@candor/protocol';
import { orderNumber } from '../contracts/index.ts';
import {
  type Posting,
  type TradingAccount,
  entryStatements,
  lockAccounts,
} from '../ledger/index.ts';
import { type GroupCommit, createGroupCommit } from '../platform/commit/group-commit.ts';
import {
  type Answered,
  type IdempotencyKey,
  findKept,
  keepStatements,
} from '../platform/commit/idempotency.ts';
import { answerOnce } from '../platform/http/answer-once.ts';
import type { KeptText } from '../platform/http/http.ts';
import { type Tx, sendAll } from '../platform/postgres/db.ts';
import {
  type ExchangeDeps,
  chargeWithin,
  decideAccount,
  findAccount,
  marketsNow,
} from './charging.ts';
import type { Converted } from './conversion.ts';
import { CONVERTED, type ConvertedFact } from './events.ts';
import { decideQuote, decideStill } from './rules.ts';
import { convertStatements, findQuote } from './store.ts';
import { doneOf } from './view.ts';

/** Converting, as the user asked for it. */
export type ConvertCommand = TradingAccount & {
  readonly request: IdempotencyKey;
  readonly body: { readonly quoteId: string };
};

type Decided = {
  readonly done: Converted;
  readonly conversion: Conversion;
  readonly postings: readonly Posting[];
};

async function decide(
  tx: Tx,
  deps: ExchangeDeps,
  command: ConvertCommand,
): Promise<Result<Decided, Failure>> {
  const { userId, mode, body } = command;
  const id = body.quoteId as QuoteId;
  const [account, found] = await Promise.all([
    findAccount(tx, deps, command),
    findQuote(tx, { userId, id }),
  ]);
  const now = deps.clock.now();
  if (mode !== 'real') return { ok: false, failure: { name: 'real-account-needed' } };
  const quoted = decideQuote(found, now);
  if (!quoted.ok) return quoted;
  const terms = quoted.value;
  const still = decideStill(terms, marketsNow(deps, now), deps.market.feed());
  if (!still.ok) return still;
  const allowed = decideAccount(account, terms, now);
  if (!allowed.ok) return allowed;
  const { holdings } = account;
  const charged = await chargeWithin(tx, terms, { holdings, source: 'user:cash' });
  if (!charged.ok) return charged;
  return ok({ done: { ...terms, orderNo: orderNumber(id, now), at: now }, ...charged.value });
}

/** Converts in one transaction: the quote ends, the entry, the conversion, its fact and its answer. */
async function run(tx: Tx, deps: ExchangeDeps, command: ConvertCommand): Promise<KeptText> {
  const { userId, mode, request } = command;
  await lockAccounts(tx, [{ userId, mode }]);
  const kept = await findKept(tx, [request]);
  const isKnown = kept.size > 0;
  const decided = isKnown ? null : deps.contracts.unjudged.watch(await decide(tx, deps, command));
  const answers: Answered[] = [];
  const text = answerOnce(protocol.convert, request, {
    kept,
    answers,
    decide: () => {
      const outcome = ensure(decided, 'a new request was decided');
      return outcome.ok ? ok(doneOf(outcome.value.done)) : outcome;
    },
  });
  const now = deps.clock.now();
  const statements = [...keepStatements(answers, now)];
  if (decided?.ok === true) {
    const { done, conversion, postings } = decided.value;
    const changed: ConvertedFact['changed'] = [{ userId, conversionId: done.id }];
    const facts = [{ topic: CONVERTED, payload: { changed } satisfies ConvertedFact }];
    const entry = {
      id: newUuid(done.at) as EntryId,
      userId,
      mode,
      kind: 'convert',
      requestId: request.requestId,
      part: 0,
      cause: 'request',
      subject: done.id,
      reverses: null,
      at: done.at,
      postings,
    } as const;
    statements.push(
      ...convertStatements({ done, conversion }),
      ...entryStatements([entry], done.at, facts),
    );
  }
  await sendAll(tx, statements);
  return text;
}

/** The commands of the exchange. */
export type ExchangeCommands = {
  convert(command: ConvertCommand): Promise<KeptText>;
  /** Resolves when no command is queued or running. */
  idle(): Promise<void>;
};

/**
 * Makes the commands of one process. Each has a transaction of its own; those of one user follow one
 * another, and at most two connections wait for the house.
 */
export function createExchangeCommands(deps: ExchangeDeps): ExchangeCommands {
  const group: GroupCommit<ConvertCommand, KeptText> = createGroupCommit({
    keyOf: ({ userId }) => userId,
    admissionOf: () => 'limited',
    async runAll(commands) {
      const answers: KeptText[] = [];
      for (const command of commands)
        answers.push(await deps.db.transaction((tx) => run(tx, deps, command)));
      deps.committed();
      return answers;
    },
  });
  return { convert: (command) => group.run(command), idle: () => group.idle() };
}

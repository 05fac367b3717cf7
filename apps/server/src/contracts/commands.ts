import {
  type ContractId,
  type Mode,
  type Result,
  type UserId,
  ensure,
  fail,
  newUuid,
  ok,
} from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import {
  type Failure,
  type OpenContractBody,
  type Order,
  contracts as protocol,
  httpStatusOf,
} from '@candor/protocol';
import type { Book } from '../ledger/index.ts';
import type { Tx } from '../platform/db.ts';
import { type GroupCommit, createGroupCommit } from '../platform/group-commit.ts';
import { type KeptText, envelopeText } from '../platform/http.ts';
import { type Request, keptFor } from '../platform/idempotency.ts';
import { type BookCache, createBookCache } from './book-cache.ts';
import type { CloseReason, Contract } from './contract.ts';
import type { Link } from './market-view.ts';
import { orderNumber } from './order-number.ts';
import { closingOf, decideClose, decideOpen, decideTradable, voidingOf } from './rules.ts';
import { valueContract } from './valuation.ts';
import { orderOf } from './view.ts';
import {
  type Asked,
  type ContractDeps,
  type Work,
  beginContract,
  bookOf,
  commitWork,
  endContract,
  loadWork,
  recallWork,
  rememberBooks,
  writeWork,
} from './work.ts';

/** Opening a contract, as the user asked for it. */
export type OpenCommand = {
  readonly kind: 'open';
  readonly userId: UserId;
  readonly mode: Mode;
  readonly request: Request;
  readonly body: OpenContractBody;
};

/** Closing a contract, as the user asked for it. */
export type CloseCommand = {
  readonly kind: 'close';
  readonly userId: UserId;
  readonly mode: Mode;
  readonly request: Request;
  readonly contractId: ContractId;
  readonly lots: string | undefined;
};

/** Closing a contract because a tick set off its stop. */
export type TriggerCommand = {
  readonly kind: 'trigger';
  readonly userId: UserId;
  readonly mode: Mode;
  readonly contractId: ContractId;
  readonly reason: Exclude<CloseReason, 'user'>;
  /** The tick that set it off. */
  readonly quote: Quote;
};

type Command = OpenCommand | CloseCommand | TriggerCommand;
type Answer = KeptText | Result<Contract, Failure>;

function linkFor(work: Work, code: Contract['code']): Link | null {
  const instrument = work.deps.market.instrument(code);
  if (instrument === null) return null;
  return work.deps.market.freshLink(instrument.quoteCurrency, work.now);
}

function decide(work: Work, command: OpenCommand): ReturnType<typeof decideOpen> {
  const { deps, now } = work;
  const { market } = deps;
  const state = bookOf(work, command);
  const instrument = market.instrument(command.body.code);
  const code = command.body.code as Contract['code'];
  const feed = market.feed();
  // Only a stop is measured against the close-out price, and only that needs the other contracts.
  const isMeasured = command.body.stopLoss !== undefined;
  return decideOpen({
    body: command.body,
    mode: command.mode,
    now,
    instrument,
    quote: market.latest(code),
    status: instrument === null ? 'noSource' : market.status(code, now),
    link: linkFor(work, code),
    feedMode: feed.mode,
    isRehearsal: deps.isRehearsal,
    houseHasFloor: deps.houseHasFloor(),
    standing: state.standing(),
    exposures: isMeasured ? state.runningOf(code).filter((one) => one.feed === feed.key) : [],
  });
}

function open(work: Work, command: OpenCommand): Result<Order, Failure> {
  const decided = decide(work, command);
  if (!decided.ok) return decided;
  const { side, lots, margin, fee, stopLoss, takeProfit, fill, instrument } = decided.value;
  const { market } = work.deps;
  const id = newUuid(work.now) as ContractId;
  const contract: Contract = {
    id,
    userId: command.userId,
    mode: command.mode,
    orderNo: orderNumber(id, work.now),
    code: instrument.code,
    feed: market.feed().key,
    side,
    orderType: 'market',
    status: 'running',
    lots,
    contractSize: instrument.contractSize,
    leverage: command.body.leverage,
    feeRate: instrument.feeRate,
    margin,
    openFee: fee,
    financing: { asset: 'USDT', units: 0n },
    stopLoss,
    takeProfit,
    open: fill,
    closing: null,
    createdAt: work.now,
  };
  beginContract(work, contract, command.request.requestId);
  return ok(orderOf(contract, { market, valued: valueContract(contract, market) }));
}

function tradableFor(work: Work, contract: Contract): ReturnType<typeof decideTradable> {
  const { deps, now } = work;
  const { market } = deps;
  const feed = market.feed();
  const isPaused = contract.feed !== feed.key;
  return decideTradable(
    {
      mode: contract.mode,
      now,
      quote: isPaused ? null : market.latest(contract.code),
      status: isPaused ? 'noSource' : market.status(contract.code, now),
      link: linkFor(work, contract.code),
      feedMode: feed.mode,
      isRehearsal: deps.isRehearsal,
      houseHasFloor: true,
    },
    'close',
  );
}

/** The contract a command is about, running or not; null when it is not this book's. */
function ownContract(work: Work, command: CloseCommand | TriggerCommand): Contract | null {
  const running = bookOf(work, command).find(command.contractId);
  const contract = running ?? work.ended.get(command.contractId);
  return contract?.mode === command.mode ? contract : null;
}

type Closed = { order: Order; price: string; profit: string };

function close(work: Work, command: CloseCommand): Result<Closed, Failure> {
  const contract = ownContract(work, command);
  const decided = decideClose(contract, {
    lots: command.lots,
    tradable: contract === null ? fail({ name: 'not-found' }) : tradableFor(work, contract),
  });
  if (!decided.ok) return decided;
  const { quote, link } = decided.value;
  const closing = closingOf(decided.value.contract, { quote, link, reason: 'user', now: work.now });
  const ended = endContract(work, decided.value.contract, {
    closing,
    requestId: command.request.requestId,
    part: 0,
    cause: 'request',
  });
  const order = orderOf(ended, { market: work.deps.market, valued: null });
  return ok({
    order,
    price: ensure(order.closePrice, 'a closed order has a price'),
    profit: ensure(order.profit, 'a closed order has a profit'),
  });
}

function trigger(work: Work, command: TriggerCommand): Result<Contract, Failure> {
  const contract = ownContract(work, command);
  if (contract === null) return fail({ name: 'not-found' });
  if (contract.status !== 'running') return fail({ name: 'already-closed' });
  const link = linkFor(work, contract.code);
  if (link === null) return fail({ name: 'not-tradable-now', facts: { why: 'noLink' } });
  const { quote, reason } = command;
  const closing = closingOf(contract, { quote, link, reason, now: work.now });
  const requestId = `${contract.id}:${reason}`;
  return ok(endContract(work, contract, { closing, requestId, part: 0, cause: 'tick' }));
}

/** Answers a user's request once: what was kept before, or what is decided and kept now. */
function answerOnce(work: Work, command: OpenCommand | CloseCommand): KeptText {
  const endpoint = command.kind === 'open' ? protocol.openContract : protocol.closeContract;
  const { request } = command;
  const before = keptFor(work.kept, request);
  if (before !== undefined) {
    if (before.bodyHash === request.bodyHash) return { kept: before.answer };
    return { kept: envelopeText(endpoint, fail({ name: 'request-reused' })) };
  }
  const outcome = command.kind === 'open' ? open(work, command) : close(work, command);
  const kept = envelopeText(endpoint, outcome);
  const isBusiness = outcome.ok || httpStatusOf(outcome.failure.name) === 200;
  if (isBusiness) work.answers.push({ request, answer: kept });
  return { kept };
}

function decideAll(work: Work, commands: readonly Command[]): Answer[] {
  return commands.map((command) =>
    command.kind === 'trigger' ? trigger(work, command) : answerOnce(work, command),
  );
}

type Run = { readonly answers: readonly Answer[]; readonly work: Work };

/**
 * Decides a gathering on remembered books and commits it in one round trip; null when something
 * has to be read first. An answer that is not kept may have been given before, differently, so
 * only answers that are kept are given without looking.
 */
async function runRemembered(
  deps: ContractDeps,
  cache: BookCache,
  options: { asked: readonly Asked[]; commands: readonly Command[] },
): Promise<Run | null> {
  const work = recallWork(deps, { asked: options.asked, cache });
  if (work === null) return null;
  const answers = decideAll(work, options.commands);
  const requests = options.asked.filter(({ request }) => request !== null);
  if (work.answers.length < requests.length) return null;
  // Whatever stood in the way, all is read afresh and decided once more; if the commit went
  // through after all, its answers are found kept.
  const isCommitted = await commitWork(work).then(
    () => true,
    () => false,
  );
  return isCommitted ? { answers, work } : null;
}

/** Decides all commands of a gathering in one transaction. */
async function runAll(
  deps: ContractDeps,
  cache: BookCache,
  commands: readonly Command[],
): Promise<readonly Answer[]> {
  const asked = commands.map((command) => ({
    userId: command.userId,
    mode: command.mode,
    request: command.kind === 'trigger' ? null : command.request,
    contractId: command.kind === 'open' ? null : command.contractId,
  }));
  const { answers, work } =
    (await runRemembered(deps, cache, { asked, commands })) ??
    (await deps.db.transaction(async (tx) => {
      const loaded = await loadWork(tx, deps, { asked, cache });
      const decided = decideAll(loaded, commands);
      await writeWork(tx, loaded);
      return { answers: decided, work: loaded };
    }));
  rememberBooks(work, cache);
  deps.committed();
  return answers;
}

/** Ends every running contract of a book at current marks, at cost where there is none. */
async function endAll(
  tx: Tx,
  deps: ContractDeps,
  asked: Book & { requestId: string; partFrom: number },
): Promise<{ nextPart: number }> {
  const { userId, mode, requestId } = asked;
  // What ends here was not decided with others: it is read afresh and remembered nowhere.
  const work = await loadWork(tx, deps, {
    asked: [{ userId, mode, request: null, contractId: null }],
    cache: createBookCache(),
  });
  let part = asked.partFrom;
  for (const contract of bookOf(work, asked).running()) {
    const tradable = tradableFor(work, contract);
    const closing = tradable.ok
      ? closingOf(contract, { ...tradable.value, reason: 'user', now: work.now })
      : voidingOf(contract, work.now);
    endContract(work, contract, { closing, requestId, part, cause: 'request' });
    part += 2;
  }
  await writeWork(tx, work);
  return { nextPart: part };
}

/** The commands of contracts, gathered into shared transactions. */
export type ContractCommands = {
  open(command: OpenCommand): Promise<KeptText>;
  close(command: CloseCommand): Promise<KeptText>;
  trigger(command: TriggerCommand): Promise<Result<Contract, Failure>>;
  /**
   * Ends every running contract of a book inside a transaction of the caller, at current marks,
   * at cost where there is none. Each takes two part numbers of the caller's request.
   */
  endAll(
    tx: Tx,
    asked: Book & { requestId: string; partFrom: number },
  ): Promise<{ nextPart: number }>;
  /** Resolves when no command is queued or running. */
  idle(): Promise<void>;
};

/** Makes the contract commands of one process. */
export function createContractCommands(deps: ContractDeps): ContractCommands {
  const cache = createBookCache();
  const group: GroupCommit<Command, Answer> = createGroupCommit<Command, Answer>({
    keyOf: (command) => command.userId,
    runAll: (commands) => runAll(deps, cache, commands),
  });
  return {
    open: (command) => group.run(command) as Promise<KeptText>,
    close: (command) => group.run(command) as Promise<KeptText>,
    trigger: (command) => group.run(command) as Promise<Result<Contract, Failure>>,
    endAll: (tx, asked) => endAll(tx, deps, asked),
    idle: () => group.idle(),
  };
}

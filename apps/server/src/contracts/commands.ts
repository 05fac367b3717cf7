import { type ContractId, type Result } from '@candor/kernel';
import type { Instrument } from '@candor/pricing';
import { type Endpoint, type Failure, type Order, contracts as protocol } from '@candor/protocol';
import type { TradingAccount } from '../ledger/index.ts';
import type { Tx } from '../platform/postgres/db.ts';
import { answerOnce } from '../platform/http/answer-once.ts';
import {
  type Admission,
  type GroupCommit,
  createGroupCommit,
} from '../platform/commit/group-commit.ts';
import type { KeptText } from '../platform/http/http.ts';
import { isUnanswered } from '../platform/postgres/unavailable.ts';
import type { FillCommand, TriggerCommand, UserCommand } from './batch/command-types.ts';
import { amend } from './pending/amend.ts';
import { type AccountCache, createAccountCache } from './batch/account-cache.ts';
import { type MarginCommand, type MarginOutcome, watchMargin } from './margin/close-out.ts';
import { close, closeAll, endRunning, reverse, trigger } from './closing/closing.ts';
import type { AnyOrder, Contract } from './order/contract.ts';
import { type FinancingCommand, chargeFinancing } from './financing/financing.ts';
import { decideUnpaused } from './risk/new-risk.ts';
import { open } from './opening/opening.ts';
import { createTurns } from './opening/turns.ts';
import { cancel, fill } from './pending/pending.ts';
import { decideAdmission } from './order/tradable.ts';
import { sumLots } from './store/lots-store.ts';
import { findPending } from './store/store.ts';
import { endUnfilled } from './batch/batch-changes.ts';
import {
  type Versions,
  commitBatch,
  committedOf,
  rememberAccounts,
  writeBatch,
} from './batch/batch-commit.ts';
import {
  type LoadParams,
  type BatchTransaction,
  type BatchDeps,
  accountOf,
  loadBatch,
  recallBatch,
} from './batch/batch-transaction.ts';

export type { FillCommand, TriggerCommand } from './batch/command-types.ts';

/** Everything that is decided in batches. */
type Command = UserCommand | TriggerCommand | FillCommand | MarginCommand | FinancingCommand;

/** What a command is answered with. */
type Answer =
  | KeptText
  | Result<Contract, Failure>
  | Result<AnyOrder, Failure>
  | MarginOutcome
  | readonly ContractId[];

const ENDPOINTS: Record<UserCommand['kind'], Endpoint> = {
  open: protocol.openContract,
  close: protocol.closeContract,
  closeAll: protocol.closeAllContracts,
  reverse: protocol.reverseContract,
  amend: protocol.amendContract,
  cancel: protocol.cancelContract,
};

/** What these commands made, in what they are answered with: their record is read again later. */
const MADE: Partial<Record<UserCommand['kind'], (value: unknown) => string>> = {
  open: (value) => (value as Order).id,
  close: (value) => (value as { readonly order: Order }).order.id,
};

function decideUser(batch: BatchTransaction, command: UserCommand): Result<unknown, Failure> {
  if (command.kind === 'open' || command.kind === 'reverse') {
    const unpaused = decideUnpaused(accountOf(batch, command).risk, batch.now);
    if (!unpaused.ok) return unpaused;
    const { mode, realFrom = null } = command;
    const { market, isRehearsal } = batch.deps;
    const feedMode = market.feed().mode;
    const admitted = decideAdmission({ mode, realFrom, now: batch.now, feedMode, isRehearsal });
    if (!admitted.ok) return admitted;
  }
  switch (command.kind) {
    case 'open':
      return open(batch, command);
    case 'close':
      return close(batch, command);
    case 'closeAll':
      return closeAll(batch, command);
    case 'reverse':
      return reverse(batch, command);
    case 'amend':
      return amend(batch, command);
    case 'cancel':
      return cancel(batch, command);
  }
}

function decideAll(batch: BatchTransaction, commands: readonly Command[]): Answer[] {
  return commands.map((command) => {
    if (command.kind === 'trigger') return trigger(batch, command);
    if (command.kind === 'fill') return fill(batch, command);
    if (command.kind === 'margin') return watchMargin(batch, command);
    if (command.kind === 'financing') return chargeFinancing(batch, command);
    const { kept, answers } = batch;
    const decide = (): Result<unknown, Failure> =>
      batch.deps.unjudged.watch(decideUser(batch, command));
    const madeOf = MADE[command.kind];
    const told = { kept, answers, decide, ...(madeOf && { madeOf }) };
    return answerOnce(ENDPOINTS[command.kind], command.request, told);
  });
}

type Run = {
  readonly answers: readonly Answer[];
  readonly batch: BatchTransaction;
  readonly versions: Versions;
};

/**
 * Decides a batch on remembered trading accounts and commits it in one round trip; null when
 * something has to be read first. An answer that is not kept may have been given before,
 * differently, so only answers that are kept are given without looking.
 */
async function runRemembered(
  deps: BatchDeps,
  cache: AccountCache,
  options: { asked: readonly LoadParams[]; commands: readonly Command[] },
): Promise<Run | null> {
  const batch = recallBatch(deps, { asked: options.asked, cache });
  if (batch === null) return null;
  const answers = decideAll(batch, options.commands);
  const requests = options.asked.filter(({ request }) => request !== null);
  if (batch.answers.length < requests.length) return null;
  // Whatever stood in the way, all is read afresh and decided once more; if the commit went
  // through after all, its answers are found kept. Not where no connection was to be had: the next
  // would be waited for as long, past the time in which a call is decided.
  const versions = await commitBatch(batch).catch((error: unknown) => {
    if (isUnanswered(error)) throw error;
    return null;
  });
  return versions === null ? null : { answers, batch, versions };
}

/** Decides all commands of a batch in one transaction. */
async function runAll(
  deps: BatchDeps,
  cache: AccountCache,
  commands: readonly Command[],
): Promise<readonly Answer[]> {
  const asked = commands.map((command) => ({
    userId: command.userId,
    mode: command.mode,
    request: 'request' in command ? command.request : null,
    contractId: 'contractId' in command ? command.contractId : null,
  }));
  const { answers, batch, versions } =
    (await runRemembered(deps, cache, { asked, commands })) ??
    (await deps.db.transaction(async (tx) => {
      const loaded = await loadBatch(tx, deps, { asked, cache });
      const decided = decideAll(loaded, commands);
      return { answers: decided, batch: loaded, versions: await writeBatch(tx, loaded) };
    }));
  deps.quotes.use(batch.usedQuotes);
  deps.tell(committedOf(batch));
  rememberAccounts(batch, cache, versions);
  deps.committed();
  return answers;
}

/** What ending everything of a trading account leaves to the caller, who commits or does not. */
export type EndedAll = {
  readonly nextPart: number;
  /** Says right after the commit what ended; else only the facts tell of it, later. */
  tell(): void;
};

/** Ends everything of a trading account inside a transaction of the caller. */
async function endAll(
  tx: Tx,
  deps: BatchDeps,
  params: TradingAccount & { requestId: string; partFrom: number },
): Promise<EndedAll> {
  const { userId, mode } = params;
  // What ends here was not decided with others: it is read afresh and remembered nowhere.
  const batch = await loadBatch(tx, deps, {
    asked: [{ userId, mode, request: null, contractId: null }],
    cache: createAccountCache(),
  });
  for (const order of await findPending(tx, params)) {
    endUnfilled(batch, order, { reason: 'cancelled', code: null, at: batch.now });
  }
  const nextPart = endRunning(batch, params);
  await writeBatch(tx, batch);
  return { nextPart, tell: () => deps.tell(committedOf(batch)) };
}

/** What a command stands on besides, and what it waits for before it may be decided. */
export type CommandDeps = BatchDeps & {
  /** Waits until a trading account has paid for the night; never for longer than a moment. */
  readonly nightPaid: (account: TradingAccount) => Promise<void>;
  /**
   * Sees to it that it can be said what ticks have reached of an order, or of a whole trading
   * account.
   */
  readonly lookBack: (
    params: TradingAccount & { readonly contractId: ContractId | null },
  ) => Promise<void>;
};

/**
 * Real business with what it needs to be admitted. Read before its batch: what was acknowledged is
 * never taken back, so it can only be later than it was, and the demo reads nothing.
 */
async function withAdmission(deps: BatchDeps, command: UserCommand): Promise<UserCommand> {
  if (command.mode === 'demo') return command;
  if (command.kind !== 'open' && command.kind !== 'reverse') return command;
  return { ...command, realFrom: await deps.realFrom(command.userId) };
}

const isCapped = ({ accountLotsMax, totalLotsMax }: Instrument): boolean =>
  accountLotsMax !== undefined || totalLotsMax !== undefined;

const CLOSING: ReadonlySet<UserCommand['kind']> = new Set(['close', 'closeAll', 'reverse']);

/** The commands of contracts, decided in batches. */
export type ContractCommands = {
  /** What a user asks for, answered once however often it is sent. */
  ask(command: UserCommand): Promise<KeptText>;
  /**
   * Closes a contract a tick set off.
   *
   * @failure already-closed · not-found — it ended; forget it
   * @failure not-tradable-now — no conversion rate yet; come again with the same tick
   * @failure quote-expired — its stop was moved since; its new terms are on their way
   */
  trigger(command: TriggerCommand): Promise<Result<Contract, Failure>>;
  /**
   * Fills, rejects or arms an order a tick set off; happens once however often it is asked. Answers
   * the contract it became, or the order: armed and waiting, or rejected.
   *
   * @failure as `trigger`; not-tradable-now with why suspended or closeOnly — it goes on waiting
   */
  fill(command: FillCommand): Promise<Result<AnyOrder, Failure>>;
  /** Tells of a fallen margin level; closes out below the last one. See `watchMargin`. */
  margin(command: MarginCommand): Promise<MarginOutcome>;
  /**
   * Charges a trading account for a midnight; answers which contracts paid. Rejects when one was
   * charged before.
   */
  financing(command: FinancingCommand): Promise<readonly ContractId[]>;
  /**
   * Ends every running contract of a trading account inside a transaction of the caller, at current
   * marks, at cost where there is none, and cancels what waits. What stored ticks have reached is
   * not asked for: see the demo reset. Each closing takes two part numbers of the caller's request.
   * The caller tells of it once it has committed.
   */
  endAll(
    tx: Tx,
    params: TradingAccount & { requestId: string; partFrom: number },
  ): Promise<EndedAll>;
  /** Resolves when no command is queued or running. */
  idle(): Promise<void>;
  /** Commands that wait to be decided. */
  waiting(): number;
};

/** What lowers risk goes before what adds to it; what a tick or a midnight sets off is never refused. */
function admissionOf({ kind }: Command): Admission {
  if (kind === 'trigger' || kind === 'margin' || kind === 'financing') return 'first';
  return kind === 'fill' ? 'kept' : 'limited';
}

/** Makes the contract commands of one process. */
export function createContractCommands(deps: CommandDeps): ContractCommands {
  const cache = createAccountCache();
  const turns = createTurns();
  const group: GroupCommit<Command, Answer> = createGroupCommit<Command, Answer>({
    keyOf: (command) => command.userId,
    admissionOf,
    runAll: (commands) => runAll(deps, cache, commands),
  });
  return {
    async ask(command) {
      // Its age counts from here, whatever it waits for: its caller has gone by the end of it.
      const since = group.arrival();
      // What is closed after a midnight was open at it.
      if (CLOSING.has(command.kind)) await deps.nightPaid(command);
      if (command.kind !== 'open') {
        const { userId, mode } = command;
        const contractId = 'contractId' in command ? command.contractId : null;
        await deps.lookBack({ userId, mode, contractId });
      }
      const admitted = await withAdmission(deps, command);
      const run = (asked: UserCommand) => group.run(asked, since) as Promise<KeptText>;
      if (admitted.kind !== 'open') return run(admitted);
      const instrument = deps.market.instrument(admitted.body.code);
      if (instrument === null || !isCapped(instrument)) return run(admitted);
      const { code } = instrument;
      const { userId, mode } = admitted;
      return turns.take({ code, userId }, async () =>
        run({ ...admitted, taken: await sumLots(deps.db, { userId, mode, code }) }),
      );
    },
    trigger: (command) => group.run(command) as Promise<Result<Contract, Failure>>,
    fill: (command) => group.run(command) as Promise<Result<AnyOrder, Failure>>,
    margin: (command) => group.run(command) as Promise<MarginOutcome>,
    financing: (command) => group.run(command) as Promise<readonly ContractId[]>,
    endAll: (tx, params) => endAll(tx, deps, params),
    idle: () => group.idle(),
    waiting: () => group.waiting(),
  };
}

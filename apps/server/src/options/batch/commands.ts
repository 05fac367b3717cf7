import {
  type Mode,
  type Money,
  type OptionId,
  type QuoteId,
  type Result,
  SECOND_MS,
  ensure,
  money,
  newUuid,
  ok,
  plusMs,
} from '@candor/kernel';
import {
  type BuyOptionBody,
  type Failure,
  type OptionOrder,
  options as protocol,
} from '@candor/protocol';
import { addEach, addToAll, decideLimits, decidePaused, lossOf } from '../../accounts/index.ts';
import { orderNumber } from '../../contracts/index.ts';
import { type TradingAccount, accountKey } from '../../ledger/index.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { answerOnce } from '../../platform/http/answer-once.ts';
import { type GroupCommit, createGroupCommit } from '../../platform/commit/group-commit.ts';
import type { KeptText } from '../../platform/http/http.ts';
import type { IdempotencyKey } from '../../platform/commit/idempotency.ts';
import { isOpenAtEnd, offersNow, stakesNow } from '../option/offers.ts';
import type { Option, SettlementTick } from '../option/option.ts';
import { type TermsFacts, decideBuy, settlementOf } from '../option/rules.ts';
import { findRunning } from '../store/store.ts';
import { optionOrderOf } from '../option/view.ts';
import {
  type OptionDeps,
  type BatchTransaction,
  type OptionRisk,
  beginOption,
  accountOf,
  endOption,
  loadBatch,
  writeBatch,
} from './batch-transaction.ts';

/** Buying an option, as the user asked for it. */
export type BuyCommand = TradingAccount & {
  readonly kind: 'buy';
  readonly request: IdempotencyKey;
  readonly body: BuyOptionBody;
};

/**
 * Ending options of one trading account whose period is over, each on its tick, or void without
 * one.
 */
export type SettleCommand = TradingAccount & {
  readonly kind: 'settle';
  readonly ends: readonly { readonly id: OptionId; readonly tick: SettlementTick | null }[];
};

type Command = BuyCommand | SettleCommand;
type Answer = KeptText | readonly Option[];

/** The market's side of a decision, as it is now. */
export function termsFacts(
  deps: Pick<OptionDeps, 'market' | 'parameters' | 'clock'>,
  params: {
    readonly mode: Mode;
    readonly real: TermsFacts['real'];
    readonly body: TermsFacts['body'] & { readonly code: string };
  },
): TermsFacts {
  const { market, parameters } = deps;
  const now = deps.clock.now();
  const { mode, real, body } = params;
  const instrument = market.instrument(body.code);
  return {
    body,
    mode,
    real,
    instrument,
    quote: instrument === null ? null : market.latest(instrument.code),
    status: instrument === null ? 'noSource' : market.status(instrument.code, now),
    isOpenAtEnd: isOpenAtEnd(market, { instrument, period: body.period, now }),
    offers: offersNow(parameters, instrument),
    stakes: stakesNow(parameters),
  };
}

/**
 * Whether a purchase stays within the limits its owner set for real money: a stake that runs counts as
 * lost until it is settled, and as turnover in the period it was made in.
 */
function decideWithin(
  batch: BatchTransaction,
  command: BuyCommand,
  { risk, stake }: { readonly risk: OptionRisk; readonly stake: Money },
): Result<null, Failure> {
  const { used, staked, brakes } = risk;
  if (used === null || staked === null) return ok(null);
  const { holdings, margin } = accountOf(batch, command);
  const atStake = money('USDT', -(holdings['user:stake'] ?? 0n) - stake.units);
  const floating = margin.isJudged ? margin.marginState.floatingPnl : money('USDT', 0n);
  const figures = {
    loss: lossOf(addToAll(used.brought, atStake), floating),
    turnover: addEach(addToAll(used.opened, stake), staked),
  };
  return decideLimits(brakes.limits, figures, batch.now);
}

function buy(batch: BatchTransaction, command: BuyCommand): Result<OptionOrder, Failure> {
  const { deps, now } = batch;
  const { userId, mode, body } = command;
  const risk = ensure(batch.risks.get(accountKey(command)), 'the risk was loaded');
  const unpaused = decidePaused(risk.brakes.pauses, now);
  if (!unpaused.ok) return unpaused;
  const real = batch.real.get(userId) ?? null;
  const quoteId = body.quoteId as QuoteId | undefined;
  const decided = decideBuy({
    ...termsFacts(deps, { mode, real, body }),
    now,
    margin: accountOf(batch, command).margin,
    promised: quoteId === undefined ? undefined : (batch.promised.get(quoteId) ?? null),
  });
  if (!decided.ok) return decided;
  const { instrument, stake, rate, rateVersion, payout, open } = decided.value;
  const within = decideWithin(batch, command, { risk, stake });
  if (!within.ok) return within;
  const id = newUuid(now) as OptionId;
  const option: Option = {
    id,
    userId,
    mode,
    country: mode === 'real' && real?.access.isOpen === true ? real.access.country : null,
    orderNo: orderNumber(id, now),
    code: instrument.code,
    feed: deps.market.feed().key,
    direction: body.direction,
    period: body.period,
    stake,
    rate,
    rateVersion,
    payout,
    open: { price: open.price, tickId: open.quote.tickId },
    boughtAt: now,
    settleAt: plusMs(now, body.period * SECOND_MS),
    settlement: null,
  };
  beginOption(batch, option, command.request.requestId);
  if (quoteId !== undefined) batch.used.push({ userId, id: quoteId });
  return ok(optionOrderOf(option, deps.market));
}

function answerBuy(batch: BatchTransaction, command: BuyCommand): KeptText {
  const { kept, answers } = batch;
  const { unjudged } = batch.deps.contracts;
  const decide = (): Result<unknown, Failure> => unjudged.watch(buy(batch, command));
  return answerOnce(protocol.buyOption, command.request, { kept, answers, decide });
}

/** Ends what still runs; what another command ended meanwhile stays as it is. */
function settle(batch: BatchTransaction, command: SettleCommand): readonly Option[] {
  return command.ends.flatMap(({ id, tick }) => {
    const option = batch.options.get(id);
    if (option === undefined || option.settlement !== null) return [];
    const settlement = settlementOf(option, { tick, now: batch.now });
    return [endOption(batch, option, { settlement, cause: tick === null ? 'timer' : 'tick' })];
  });
}

/** What the commands stand on, and who hears of what was bought right after its commit. */
export type CommandDeps = OptionDeps & { readonly tell?: (bought: readonly Option[]) => void };

/** Decides all commands of a batch in one transaction. */
async function runAll(deps: CommandDeps, commands: readonly Command[]): Promise<readonly Answer[]> {
  const asked = commands.map((command) => ({
    userId: command.userId,
    mode: command.mode,
    request: command.kind === 'buy' ? command.request : null,
    quoteId: command.kind === 'buy' ? ((command.body.quoteId ?? null) as QuoteId | null) : null,
    optionIds: command.kind === 'buy' ? [] : command.ends.map(({ id }) => id),
  }));
  let bought: readonly Option[] = [];
  const answers = await deps.db.transaction(async (tx) => {
    const batch = await loadBatch(tx, deps, asked);
    const decided = commands.map((command): Answer =>
      command.kind === 'buy' ? answerBuy(batch, command) : settle(batch, command),
    );
    await writeBatch(tx, batch);
    ({ bought } = batch);
    return decided;
  });
  deps.tell?.(bought);
  deps.committed();
  return answers;
}

/** Voids every running option of a trading account: the stakes come back. */
async function endAll(tx: Tx, deps: OptionDeps, account: TradingAccount): Promise<void> {
  const running = await findRunning(tx, account);
  if (running.length === 0) return;
  const { userId, mode } = account;
  const optionIds = running.map(({ id }) => id);
  const batch = await loadBatch(tx, deps, [
    { userId, mode, request: null, quoteId: null, optionIds },
  ]);
  for (const option of batch.options.values()) {
    const settlement = settlementOf(option, { tick: null, now: batch.now });
    endOption(batch, option, { settlement, cause: 'request' });
  }
  await writeBatch(tx, batch);
}

/** The commands of options, decided in batches. */
export type OptionCommands = {
  buy(command: BuyCommand): Promise<KeptText>;
  /** Ends options of one trading account; answers those that were still running. */
  settle(command: SettleCommand): Promise<readonly Option[]>;
  /**
   * Voids what runs in a trading account, inside a transaction of the caller that holds its lock.
   */
  endAll(tx: Tx, account: TradingAccount): Promise<void>;
  /** Resolves when no command is queued or running. */
  idle(): Promise<void>;
  /** Commands that wait to be decided. */
  waiting(): number;
};

/** Makes the option commands of one process. */
export function createOptionCommands(deps: CommandDeps): OptionCommands {
  const group: GroupCommit<Command, Answer> = createGroupCommit<Command, Answer>({
    keyOf: (command) => command.userId,
    admissionOf: ({ kind }) => (kind === 'settle' ? 'first' : 'limited'),
    runAll: (commands) => runAll(deps, commands),
  });
  return {
    buy: (command) => group.run(command) as Promise<KeptText>,
    settle: (command) => group.run(command) as Promise<readonly Option[]>,
    endAll: (tx, account) => endAll(tx, deps, account),
    idle: () => group.idle(),
    waiting: () => group.waiting(),
  };
}

import { newUuid, unixMs } from '@candor/kernel';
import {
  type CallInput,
  type CallName,
  type CallResult,
  type Envelope,
  type FailureResult,
  errorOfCode,
} from '@candor/protocol/light';
import {
  type Command,
  type CommandEnd,
  type CommandPorts,
  type CommandStore,
  type Attempt,
  type KnownEnd,
  type Outcome,
  performCommand,
  settleKept,
} from './commands.ts';
import { wallNow } from './clock.ts';
import { readHolding } from './checkpoints.ts';
import { type CallFailure, call } from './http.ts';
import { hasLocks, whileFree } from './locks.ts';
import { currentSession, isStillHere } from './session.ts';
import { dropCommand, storeCommand, storedCommands } from './command-storage.ts';
import { UNANSWERED } from './unanswered.ts';

/** Calls that move money and are asked about by `contracts.outcome`. */
export type MoneyCall =
  | 'cashier.cancel-withdrawal'
  | 'cashier.claim-deposit'
  | 'cashier.withdraw'
  | 'contracts.open'
  | 'contracts.close'
  | 'contracts.amend'
  | 'contracts.cancel'
  | 'contracts.close-all'
  | 'contracts.reverse'
  | 'exchange.convert'
  | 'loans.add-collateral'
  | 'loans.apply'
  | 'loans.draw'
  | 'loans.repay'
  | 'nft.buy'
  | 'options.buy'
  | 'plans.buy'
  | 'plans.cancel'
  | 'plans.exit'
  | 'plans.paper'
  | 'portfolio.demo-reset';

/** Of a body that may be one of several, each by itself. */
type WithoutId<Body> = Body extends unknown ? Omit<Body, 'requestId'> : never;
type BodyOf<Name extends MoneyCall> = WithoutId<NonNullable<CallInput<Name>['body']>>;

/** Most commands kept; the oldest of more were given up long ago. */
const KEPT_MAX = 50;
const OK_CODE = '200';

const isText = (value: unknown): boolean => typeof value === 'string';

function commandOf(text: string): Command | null {
  try {
    const act = JSON.parse(text) as Partial<Command> | null;
    const texts = [act?.requestId, act?.userId, act?.mode, act?.name];
    const isWhole = texts.every(isText) && typeof act?.pressedAt === 'number';
    return isWhole && typeof act.body === 'object' ? (act as Command) : null;
  } catch {
    return null;
  }
}

/** Commands of this page without an answer: no other page waits for them. */
const own = new Set<string>();

/** Commands without an answer, in the browser's storage; they outlive a reload and a log-out. */
const kept: CommandStore = {
  load: () => {
    const read = storedCommands();
    // What is no command of ours says nothing that could be asked.
    read.filter(({ text }) => commandOf(text) === null).forEach(({ id }) => dropCommand(id));
    return read
      .flatMap(({ text }) => commandOf(text) ?? [])
      .toSorted((a, b) => a.pressedAt - b.pressedAt);
  },
  keep: (command) => {
    own.add(command.requestId);
    kept
      .load()
      .slice(0, 1 - KEPT_MAX)
      .forEach(({ requestId }) => kept.forget(requestId));
    // A confirmation is a secret: it stays in memory, and a reader of the storage finds none.
    const { stepUp: _secret, ...body } = command.body;
    storeCommand(command.requestId, JSON.stringify({ ...command, body }));
  },
  forget: (requestId) => {
    own.delete(requestId);
    dropCommand(requestId);
  },
};

function attemptOf<Result>(
  answer: { ok: true; value: Result } | { ok: false; failure: CallFailure },
): Attempt<Result> {
  if (answer.ok) return { kind: 'done', result: answer.value };
  const { failure } = answer;
  const isSilent = UNANSWERED.has(failure.name) || failure.name === 'request-in-flight';
  return isSilent ? { kind: 'silence' } : { kind: 'refused', failure };
}

/** The kept envelope of a command as the attempt it answers. */
export function attemptOfEnvelope<Result>(text: string): Attempt<Result> {
  const envelope = JSON.parse(text) as Envelope<unknown>;
  if (envelope.code === OK_CODE) return { kind: 'done', result: envelope.result as Result };
  const name = errorOfCode(envelope.code) ?? 'unknown';
  const { field, facts } = (envelope.result ?? {}) as Partial<FailureResult>;
  return {
    kind: 'refused',
    failure: {
      name,
      ...(field === null || field === undefined ? {} : { field }),
      ...(facts === undefined ? {} : { facts }),
    },
  };
}

/**
 * What became of a command; one that nobody decided never will be, or pressing again would double
 * it.
 */
async function outcomeOf(command: Command): Promise<Outcome<unknown>> {
  const asked = { params: { requestId: command.requestId }, as: command, read: readHolding };
  let answer = await call('contracts.outcome', asked);
  if (answer.ok && answer.value.state === 'none') answer = await call('contracts.annul', asked);
  if (!answer.ok) return { kind: 'unreachable' };
  const { state, answer: text } = answer.value;
  if (state === 'done' && text !== undefined) {
    return { kind: 'answered', attempt: attemptOfEnvelope(text) };
  }
  return { kind: state === 'none' ? 'none' : 'running' };
}

/** Commands under way in this page, for a browser without locks. */
const held = new Set<string>();

/**
 * How long another page may still wait for a command, where no lock says it.
 *
 * @units milliseconds
 */
const WAITED_FOR_MS = 150_000;

async function hold<Value>(requestId: string, work: () => Promise<Value>): Promise<Value | null> {
  if (hasLocks()) return whileFree(`candor-act-${requestId}`, work);
  // Without a secure context there are no locks; another page waits no longer than this.
  const act = kept.load().find((one) => one.requestId === requestId);
  const age = act === undefined || own.has(requestId) ? null : wallNow() - act.pressedAt;
  const isWaitedFor = age !== null && age >= 0 && age < WAITED_FOR_MS;
  if (isWaitedFor || held.has(requestId)) return null;
  held.add(requestId);
  return work().finally(() => held.delete(requestId));
}

/** Commands this page waits for now. */
const waited = new Map<string, Promise<CommandEnd<unknown>>>();

const ports: CommandPorts = {
  store: kept,
  send: async ({ name, params, body, requestId, userId, mode }) =>
    attemptOf(
      await call(
        name as MoneyCall,
        {
          body: { ...body, requestId },
          ...(params === null ? {} : { params }),
          as: { userId, mode },
          read: readHolding,
        } as unknown as CallInput<MoneyCall>,
      ),
    ),
  outcome: outcomeOf,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  hold,
  ending: (requestId) => waited.get(requestId) ?? null,
};

/** Makes a call that moves money happen once, and says how it ended. */
export function performMoneyCommand<Name extends MoneyCall>(facts: {
  readonly name: Name;
  readonly body: BodyOf<Name>;
  readonly params?: CallInput<Name>['params'];
  readonly onSilence?: () => void;
}): Promise<CommandEnd<CallResult<Name>>> {
  const { name, body, params, onSilence } = facts;
  const { user, mode } = currentSession();
  const pressedAt = wallNow();
  const command: Command = {
    requestId: newUuid(unixMs(pressedAt)),
    userId: user?.id ?? '',
    mode,
    name: name satisfies CallName,
    params: (params ?? null) as Command['params'],
    body,
    pressedAt,
  };
  const ending = performCommand<CallResult<Name>>(command, { ports, onSilence }).then((end) => {
    waited.delete(command.requestId);
    if (end.kind === 'unknown') onLeftOpen();
    return end;
  });
  waited.set(command.requestId, ending);
  return ending;
}

/** Told when a press is given up while nobody knows what became of it. */
let onLeftOpen: () => void = () => undefined;

/** Sets what happens then. */
export function whenLeftOpen(act: () => void): void {
  onLeftOpen = act;
}

/** Asks once about everything this user pressed without seeing an answer; see `settleKept`. */
export async function settleMoneyCommands(
  userId: string,
  tell: (command: Command, end: KnownEnd<unknown>) => void,
): Promise<boolean> {
  return isStillHere({ userId }) ? settleKept({ ports, userId, tell }) : false;
}

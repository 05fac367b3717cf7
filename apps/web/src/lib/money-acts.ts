import { type Mode, newUuid, unixMs } from '@candor/kernel';
import {
  type CallInput,
  type CallName,
  type CallResult,
  type Envelope,
  type FailureResult,
  errorOfCode,
} from '@candor/protocol/light';
import {
  type ActEnd,
  type ActStore,
  type Attempt,
  type Outcome,
  type PendingAct,
  performAct,
} from './acts.ts';
import { wallNow } from './clock.ts';
import { readHolding } from './checkpoints.ts';
import { type CallFailure, call } from './http.ts';
import { currentSession } from './session.ts';
import { readStored, store } from './storage.ts';

/** Calls that move money and are asked about by `contracts.outcome`. */
export type MoneyCall =
  | 'contracts.open'
  | 'contracts.close'
  | 'contracts.amend'
  | 'contracts.cancel'
  | 'contracts.close-all'
  | 'contracts.reverse'
  | 'options.buy'
  | 'portfolio.demo-reset';

type BodyOf<Name extends MoneyCall> = Omit<NonNullable<CallInput<Name>['body']>, 'requestId'>;

/** Failures after which nobody knows whether the act went through. */
const SILENT = new Set<CallFailure['name']>([
  'network',
  'timeout',
  'internal',
  'unavailable',
  'unknown',
  'request-in-flight',
]);

const OK_CODE = '200';

function isPendingAct(value: unknown): value is PendingAct {
  const act = value as Partial<PendingAct> | null;
  return typeof act?.requestId === 'string' && typeof act.content === 'string';
}

/** Unanswered acts in the browser's storage; they outlive a reload and a log-out. */
const kept: ActStore = {
  load: () => {
    try {
      const read: unknown = JSON.parse(readStored('pendingActs') ?? '[]');
      return Array.isArray(read) ? read.filter(isPendingAct) : [];
    } catch {
      // Somebody wrote something else there; nothing of ours is lost that we could read.
      return [];
    }
  },
  save: (acts) => store('pendingActs', JSON.stringify(acts)),
};

function attemptOf<Result>(
  answer: { ok: true; value: Result } | { ok: false; failure: CallFailure },
): Attempt<Result> {
  if (answer.ok) return { kind: 'done', result: answer.value };
  const { failure } = answer;
  return SILENT.has(failure.name) ? { kind: 'silence' } : { kind: 'refused', failure };
}

/** The kept envelope of an act as the attempt it answers. */
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

async function outcomeOf<Result>(requestId: string): Promise<Outcome<Result>> {
  const answer = await call('contracts.outcome', { params: { requestId }, read: readHolding });
  if (!answer.ok) return { kind: 'unreachable' };
  const { state, answer: text } = answer.value;
  if (state === 'done' && text !== undefined) {
    return { kind: 'answered', attempt: attemptOfEnvelope<Result>(text) };
  }
  return { kind: state === 'none' ? 'none' : 'running' };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Makes a call that moves money happen once, and says how it ended. */
export function performMoneyAct<Name extends MoneyCall>(facts: {
  readonly name: Name;
  readonly body: BodyOf<Name>;
  readonly params?: CallInput<Name>['params'];
  readonly onSilence?: () => void;
}): Promise<ActEnd<CallResult<Name>>> {
  const { name, body, params, onSilence } = facts;
  const session = currentSession();
  const mode: Mode = session.mode;
  const input = (requestId: string): CallInput<Name> =>
    ({
      body: { ...body, requestId },
      ...(params === undefined ? {} : { params }),
    }) as CallInput<Name>;
  return performAct<CallResult<Name>>({
    store: kept,
    act: {
      userId: session.user?.id ?? '',
      mode,
      content: JSON.stringify([name satisfies CallName, params ?? null, body]),
    },
    newId: () => newUuid(unixMs(wallNow())),
    send: async (requestId) =>
      attemptOf(await call(name, { ...input(requestId), read: readHolding })),
    outcome: outcomeOf,
    pause,
    ...(onSilence === undefined ? {} : { onSilence }),
  });
}

import type { Mode } from '@candor/kernel';
import type { CallFailure } from './http.ts';

/** An act that moves money and whose answer has not been seen. Kept until it has been. */
export type PendingAct = {
  readonly requestId: string;
  readonly userId: string;
  readonly mode: Mode;
  /** Everything the act says besides its id; the same text is the same act. */
  readonly content: string;
};

/** Where unanswered acts are kept, so that a reload or a crash does not make them twice. */
export type ActStore = {
  readonly load: () => readonly PendingAct[];
  readonly save: (acts: readonly PendingAct[]) => void;
};

/** What became of one attempt to send an act. */
export type Attempt<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'refused'; readonly failure: CallFailure }
  /** No answer: the line broke, the time ran out, or the act is still being decided. */
  | { readonly kind: 'silence' };

/** What the server knows of an act whose answer did not arrive. */
export type Outcome<Result> =
  | { readonly kind: 'answered'; readonly attempt: Attempt<Result> }
  | { readonly kind: 'running' }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreachable' };

/** How an act ended, as far as the page can know. */
export type ActEnd<Result> =
  | Extract<Attempt<Result>, { kind: 'done' | 'refused' }>
  /** The server never saw it: nothing was charged, and pressing again is safe. */
  | { readonly kind: 'notSent' }
  /** It may have gone through. */
  | { readonly kind: 'unknown' };

/** Most acts kept; more than that were given up long ago. */
const KEPT_MAX = 20;
/** Pauses between questions about an act that is being decided; together the server's 30 s. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000] as const;

function isSame(a: Omit<PendingAct, 'requestId'>, b: Omit<PendingAct, 'requestId'>): boolean {
  return a.userId === b.userId && a.mode === b.mode && a.content === b.content;
}

/**
 * The id an act travels with: that of the same act when its answer is still missing, a new one
 * otherwise. Written down before anything is sent.
 */
function requestIdFor(
  store: ActStore,
  act: Omit<PendingAct, 'requestId'>,
  newId: () => string,
): string {
  const kept = store.load();
  const known = kept.find((one) => isSame(one, act));
  if (known !== undefined) return known.requestId;
  const requestId = newId();
  store.save([...kept.slice(1 - KEPT_MAX), { ...act, requestId }]);
  return requestId;
}

/** Forgets an act that has been answered. */
function forgetAct(store: ActStore, requestId: string): void {
  store.save(store.load().filter((one) => one.requestId !== requestId));
}

async function askUntilKnown<Result>(facts: {
  readonly outcome: () => Promise<Outcome<Result>>;
  readonly pause: (ms: number) => Promise<void>;
}): Promise<ActEnd<Result>> {
  let last: Outcome<Result> = await facts.outcome();
  for (const ms of PAUSES_MS) {
    if (last.kind === 'answered' || last.kind === 'none') break;
    await facts.pause(ms);
    last = await facts.outcome();
  }
  if (last.kind === 'none') return { kind: 'notSent' };
  if (last.kind !== 'answered' || last.attempt.kind === 'silence') return { kind: 'unknown' };
  return last.attempt;
}

/**
 * Sends an act that moves money exactly once in effect, however often it is pressed: after silence
 * it asks what became of it, and it keeps its id until that is known.
 *
 * @source WIRE "Idempotency", "Timeouts"
 */
export async function performAct<Result>(facts: {
  readonly store: ActStore;
  readonly act: Omit<PendingAct, 'requestId'>;
  readonly newId: () => string;
  readonly send: (requestId: string) => Promise<Attempt<Result>>;
  readonly outcome: (requestId: string) => Promise<Outcome<Result>>;
  readonly pause: (ms: number) => Promise<void>;
  /** The answer is late; the page may say so while it asks. */
  readonly onSilence?: () => void;
}): Promise<ActEnd<Result>> {
  const { store, act, newId, send, outcome, pause } = facts;
  const requestId = requestIdFor(store, act, newId);
  const attempt = await send(requestId);
  if (attempt.kind !== 'silence') {
    forgetAct(store, requestId);
    return attempt;
  }
  facts.onSilence?.();
  const end = await askUntilKnown({ outcome: () => outcome(requestId), pause });
  if (end.kind === 'done' || end.kind === 'refused') forgetAct(store, requestId);
  return end;
}

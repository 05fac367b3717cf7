/** A step of the wall clock against the page's own by which a machine has slept. @units milliseconds */
const JUMP_MS = 1_000;
/** How often the two are compared while nothing else looks. @units milliseconds */
const LOOK_EVERY_MS = 1_000;
/** A hidden page is let look once a minute; one that did not look for longer was frozen. */
const FROZEN_MS = 90_000;

/** Called when a page returns; `hasStood` when it saw and heard nothing meanwhile. */
type OnReturn = (hasStood: boolean) => void;

type State = {
  /** The wall clock minus the page's own, when they were last compared. */
  offset: number;
  /** How long the page's own clock has stood still. */
  slept: number;
  timer: ReturnType<typeof setInterval> | undefined;
  lookedAt: number;
  /** When those who check after a break were last told. */
  toldAt: number;
  readonly listeners: Set<OnReturn>;
};

const state: State = {
  offset: Date.now() - performance.now(),
  slept: 0,
  timer: undefined,
  lookedAt: performance.now(),
  toldAt: Number.NEGATIVE_INFINITY,
  listeners: new Set(),
};

function tell(hasStood = false): void {
  state.toldAt = performance.now();
  state.listeners.forEach((listener) => listener(hasStood));
}

/**
 * Time since the page began, sleep of the machine included: `performance.now()` stands still while
 * it sleeps, and what was read before would look as fresh afterwards. It never goes back, and a
 * wall clock that is set back changes nothing.
 *
 * @units milliseconds
 */
export function pageNow(): number {
  const monotonic = performance.now();
  const offset = Date.now() - monotonic;
  const jump = offset - state.offset;
  state.offset = offset;
  const wasFrozen = state.timer !== undefined && monotonic - state.lookedAt > FROZEN_MS;
  state.lookedAt = monotonic;
  if (jump > JUMP_MS) state.slept += jump;
  // Who asks for the time may be drawing.
  if (jump > JUMP_MS || wasFrozen) queueMicrotask(() => tell(true));
  return monotonic + state.slept;
}

/** Wall time now, as far as the page's own clock knows it. @units Unix milliseconds */
export function wallNow(): number {
  return wallAt(pageNow());
}

/** Wall time of a moment of `pageNow()`. @units milliseconds → Unix milliseconds */
export function wallAt(pageMs: number): number {
  return Math.round(performance.timeOrigin + pageMs);
}

function onVisible(): void {
  pageNow();
  // Always told, however soon after another: what stops while nobody looks begins again by it.
  if (document.visibilityState === 'visible') tell();
}
/** The browser may say these beside the one above, of one and the same break. */
function onMoment(): void {
  pageNow();
  if (document.visibilityState === 'hidden' || performance.now() - state.toldAt < JUMP_MS) return;
  tell();
}
function onShown(event: Event): void {
  // The first showing is no return.
  if ((event as PageTransitionEvent).persisted) onMoment();
}

/**
 * Calls after every break in which the page may have missed something: the machine slept, the page
 * was hidden or frozen, the network was gone. Answers how to stop.
 */
export function onReturn(listener: OnReturn): () => void {
  state.listeners.add(listener);
  if (state.listeners.size === 1) {
    state.lookedAt = performance.now();
    state.timer = setInterval(pageNow, LOOK_EVERY_MS);
    document.addEventListener('visibilitychange', onVisible);
    addEventListener('online', onMoment);
    addEventListener('pageshow', onShown);
  }
  return () => {
    state.listeners.delete(listener);
    if (state.listeners.size > 0) return;
    clearInterval(state.timer);
    state.timer = undefined;
    document.removeEventListener('visibilitychange', onVisible);
    removeEventListener('online', onMoment);
    removeEventListener('pageshow', onShown);
  };
}

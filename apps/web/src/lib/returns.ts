import { pageNow } from './clock.ts';

/** How often it is looked whether the page stood still. @units milliseconds */
const LOOK_EVERY_MS = 1_000;
/** A hidden page is let look once a minute; one that did not look for longer stood still. */
const STOOD_MS = 90_000;
/** Of one break the browser may tell in several ways. */
const ONCE_MS = 1_000;

/** Called when a page returns; `hasStood` when it saw and heard nothing meanwhile. */
type OnReturn = (hasStood: boolean) => void;

type State = {
  timer: ReturnType<typeof setInterval> | undefined;
  lookedAt: number;
  /** How long a machine has slept is what `pageNow` counts and `performance.now` does not. */
  slept: number;
  toldAt: number;
  readonly listeners: Set<OnReturn>;
};

const state: State = {
  timer: undefined,
  lookedAt: 0,
  slept: 0,
  toldAt: Number.NEGATIVE_INFINITY,
  listeners: new Set(),
};

const sleptNow = (): number => pageNow() - performance.now();

function tell(hasStood: boolean): void {
  state.toldAt = performance.now();
  state.listeners.forEach((listener) => listener(hasStood));
}

/** Says that the page stood still, slept or frozen; answers whether it did. */
function look(): boolean {
  const slept = sleptNow();
  const now = performance.now();
  const hasStood = slept - state.slept > ONCE_MS || now - state.lookedAt > STOOD_MS;
  state.slept = slept;
  state.lookedAt = now;
  if (hasStood) tell(true);
  return hasStood;
}

function onVisible(): void {
  // Told however soon after another: what stops while nobody looks begins again by it.
  if (!look() && document.visibilityState === 'visible') tell(false);
}
function onMoment(): void {
  const isTold = look() || performance.now() - state.toldAt < ONCE_MS;
  if (!isTold && document.visibilityState === 'visible') tell(false);
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
    state.slept = sleptNow();
    state.lookedAt = performance.now();
    state.timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener('visibilitychange', onVisible);
    addEventListener('online', onMoment);
    addEventListener('pageshow', onShown);
  }
  return () => {
    state.listeners.delete(listener);
    if (state.listeners.size > 0) return;
    clearInterval(state.timer);
    document.removeEventListener('visibilitychange', onVisible);
    removeEventListener('online', onMoment);
    removeEventListener('pageshow', onShown);
  };
}

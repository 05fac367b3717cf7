import { SYMBOLS_PER_CALL } from './venues.ts';

const RETRY_FIRST_MS = 2_000;
const RETRY_MAX_MS = 60_000;

/** What a venue was asked to say prices of, over one connection. */
export type Subscriptions = {
  /** Resolves with the first price of any; rejects when nothing could even be asked for. */
  readonly first: Promise<void>;
  /** Asks for nothing any more. */
  end(): void;
};

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/**
 * Asks a venue for the prices of pairs, so many at once as it takes. What it refuses is asked for
 * again, ever later and in halves, so that one pair it will not have does not take its neighbours
 * with it.
 */
export function createSubscriptions(options: {
  readonly codes: readonly string[];
  /** Resolves with the first price of one of the pairs. */
  readonly ask: (codes: readonly string[]) => Promise<unknown>;
  /** Whether the venue was reached and would not have it. */
  readonly isRefusal: (error: unknown) => boolean;
  readonly failed: (error: unknown, codes: readonly string[]) => void;
  readonly retryFirstMs?: number;
}): Subscriptions {
  const { ask, failed, isRefusal, retryFirstMs = RETRY_FIRST_MS } = options;
  const timers = new Set<NodeJS.Timeout>();
  const first = Promise.withResolvers<void>();
  const parts = chunks(options.codes, SYMBOLS_PER_CALL);
  let unreached = 0;
  let isOver = false;

  function later(codes: readonly string[], afterMs: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      for (const part of chunks(codes, Math.ceil(codes.length / 2))) attempt(part, 2 * afterMs);
    }, afterMs);
    timers.add(timer);
  }

  function attempt(codes: readonly string[], retryMs: number): void {
    ask(codes).then(
      () => first.resolve(),
      (error: unknown) => {
        if (isOver) return;
        failed(error, codes);
        if (isRefusal(error)) return later(codes, Math.min(retryMs, RETRY_MAX_MS));
        // The connection itself: its owner dials anew and asks for everything.
        unreached += 1;
        if (unreached === parts.length) first.reject(error);
      },
    );
  }

  for (const part of parts) attempt(part, retryFirstMs);
  return {
    first: first.promise,
    end() {
      isOver = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      first.reject(new Error('the subscriptions were given up'));
    },
  };
}

import type { CallInput, CallName, CallResult } from '@candor/protocol/light';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call, type CallFailure } from './http.ts';

/** A read on a page: what arrived last, why the last try failed, and how to try again. */
export type Reading<Value> = {
  readonly value: Value | null;
  readonly failure: CallFailure | null;
  readonly reload: () => void;
};

type Options<Name extends CallName> = {
  readonly input?: CallInput<Name>;
  /** When to read again after an answer; never when nothing is said. @units milliseconds */
  readonly everyMs?: (value: CallResult<Name> | null) => number;
  readonly isEnabled?: boolean;
};

/** Reads at once and again after each answer, while the page is visible; answers how to stop. */
function keepReading<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  on: {
    readonly answer: (answer: Awaited<ReturnType<typeof call<Name>>>) => void;
    readonly nextMs: () => number | undefined;
  },
): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = async (): Promise<void> => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') return;
    const answer = await call(name, { ...input, signal: stop.signal });
    if (stop.signal.aborted) return;
    on.answer(answer);
    const nextMs = on.nextMs();
    if (nextMs !== undefined) timer = setTimeout(start, nextMs);
  };
  // Aborted: nobody waits for the answer any more.
  const start = (): void => void read().catch(() => undefined);
  const onVisible = (): void => {
    if (on.nextMs() !== undefined) start();
  };
  start();
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    stop.abort();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/**
 * A call as a page's reading. For the home page and the frame, which stand before a query cache
 * is there; the pages behind them use the cache.
 */
export function useCall<Name extends CallName>(
  name: Name,
  options: Options<Name> = {},
): Reading<CallResult<Name>> {
  const { input, isEnabled = true } = options;
  const key = JSON.stringify(input ?? {});
  const [value, setValue] = useState<CallResult<Name> | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [round, setRound] = useState(0);
  const everyMs = useRef(options.everyMs);
  useEffect(() => {
    everyMs.current = options.everyMs;
  });

  useEffect(() => {
    if (!isEnabled) return undefined;
    let last: CallResult<Name> | null = null;
    return keepReading(name, JSON.parse(key) as CallInput<Name>, {
      answer: (answer) => {
        if (answer.ok) setValue((last = answer.value));
        setFailure(answer.ok ? null : answer.failure);
      },
      nextMs: () => everyMs.current?.(last),
    });
  }, [name, key, isEnabled, round]);

  const reload = useCallback(() => setRound((count) => count + 1), []);
  return { value, failure, reload };
}

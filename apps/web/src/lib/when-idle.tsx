import { Suspense, useEffect, useState, type ReactNode } from 'react';

/** Longest wait for a quiet moment. @units milliseconds */
const WITHIN_MS = 500;

/** Ends with a promise, or after so many milliseconds without it. */
export async function within(act: Promise<unknown>, ms: number): Promise<void> {
  await Promise.race([act, new Promise((resolve) => setTimeout(resolve, ms))]);
}

/** Calls once the browser is quiet; answers how to give up. */
export function whenIdle(act: () => void): () => void {
  // Safari has no idle callback.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, 0);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: WITHIN_MS });
  return () => cancelIdleCallback(handle);
}

/**
 * What stands below the first screen, or takes long: drawn, and its code asked for, once the rest
 * stands; until then, and until the code has come, what stands in its place.
 */
export function WhenIdle({
  children,
  fallback = null,
}: {
  readonly children: ReactNode;
  readonly fallback?: ReactNode;
}): ReactNode {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => whenIdle(() => setIsIdle(true)), []);
  return isIdle ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
}

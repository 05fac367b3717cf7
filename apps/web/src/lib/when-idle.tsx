import { Suspense, useEffect, useState, type ReactElement, type ReactNode } from 'react';

/** Longest wait for a quiet moment. @units milliseconds */
const WITHIN_MS = 500;

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

/** What stands below the first screen: drawn, and its code asked for, once the rest stands. */
export function WhenIdle({ children }: { readonly children: ReactNode }): ReactElement | null {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => whenIdle(() => setIsIdle(true)), []);
  return isIdle ? <Suspense>{children}</Suspense> : null;
}

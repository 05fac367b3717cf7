import { useCallback, useEffect, useRef } from 'react';

/**
 * A command that ignores a second press while the first is under way. A button turns busy only with
 * the next drawing; two quick presses come before it.
 */
export function useOnce<Arguments extends readonly unknown[], Result>(
  act: (...given: Arguments) => Promise<Result>,
): (...given: Arguments) => Promise<Result | undefined> {
  const isRunning = useRef(false);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback(async (...given: Arguments) => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    try {
      return await latest.current(...given);
    } finally {
      isRunning.current = false;
    }
  }, []);
}

import { useEffect } from 'react';
import { whenIdle } from '../../lib/when-idle.tsx';

/** Keeps the last prices of the market on screen, from when the page is quiet on. */
export function useKeptTape(code: string): void {
  useEffect(() => {
    let stop: (() => void) | null = null;
    let isOver = false;
    const giveUp = whenIdle(() => {
      void import('../../features/market/price-tape.ts').then(
        ({ keepTape }) => {
          if (!isOver) stop = keepTape(code);
        },
        // Without a line: the tape says that no price came.
        () => undefined,
      );
    });
    return () => {
      isOver = true;
      giveUp();
      stop?.();
    };
  }, [code]);
}

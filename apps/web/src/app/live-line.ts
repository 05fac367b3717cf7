import { whenIdle } from '../lib/when-idle.tsx';

let line: typeof import('./line.ts') | null = null;

async function load(): Promise<void> {
  line = await import('./line.ts');
  line.begin();
}

/** Opens the live line once the first page stands; its code is not part of the first load. */
export function openLive(): void {
  whenIdle(() => {
    // Offline at this moment: the next visit or reload tries again, pages read by asking.
    load().catch(() => undefined);
  });
}

/** Tells the line that the page changed. */
export function navigatedLive(): void {
  line?.liveNavigated();
}

import { whenIdle } from '../lib/when-idle.tsx';
import { PATHS } from './paths.ts';

type Live = typeof import('../live/index.ts');

let live: Live | null = null;

async function load(): Promise<void> {
  live = await import('../live/index.ts');
  live.startLive();
  (await import('../lib/other-tabs.ts')).watchOtherTabs();
  const { watchActs } = await import('../lib/settled-acts.ts');
  watchActs();
  // The window of conversations keeps the language of its address.
  if (location.pathname === PATHS.support) return;
  (await import('../lib/synced-preferences.ts')).keepPreferences();
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
  live?.liveNavigated();
}

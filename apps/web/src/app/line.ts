import { liveNavigated, startLive } from '../live/index.ts';
import { watchOtherTabs } from '../lib/other-tabs.ts';
import { watchCommands } from '../lib/settled-commands.ts';
import { keepPreferences } from '../lib/synced-preferences.ts';
import { PATHS } from '../lib/paths.ts';

export { liveNavigated };

/** Begins what runs beside every page: the line, and what other tabs and dead pages left. */
export function begin(): void {
  startLive();
  watchOtherTabs();
  watchCommands();
  // The window of conversations keeps the language of its address.
  if (location.pathname !== PATHS.support) keepPreferences();
}

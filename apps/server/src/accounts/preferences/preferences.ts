import { type Clock, type UserId, ensure } from '@candor/kernel';
import { preferences as calls, type Preferences } from '@candor/protocol';
import type { Database } from '../../platform/postgres/db.ts';
import { findPreferences, savePreferences } from './store.ts';

/** How users read, kept for all their devices. */
export type PreferencesKeeper = {
  /** What a user said last. @throws InvariantError for no user */
  find(userId: UserId): Promise<Preferences>;
  /** Takes what a user says in place of what was said before; mails follow the language. */
  save(userId: UserId, said: Omit<Preferences, 'savedAt'>): Promise<Preferences>;
};

/** The one language of ours, or English: an account may have been opened in a former one. */
function languageFrom(text: string): Preferences['language'] {
  return calls.LANGUAGES.find((one) => one === text) ?? 'en';
}

/** Opens what is kept of how users read. */
export function createPreferences(deps: { db: Database; clock: Clock }): PreferencesKeeper {
  const { db, clock } = deps;
  return {
    async find(userId) {
      const row = ensure(await findPreferences(db, userId), 'whoever has a session has an account');
      const { theme, up_down: upDown, asks_before_close: asksBeforeClose, saved_at: savedAt } = row;
      return { language: languageFrom(row.language), theme, upDown, asksBeforeClose, savedAt };
    },
    async save(userId, said) {
      const at = clock.now();
      await db.transaction((tx) => savePreferences(tx, { ...said, userId, at }));
      return { ...said, savedAt: at };
    },
  };
}

import { type LocaleValue, activeLocale, localeOf } from '@candor/locales';
import type { Preferences as Saved } from '@candor/protocol/light';
import { call } from './http.ts';
import {
  currentPreferences,
  onPreferencesChange,
  setAsksBeforeClose,
  setLanguage,
  setTheme,
  setUpDown,
} from './preferences.ts';
import { currentSession, onSessionChange } from './session.ts';

type Tastes = Omit<Saved, 'savedAt'>;

/** Whose tastes are followed, and what server and page agreed on; null until they have. */
let followed: { readonly userId: string; readonly known: string | null } | null = null;

const tastesHere = (): Tastes => ({
  ...currentPreferences(),
  language: activeLocale().value satisfies LocaleValue,
});
const textOf = ({ language, theme, upDown, asksBeforeClose }: Tastes): string =>
  JSON.stringify([language, theme, upDown, asksBeforeClose]);

async function applyHere(said: Tastes): Promise<void> {
  setTheme(said.theme);
  setUpDown(said.upDown);
  setAsksBeforeClose(said.asksBeforeClose);
  const locale = localeOf(said.language);
  if (locale !== null && locale.value !== activeLocale().value) await setLanguage(locale);
}

async function say(userId: string, tastes: Tastes): Promise<void> {
  const before = followed;
  // Written down first, so that what changes meanwhile is told after it.
  followed = { userId, known: textOf(tastes) };
  const answer = await call('accounts.set-preferences', { body: tastes });
  // Not told: the next change tells all of it.
  if (!answer.ok && followed?.userId === userId) followed = before;
}

async function follow(userId: string): Promise<void> {
  followed = { userId, known: null };
  const answer = await call('accounts.preferences');
  if (followed?.userId !== userId) return;
  if (!answer.ok) {
    // The next news of the session, at the latest its next token, asks again.
    followed = null;
    return;
  }
  const { savedAt, ...said } = answer.value;
  if (savedAt === null) {
    // Nothing was said on any device yet: this one's tastes are the user's, but whether it is asked before money moves.
    setAsksBeforeClose(said.asksBeforeClose);
    return say(userId, tastesHere());
  }
  await applyHere(said);
  // A language this page does not have stays what the user said elsewhere.
  if (followed?.userId === userId) followed = { userId, known: textOf(tastesHere()) };
}

function onSession(): void {
  const { user } = currentSession();
  if (user === null) followed = null;
  else if (followed?.userId !== user.id) void follow(user.id);
}

function onChange(): void {
  if (followed === null || followed.known === null) return;
  const tastes = tastesHere();
  if (textOf(tastes) !== followed.known) void say(followed.userId, tastes);
}

/** Keeps language, theme, colours and questions the same on every device of who is signed in. */
export function keepPreferences(): void {
  onSessionChange(onSession);
  onPreferencesChange(onChange);
  onSession();
}

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { UnixMsNumber } from './scalars.ts';

const none = z.strictObject({});

/** Wire values of the languages, in the order of the specification. @source seed §3 */
export const LANGUAGES = [
  'en',
  'zh',
  'hk',
  'ja',
  'ko',
  'de',
  'fr',
  'it',
  'es',
  'ar',
  'th',
] as const;

const tastes = {
  /** Of the pages and of what is written to the user. */
  language: z.enum(LANGUAGES),
  /** Null follows the device. */
  theme: z.enum(['light', 'dark']).nullable(),
  /** Which colour rises; null follows the language. */
  upDown: z.enum(['green-up', 'red-up']).nullable(),
  /** Whether the pages ask once before they close a position. */
  asksBeforeClose: z.boolean(),
};

/** How a user wants to read, on whatever device. */
export const Preferences = z.strictObject({
  ...tastes,
  /** When they were last said; null: never, and a device may go on with its own. */
  savedAt: UnixMsNumber.nullable(),
});
export type Preferences = z.infer<typeof Preferences>;

export const preferences = endpoint({
  name: 'accounts.preferences',
  summary: 'Language, theme, rising colour and questions of the user.',
  origin: 'candor',
  method: 'GET',
  path: '/user/preferences',
  access: 'session',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: none,
  result: Preferences,
  failures: ['session-over'],
});

export const setPreferences = endpoint({
  name: 'accounts.set-preferences',
  summary: 'Says language, theme, rising colour and questions, for every device of the user.',
  origin: 'candor',
  method: 'POST',
  path: '/user/preferences',
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 60,
  body: z.strictObject(tastes),
  query: none,
  params: none,
  result: Preferences,
  success: 'change-done',
  failures: ['session-over', 'too-many'],
});

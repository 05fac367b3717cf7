/**
 * What a user set for the pages.
 */
export { createPreferences } from './preferences.ts';

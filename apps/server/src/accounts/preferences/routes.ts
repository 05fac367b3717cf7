import { ok } from '@candor/kernel';
import { preferences as calls } from '@candor/protocol';
import { type Route, route } from '../../platform/http/http.ts';
import type { PreferencesKeeper } from './preferences.ts';

/** The calls about how a user reads. */
export function preferencesRoutes(preferences: PreferencesKeeper): Route[] {
  return [
    route(calls.preferences, async ({ session }) => ok(await preferences.find(session().userId))),
    route(calls.setPreferences, async ({ session, body }) =>
      ok(await preferences.save(session().userId, body)),
    ),
  ];
}

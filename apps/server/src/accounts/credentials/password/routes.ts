import { ok } from '@candor/kernel';
import { contacts as calls } from '@candor/protocol';
import { type Route, route } from '../../../platform/http/http.ts';
import { type HandOutRules, handOut, knownBy } from '../../sessions/index.ts';
import type { Passwords } from './index.ts';

/** The calls that set a password: with a code, and with the one before. */
export function passwordRoutes(passwords: Passwords, rules: HandOutRules): Route[] {
  return [
    route(calls.resetPassword, async ({ body, origin, request }) => {
      const asked = { ...body, devices: knownBy(request, rules) };
      const answer = await passwords.reset(asked, { ...origin, client: 'web' });
      return answer.ok ? ok({}) : answer;
    }),
    route(calls.changePassword, async ({ body, origin, session, reply }) => {
      const { id: sessionId, userId } = session();
      const asker = { userId, sessionId, place: { ...origin, client: 'web' } } as const;
      return handOut(reply, rules, await passwords.change(asker, body));
    }),
  ];
}

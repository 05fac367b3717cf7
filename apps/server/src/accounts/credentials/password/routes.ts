import { ok } from '@candor/kernel';
import { contacts as calls } from '@candor/protocol';
import { type Route, route } from '../../../platform/http/http.ts';
import { type HandOutRules, handOut, knownBy } from '../../sessions/index.ts';
import { placeOf, signedInOwner } from '../../account/index.ts';
import type { Passwords } from './index.ts';

/** The calls that set a password: with a code, and with the one before. */
export function passwordRoutes(passwords: Passwords, rules: HandOutRules): Route[] {
  return [
    route(calls.resetPassword, async (call) => {
      const asked = { ...call.body, devices: knownBy(call.request, rules) };
      const answer = await passwords.reset(asked, placeOf(call));
      return answer.ok ? ok({}) : answer;
    }),
    route(calls.changePassword, async (call) =>
      handOut(call.reply, rules, await passwords.change(signedInOwner(call), call.body)),
    ),
  ];
}

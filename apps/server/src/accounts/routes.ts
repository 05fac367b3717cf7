import {
  handOut,
  handOutEntered,
  type HandOutRules,
  clearRefreshToken,
  isForeignPage,
  isOwnPage,
  refreshTokenOf,
  keepDevice,
  knownBy,
} from './sessions/index.ts';
import { type SessionId, fail, ok } from '@candor/kernel';
import { accounts as calls } from '@candor/protocol';
import { type Route, route } from '../platform/http/http.ts';
import { languageOf } from '../platform/http/language.ts';
import type { Accounts } from './index.ts';

function signInRoutes(accounts: Accounts, rules: HandOutRules): Route[] {
  return [
    route(calls.register, async ({ body, origin, request, reply }) => {
      const { client = 'web', ...asked } = body;
      if (client === 'web' && isForeignPage(request, rules)) return fail({ name: 'forbidden' });
      const language = languageOf(request.headers['accept-language']);
      const place = { ...origin, client };
      const answer = await accounts.register({ ...asked, language }, place);
      const handed = handOut(reply, rules, answer);
      await keepDevice({ request, reply }, rules, accounts.devices, answer);
      return handed;
    }),
    route(calls.login, async ({ body, origin, request, reply }) => {
      const { client = 'web', username, password } = body;
      if (client === 'web' && isForeignPage(request, rules)) return fail({ name: 'forbidden' });
      const devices = client === 'web' ? knownBy(request, rules) : [];
      const answer = await accounts.login({ username, password, devices }, { ...origin, client });
      const handed = handOutEntered(reply, rules, answer);
      await keepDevice({ request, reply }, rules, accounts.devices, answer);
      return handed;
    }),
    route(calls.refresh, async ({ body, origin: place, request, reply }) => {
      if (body.refreshToken !== undefined) {
        const { refreshToken } = body;
        return handOut(
          reply,
          rules,
          await accounts.refresh({ refreshToken, client: 'api', place }),
        );
      }
      if (!isOwnPage(request, rules)) return fail({ name: 'forbidden' });
      const refreshToken = refreshTokenOf(request, rules);
      const answer =
        refreshToken === null
          ? fail({ name: 'session-over' } as const)
          : await accounts.refresh({ refreshToken, client: 'web', place });
      // A dead cookie is left: clearing it could take away one that a log-in has just set.
      return handOut(reply, rules, answer);
    }),
  ];
}

/** The calls of this capability. */
export function accountRoutes(accounts: Accounts, rules: HandOutRules): Route[] {
  return [
    ...signInRoutes(accounts, rules),
    route(calls.checkUserName, async ({ query }) =>
      ok({ exists: await accounts.userNameExists(query.value) }),
    ),
    route(calls.logout, async ({ session, reply }) => {
      await accounts.logout(session());
      clearRefreshToken(reply, rules);
      return ok({});
    }),
    route(calls.appropriateness, async ({ session }) =>
      ok(await accounts.appropriateness(session().userId)),
    ),
    route(calls.answerAppropriateness, ({ body, session }) =>
      accounts.answerAppropriateness({ ...body, userId: session().userId }),
    ),
    route(calls.listSessions, async ({ session }) => ok(await accounts.listSessions(session()))),
    route(calls.revokeSession, async ({ body, session, origin }) => {
      const { stepUp } = body;
      const ended = 'id' in body ? { id: body.id as SessionId } : ({ others: true } as const);
      const which = { ...ended, stepUp };
      const answer = await accounts.revokeSession(session(), which, { ...origin, client: 'web' });
      return answer.ok ? ok({}) : answer;
    }),
  ];
}

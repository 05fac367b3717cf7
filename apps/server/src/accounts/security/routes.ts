import { Readable } from 'node:stream';
import { fail, ok } from '@candor/kernel';
import { security as calls } from '@candor/protocol';
import { type Route, route } from '../../platform/http/http.ts';
import { type CookieRules, clearRefreshToken } from '../sessions/index.ts';
import { signedInOwner } from '../account/index.ts';
import type { AccountSecurity } from './index.ts';

function readingRoutes(security: AccountSecurity): Route[] {
  return [
    route(calls.security, async ({ session }) => ok(await security.overview(session().userId))),
    route(calls.listLogins, async ({ session, query }) =>
      ok(await security.logins({ userId: session().userId, ...query })),
    ),
    route(calls.accessLog, async ({ session, query }) =>
      ok(await security.changes({ userId: session().userId, ...query })),
    ),
  ];
}

function exportRoutes({ exports }: AccountSecurity): Route[] {
  return [
    route(calls.exportData, async (call) => {
      const { userId, place } = signedInOwner(call);
      return ok({ id: await exports.begin(userId, place) });
    }),
    route(calls.exportedData, async ({ session, params, query }) => {
      const { userId } = session();
      if (query.as === 'state') {
        const state = await exports.state(userId, params.id);
        return state === null ? fail({ name: 'not-found' }) : ok(state);
      }
      const content = await exports.file(userId, params.id);
      if (content === null) return fail({ name: 'not-found' });
      const name = 'candor-account.zip';
      return { file: { type: 'application/zip', name, content: Readable.from([content]) } };
    }),
  ];
}

/** The calls about the safety of one's account. */
export function securityRoutes(security: AccountSecurity, rules: CookieRules): Route[] {
  return [
    ...readingRoutes(security),
    ...exportRoutes(security),
    route(calls.freeze, async (call) => {
      await security.freeze(signedInOwner(call));
      return ok({});
    }),
    route(calls.unfreeze, async (call) => {
      const asked = await security.unfreeze({ ...signedInOwner(call), stepUp: call.body.stepUp });
      if (!asked.ok) return asked;
      return ok(asked.value === null ? {} : { until: asked.value });
    }),
    route(calls.notMe, async ({ body, origin }) => {
      const place = { ...origin, client: 'web' } as const;
      const done = await security.notMe({ token: body.token, place });
      return done.ok ? ok({}) : done;
    }),
    route(calls.closeAccount, async (call) => {
      const { stepUp, reason = '' } = call.body;
      const done = await security.close({ ...signedInOwner(call), stepUp, reason });
      if (!done.ok) return done;
      clearRefreshToken(call.reply, rules);
      return ok({});
    }),
  ];
}

import { DAY_MS, SECOND_MS, type UnixMs, ok } from '@candor/kernel';
import {
  DESK_SESSION_MS,
  type DeskSession,
  ownAccess,
  session as protocol,
} from '@candor/protocol/desk';
import {
  type CookieName,
  type CookieRules,
  readCookie,
  writeCookie,
} from '../../platform/http/cookies.ts';
import type { CallOrigin } from '../../platform/http/http.ts';
import type { Begun, DeskCaller, Place, Staff } from '../../staff/index.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DESK_COOKIE, type DeskRoute, type RouteOfDesk } from '../calls/desk-calls.ts';

/** What a browser is known by in which a member signed in; it opens nothing. */
const BROWSER: CookieName = { secure: '__Host-candor-desk-browser', plain: 'candor-desk-browser' };
const BROWSER_KEPT_MS = 90 * DAY_MS;

const sessionOf = (caller: DeskCaller): DeskSession => ({
  memberId: caller.memberId,
  name: caller.name,
  email: caller.email,
  roles: [...caller.roles],
  expiresAt: caller.expiresAt as UnixMs,
  hasPasskey: caller.hasPasskey,
});

/** Links, sign-in, the caller's own session and factors. */
export function sessionRoutes(
  route: RouteOfDesk,
  deps: { readonly staff: Staff; readonly rules: CookieRules },
): DeskRoute[] {
  const { staff, rules } = deps;
  const placeOf = (call: { origin: CallOrigin; request: FastifyRequest }): Place => ({
    ...call.origin,
    browser: readCookie(call.request, rules, BROWSER),
  });
  const keep = (reply: FastifyReply, { token, browser, caller }: Begun): DeskSession => {
    writeCookie(reply, rules, {
      name: DESK_COOKIE,
      value: token,
      seconds: DESK_SESSION_MS / SECOND_MS,
    });
    const seconds = BROWSER_KEPT_MS / SECOND_MS;
    writeCookie(reply, rules, { name: BROWSER, value: browser, seconds });
    return sessionOf(caller);
  };
  return [
    route(protocol.openLink, ({ body }) => staff.openLink(body.link)),
    route(protocol.beginEnrolment, ({ body }) => staff.beginEnrolment(body)),
    route(protocol.finishEnrolment, async (call) => {
      const begun = await staff.finishEnrolment(call.body, placeOf(call));
      return begun.ok ? ok(keep(call.reply, begun.value)) : begun;
    }),
    route(protocol.signIn, (call) => staff.signIn(call.body, placeOf(call))),
    route(protocol.second, async (call) => {
      const begun = await staff.second(call.body, placeOf(call));
      return begun.ok ? ok(keep(call.reply, begun.value)) : begun;
    }),
    route(protocol.session, async (call) => ok(sessionOf(call.session()))),
    route(protocol.signOut, async (call) => {
      await staff.signOut(call.session());
      writeCookie(call.reply, rules, { name: DESK_COOKIE, value: '', seconds: 0 });
      return ok(null);
    }),
    route(protocol.factors, async (call) => ok(await staff.factors(call.session()))),
    route(protocol.beginFactor, (call) => staff.beginFactor(call.session(), call.body.password)),
    route(protocol.finishFactor, (call) => staff.finishFactor(call.session(), call.body)),
    route(protocol.removePasskey, (call) =>
      staff.removePasskey(call.session(), { ...call.params, ...call.body }),
    ),
    route(ownAccess.removeTotp, (call) => staff.removeTotp(call.session(), call.body.password)),
    route(ownAccess.changePassword, (call) => staff.changePassword(call.session(), call.body)),
    route(ownAccess.sessions, async (call) =>
      ok({ records: await staff.sessions(call.session()) }),
    ),
    route(ownAccess.endOthers, async (call) =>
      ok({ ended: await staff.endOthers(call.session()) }),
    ),
  ];
}

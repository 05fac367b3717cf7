import { type UnixMs, ok } from '@candor/kernel';
import {
  DESK_SESSION_MS,
  type DeskSession,
  ownAccess,
  session as protocol,
} from '@candor/protocol/desk';
import { type CookieRules, writeCookie } from '../../platform/http/cookies.ts';
import type { Begun, DeskCaller, Staff } from '../../staff/index.ts';
import type { FastifyReply } from 'fastify';
import { DESK_COOKIE, type DeskRoute, type RouteOfDesk } from '../calls/desk-calls.ts';

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
  const keep = (reply: FastifyReply, { token, caller }: Begun): DeskSession => {
    writeCookie(reply, rules, {
      name: DESK_COOKIE,
      value: token,
      seconds: DESK_SESSION_MS / 1_000,
    });
    return sessionOf(caller);
  };
  return [
    route(protocol.openLink, ({ body }) => staff.openLink(body.link)),
    route(protocol.beginEnrolment, ({ body }) => staff.beginEnrolment(body)),
    route(protocol.finishEnrolment, async ({ body, origin, reply }) => {
      const begun = await staff.finishEnrolment(body, origin);
      return begun.ok ? ok(keep(reply, begun.value)) : begun;
    }),
    route(protocol.signIn, ({ body, origin }) => staff.signIn(body, origin)),
    route(protocol.second, async ({ body, origin, reply }) => {
      const begun = await staff.second(body, origin);
      return begun.ok ? ok(keep(reply, begun.value)) : begun;
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

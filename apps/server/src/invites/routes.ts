import { ok } from '@candor/kernel';
import { invites as calls } from '@candor/protocol';
import { type Route, route } from '../platform/http/http.ts';
import type { Invites } from './index.ts';

/** The calls of invites. */
export function inviteRoutes(invites: Invites): Route[] {
  return [
    route(calls.invite, async ({ session }) => ok(await invites.invite(session().userId))),
    route(calls.listInvited, async ({ query, session }) =>
      ok(await invites.invited({ ...query, userId: session().userId })),
    ),
    route(calls.inviter, ({ params }) => invites.inviter(params.code)),
  ];
}

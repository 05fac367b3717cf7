import { ok } from '@candor/kernel';
import { live } from '@candor/protocol';
import { type Route, route } from '../platform/http/http.ts';
import type { IssueTicket } from './tickets/commands.ts';

/** The one call of live: a ticket for the mode of the header. */
export function liveRoutes(issue: IssueTicket): Route[] {
  return [
    route(live.wsTicket, async (call) =>
      ok(await issue({ session: call.session(), mode: call.mode() })),
    ),
  ];
}

import { ok } from '@candor/kernel';
import { staff as protocol } from '@candor/protocol/desk';
import type { Staff } from '../../staff/index.ts';
import type { DeskRoute, RouteOfDesk } from '../calls/desk-calls.ts';

/** Members and invitations. */
export function staffRoutes(route: RouteOfDesk, staff: Staff): DeskRoute[] {
  return [
    route(protocol.list, async () => ok(await staff.list())),
    route(protocol.invite, (call) => staff.invite(call.acting(), call.body)),
    route(protocol.withdrawInvitation, (call) => staff.withdraw(call.acting(), call.params.id)),
    route(protocol.setRoles, (call) =>
      staff.setRoles(call.acting(), { id: call.params.id, roles: call.body.roles }),
    ),
    route(protocol.remove, (call) => staff.remove(call.acting(), call.params.id)),
    route(protocol.renew, (call) => staff.renew(call.acting(), call.params.id)),
  ];
}

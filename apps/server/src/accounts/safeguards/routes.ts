import { ok, unixMs } from '@candor/kernel';
import { selfLimits as calls } from '@candor/protocol';
import { type Route, route } from '../../platform/http/http.ts';
import { placeOf } from '../account/index.ts';
import type { Limits, RealUse } from './limits.ts';

/** The calls of limits and pauses; `risk` is what is known above of a user's real money. */
export function limitRoutes(limits: Limits, risk: RealUse): Route[] {
  return [
    route(calls.listLimits, async ({ session }) => ok(await limits.list(session().userId, risk))),
    route(calls.setLimit, (call) =>
      limits.set({ ...call.body, userId: call.session().userId }, placeOf(call)),
    ),
    route(calls.listPauses, async ({ session }) => ok(await limits.pauses(session().userId))),
    route(calls.takeTimeout, (call) => {
      const { userId } = call.session();
      const until = unixMs(call.body.until);
      return limits.pause({ userId, kind: 'timeout', until }, placeOf(call));
    }),
    route(calls.selfExclude, (call) => {
      const { userId } = call.session();
      const until = unixMs(call.body.until);
      return limits.pause({ userId, kind: 'exclusion', until }, placeOf(call));
    }),
  ];
}

import { fail, ok } from '@candor/kernel';
import { claims as protocol } from '@candor/protocol';
import { type Route, route } from '../../platform/http/http.ts';
import type { InFlight } from '../../platform/http/in-flight.ts';
import type { Claims } from './index.ts';

/** The calls of missing deposits. */
export function claimRoutes(claims: Claims, inFlight: InFlight): Route[] {
  return [
    route(protocol.claimDeposit, async (call) => {
      const request = call.idempotencyKey();
      const said = { userId: call.session().userId, request };
      if (call.mode() !== 'real') return fail({ name: 'real-account-needed' });
      return inFlight.once(request, () => claims.claim(said, call.body));
    }),
    route(protocol.listDepositClaims, async (call) =>
      ok(await claims.list({ userId: call.session().userId, ...call.query })),
    ),
  ];
}

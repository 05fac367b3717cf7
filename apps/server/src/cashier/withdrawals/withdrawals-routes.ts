import { type Mode, fail, ok } from '@candor/kernel';
import { withdrawals as protocol } from '@candor/protocol';
import { type Route, route } from '../../platform/http/http.ts';
import type { InFlight } from '../../platform/http/in-flight.ts';
import type { Withdrawals } from './index.ts';

const needsReal = (mode: Mode) => (mode === 'real' ? null : fail({ name: 'real-account-needed' }));

/** The calls of withdrawals. */
export function withdrawalRoutes(withdrawals: Withdrawals, inFlight: InFlight): Route[] {
  return [
    route(
      protocol.quoteWithdrawal,
      async (call) => needsReal(call.mode()) ?? withdrawals.quote(call.session().userId, call.body),
    ),
    route(protocol.withdraw, async (call) => {
      const request = call.idempotencyKey();
      const command = { userId: call.session().userId, request };
      return (
        needsReal(call.mode()) ??
        inFlight.once(request, () => withdrawals.withdraw(command, call.body))
      );
    }),
    route(protocol.cancelWithdrawal, async (call) => {
      const request = call.idempotencyKey();
      const command = { userId: call.session().userId, request };
      return (
        needsReal(call.mode()) ??
        inFlight.once(request, () => withdrawals.cancel(command, call.params.id))
      );
    }),
    route(protocol.getWithdrawal, async (call) => {
      const { userId } = call.session();
      const found = await withdrawals.get({ userId, id: call.params.id });
      return found === null ? fail({ name: 'not-found' }) : ok(found);
    }),
    route(protocol.listWithdrawals, async (call) =>
      ok(await withdrawals.list({ userId: call.session().userId, ...call.query })),
    ),
  ];
}

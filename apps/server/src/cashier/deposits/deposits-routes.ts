import { payments } from '@candor/protocol';
import { type Route, route } from '../../platform/http/http.ts';
import type { Deposits } from './index.ts';

/** The calls that tell of payments in. */
export function depositRoutes(deposits: Deposits): Route[] {
  return [
    route(payments.listDeposits, (call) => {
      const { userId } = call.session();
      return deposits.list({ ...call.query, userId, mode: call.mode() });
    }),
    route(payments.getDeposit, (call) => {
      const { userId } = call.session();
      return deposits.get({ userId, mode: call.mode(), id: call.params.id });
    }),
  ];
}

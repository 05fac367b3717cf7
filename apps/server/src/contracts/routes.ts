import { type ContractId, type RequestId, fail, ok } from '@candor/kernel';
import { contracts as protocol } from '@candor/protocol';
import { type KeptText, type Route, route } from '../platform/http.ts';
import type { Contracts } from './index.ts';

/** The calls of contracts. */
export function contractRoutes(contracts: Contracts): Route[] {
  /** Requests being decided now; a repetition meanwhile is told so. */
  const inFlight = new Set<string>();

  async function once(
    key: string,
    run: () => Promise<KeptText>,
  ): Promise<KeptText | ReturnType<typeof fail<{ name: 'request-in-flight' }>>> {
    if (inFlight.has(key)) return fail({ name: 'request-in-flight' });
    inFlight.add(key);
    try {
      return await run();
    } finally {
      inFlight.delete(key);
    }
  }

  return [
    route(protocol.openContract, (call) => {
      const { userId } = call.session();
      const request = call.act();
      return once(`${userId}/${request.requestId}`, () =>
        contracts.commands.open({
          kind: 'open',
          userId,
          mode: call.mode(),
          request,
          body: call.body,
        }),
      );
    }),
    route(protocol.closeContract, (call) => {
      const { userId } = call.session();
      const request = call.act();
      return once(`${userId}/${request.requestId}`, () =>
        contracts.commands.close({
          kind: 'close',
          userId,
          mode: call.mode(),
          request,
          contractId: call.params.id as ContractId,
          lots: call.body.lots,
        }),
      );
    }),
    route(protocol.listOrders, async (call) => {
      const { status, code, from, to, page, size } = call.query;
      const filter = { status, code, from, to, page, size };
      const { userId } = call.session();
      return ok(await contracts.queries.list({ ...filter, userId, mode: call.mode() }));
    }),
    route(protocol.getOrder, async (call) => {
      const order = await contracts.queries.get({
        userId: call.session().userId,
        mode: call.mode(),
        id: call.params.id as ContractId,
      });
      return order === null ? fail({ name: 'not-found' }) : ok(order);
    }),
    route(protocol.orderOutcome, async (call) => {
      const { userId } = call.session();
      const requestId = call.params.requestId as RequestId;
      if (inFlight.has(`${userId}/${requestId}`)) return ok({ state: 'running' as const });
      return ok(await contracts.queries.outcome({ userId, requestId }));
    }),
  ];
}

import { type ContractId, type RequestId, fail, ok } from '@candor/kernel';
import { type Endpoint, contracts as protocol } from '@candor/protocol';
import { type Call, type Route, route } from '../platform/http/http.ts';
import type { InFlight } from '../platform/http/in-flight.ts';
import type { UserCommand } from './batch/command-types.ts';
import type { Contracts } from './index.ts';

/** The calls of contracts. */
export function contractRoutes(contracts: Contracts, inFlight: InFlight): Route[] {
  const { commands, queries } = contracts;

  /** What a user asks, under their name, mode and request. */
  function asked<E extends Endpoint>(call: Call<E>) {
    return { userId: call.session().userId, mode: call.mode(), request: call.idempotencyKey() };
  }

  /** Decides a command once; a repetition meanwhile is told that it is being decided. */
  const ask = (command: UserCommand) => inFlight.once(command.request, () => commands.ask(command));

  const idOf = (call: { params: { id: string } }): ContractId => call.params.id as ContractId;

  return [
    route(protocol.openContract, (call) => ask({ kind: 'open', ...asked(call), body: call.body })),
    route(protocol.closeContract, (call) =>
      ask({ kind: 'close', ...asked(call), contractId: idOf(call), lots: call.body.lots }),
    ),
    route(protocol.closeAllContracts, (call) =>
      ask({ kind: 'closeAll', ...asked(call), code: call.body.code }),
    ),
    route(protocol.reverseContract, (call) =>
      ask({
        kind: 'reverse',
        ...asked(call),
        contractId: idOf(call),
        quoteId: call.body.quoteId,
      }),
    ),
    route(protocol.amendContract, (call) =>
      ask({ kind: 'amend', ...asked(call), contractId: idOf(call), body: call.body }),
    ),
    route(protocol.cancelContract, (call) =>
      ask({ kind: 'cancel', ...asked(call), contractId: idOf(call) }),
    ),
    route(protocol.quoteOrder, (call) => {
      const { userId } = call.session();
      return contracts.quote({ userId, mode: call.mode(), body: call.body });
    }),
    route(protocol.listOrders, async (call) => {
      const { userId } = call.session();
      const { status, code, from, to, page, size } = call.query;
      const filter = { status, code, from, to, page, size };
      return ok(await queries.list({ ...filter, userId, mode: call.mode() }));
    }),
    route(protocol.getOrder, async (call) => {
      const order = await queries.get({
        userId: call.session().userId,
        mode: call.mode(),
        id: idOf(call),
      });
      return order === null ? fail({ name: 'not-found' }) : ok(order);
    }),
    route(protocol.orderOutcome, async (call) => {
      const { userId } = call.session();
      const requestId = call.params.requestId as RequestId;
      if (inFlight.has({ userId, requestId })) return ok({ state: 'running' as const });
      return ok(await queries.outcome({ userId, requestId }));
    }),
    route(protocol.annulRequest, (call) => {
      const { userId } = call.session();
      const request = { userId, requestId: call.params.requestId as RequestId };
      // The request itself waits outside meanwhile: one of the two comes first.
      return inFlight.once(request, async () => {
        await contracts.annul(request);
        return ok(await queries.outcome(request));
      });
    }),
  ];
}

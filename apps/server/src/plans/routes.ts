import { type Mode, type UnixMs, fail, ok } from '@candor/kernel';
import { plans as protocol } from '@candor/protocol';
import { type Route, route } from '../platform/http/http.ts';
import type { InFlight } from '../platform/http/in-flight.ts';
import type { Plans } from './index.ts';

const needsReal = (mode: Mode) => (mode === 'real' ? null : fail({ name: 'plans-need-real' }));

/** The calls of plans. */
export function planRoutes(plans: Plans, inFlight: InFlight): Route[] {
  const { commands } = plans;
  return [
    route(protocol.listPlans, async () => ok(await plans.list())),
    route(protocol.getPlan, async ({ params }) => {
      const found = await plans.get(params.id);
      return found === null ? fail({ name: 'not-found' }) : ok(found);
    }),
    route(protocol.buyPlan, async (call) => {
      const { userId } = call.session();
      const mode = call.mode();
      const request = call.idempotencyKey();
      const command = { userId, mode, request };
      return needsReal(mode) ?? inFlight.once(request, () => commands.buy(command, call.body));
    }),
    route(protocol.paperPlan, async (call) => {
      const { userId } = call.session();
      const request = call.idempotencyKey();
      // Paper is practice money, whichever account is on screen.
      const command = { userId, mode: 'demo', request } as const;
      return inFlight.once(request, () => commands.paper(command, call.body));
    }),
    route(protocol.listPlanOrders, async (call) => {
      const { status, from, to, page, size } = call.query;
      const filter = { status, from, to, page, size };
      const { userId } = call.session();
      return ok(await plans.orders({ ...filter, userId, mode: call.mode() }));
    }),
    route(protocol.getPlanOrder, async (call) => {
      const { userId } = call.session();
      const found = await plans.order({ userId, mode: call.mode(), id: call.params.id });
      return found === null ? fail({ name: 'not-found' }) : ok(found);
    }),
    route(protocol.cancelPlan, async (call) => {
      const { userId } = call.session();
      const request = call.idempotencyKey();
      const command = { userId, mode: call.mode(), request };
      return inFlight.once(request, () => commands.cancel(command, call.params.id));
    }),
    route(protocol.backtestPlan, async (call) => {
      const { from, to, ...body } = call.body;
      const span = { from: from as UnixMs, to: to as UnixMs };
      const { address } = call.origin;
      const asked = await plans.backtests.ask(call.session().userId, { ...body, ...span }, address);
      if (asked.ok) void plans.backtests.wake().catch(() => undefined);
      return asked;
    }),
    route(protocol.getBacktest, async (call) => {
      const { userId } = call.session();
      const found = await plans.backtests.get({ userId, id: call.params.id });
      return found === null ? fail({ name: 'not-found' }) : ok(found);
    }),
    route(protocol.quotePlanExit, (call) => {
      const { userId } = call.session();
      return plans.quoteExit({ userId, mode: call.mode(), id: call.params.id });
    }),
    route(protocol.exitPlan, async (call) => {
      const { userId } = call.session();
      const request = call.idempotencyKey();
      const command = { userId, mode: call.mode(), request };
      const asked = { id: call.params.id, quoteId: call.body.quoteId };
      return inFlight.once(request, () => commands.exit(command, asked));
    }),
  ];
}

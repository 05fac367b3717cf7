import { type OptionId, fail, ok } from '@candor/kernel';
import { options as protocol } from '@candor/protocol';
import { type Route, route } from '../platform/http/http.ts';
import type { InFlight } from '../platform/http/in-flight.ts';
import type { Options } from './index.ts';

/** The calls of options. */
export function optionRoutes(options: Options, inFlight: InFlight): Route[] {
  return [
    route(protocol.listPeriods, async ({ params }) => {
      const periods = options.queries.periods(params.code);
      return periods === null ? fail({ name: 'not-found' }) : ok([...periods]);
    }),
    route(protocol.quoteOption, (call) =>
      options.queries.quote({
        userId: call.session().userId,
        mode: call.mode(),
        body: call.body,
      }),
    ),
    route(protocol.buyOption, (call) => {
      const { userId } = call.session();
      const { body } = call;
      const request = call.idempotencyKey();
      const mode = call.mode();
      return inFlight.once(request, () =>
        options.commands.buy({ kind: 'buy', userId, mode, request, body }),
      );
    }),
    route(protocol.getOption, async (call) => {
      const option = await options.queries.get({
        userId: call.session().userId,
        mode: call.mode(),
        id: call.params.id as OptionId,
      });
      return option === null ? fail({ name: 'not-found' }) : ok(option);
    }),
    route(protocol.listOptions, async (call) => {
      const { status, code, from, to, page, size } = call.query;
      const filter = { status, code, from, to, page, size };
      const { userId } = call.session();
      return ok(await options.queries.list({ ...filter, userId, mode: call.mode() }));
    }),
    route(protocol.optionOpening, async (call) =>
      ok(await options.queries.opening(call.session().userId)),
    ),
    route(protocol.optionRecord, async (call) =>
      ok(await options.queries.record({ userId: call.session().userId, mode: call.mode() })),
    ),
  ];
}

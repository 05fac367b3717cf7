import { type OptionId, fail, ok } from '@candor/kernel';
import { options as protocol } from '@candor/protocol';
import { type Route, route } from '../platform/http.ts';
import type { Options } from './index.ts';

/** The calls of options. */
export function optionRoutes(options: Options): Route[] {
  /** Requests being decided now; a repetition meanwhile is told so. */
  const inFlight = new Set<string>();

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
    route(protocol.buyOption, async (call) => {
      const { userId } = call.session();
      const request = call.act();
      const key = `${userId}/${request.requestId}`;
      if (inFlight.has(key)) return fail({ name: 'request-in-flight' });
      inFlight.add(key);
      try {
        const { body } = call;
        return await options.commands.buy({
          kind: 'buy',
          userId,
          mode: call.mode(),
          request,
          body,
        });
      } finally {
        inFlight.delete(key);
      }
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
    route(protocol.optionRecord, async (call) =>
      ok(await options.queries.record({ userId: call.session().userId, mode: call.mode() })),
    ),
  ];
}

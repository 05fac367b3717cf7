import { exchange as protocol } from '@candor/protocol';
import type { InFlight } from '../platform/http/in-flight.ts';
import { type Route, route } from '../platform/http/http.ts';
import type { Exchange } from './index.ts';

/** The calls of the exchange. */
export function exchangeRoutes(exchange: Exchange, inFlight: InFlight): Route[] {
  return [
    route(protocol.quoteConversion, (call) =>
      exchange.quote({ userId: call.session().userId, mode: call.mode(), body: call.body }),
    ),
    route(protocol.convert, (call) => {
      const { userId } = call.session();
      const { body } = call;
      const request = call.idempotencyKey();
      const mode = call.mode();
      return inFlight.once(request, () =>
        exchange.commands.convert({ userId, mode, request, body }),
      );
    }),
  ];
}

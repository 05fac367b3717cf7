import { fail, ok } from '@candor/kernel';
import { portfolio as protocol } from '@candor/protocol';
import { type Route, route } from '../platform/http.ts';
import type { Portfolio } from './index.ts';

/** The calls of portfolio. */
export function portfolioRoutes(portfolio: Portfolio): Route[] {
  const inFlight = new Set<string>();
  return [
    route(protocol.userInfo, async (call) =>
      ok(await portfolio.info({ userId: call.session().userId, mode: call.mode() })),
    ),
    route(protocol.demoReset, async (call) => {
      const request = call.act();
      const key = `${request.userId}/${request.requestId}`;
      if (inFlight.has(key)) return fail({ name: 'request-in-flight' });
      inFlight.add(key);
      try {
        return await portfolio.demoReset(request);
      } finally {
        inFlight.delete(key);
      }
    }),
  ];
}

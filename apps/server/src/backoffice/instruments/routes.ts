import { formatDecimal, ok } from '@candor/kernel';
import { instruments as protocol } from '@candor/protocol/desk';
import type { Halts, Market } from '../../market/index.ts';
import type { DeskRoute, RouteOfDesk } from '../calls/desk-calls.ts';

/** Instruments, and how one is taken out of trading. */
export function instrumentRoutes(
  route: RouteOfDesk,
  deps: { readonly market: Market; readonly halts: Halts },
): DeskRoute[] {
  const { market, halts } = deps;
  return [
    route(protocol.listInstruments, async () => {
      const now = market.now();
      return ok(
        market.list().map((one) => ({
          code: one.code as string,
          name: one.name,
          class: one.class as string,
          status: market.status(one.code, now),
          restriction: market.restriction(one.code),
          sources: [...one.sources],
          leverageMax: one.leverageMax,
          lotsMax: formatDecimal(one.lotsMax),
          isAroundTheClock: one.hours.length === 0,
        })),
      );
    }),
    route(protocol.restrictInstrument, (call) => {
      const { memberId: id, role } = call.acting();
      const action = protocol.restrictInstrument.audits;
      return halts.restrict({ id, role }, { ...call.body, action });
    }),
  ];
}

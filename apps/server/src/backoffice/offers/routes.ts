import { isUuid, ok, unixMs } from '@candor/kernel';
import { offers as protocol } from '@candor/protocol/desk';
import type { Offers } from '../../offers/index.ts';
import type { DeskRoute, RouteOfDesk } from '../calls/desk-calls.ts';

/** Offers to users who asked for them: how they look, how they are proposed, how far they came. */
export function offerRoutes(
  route: RouteOfDesk,
  deps: {
    readonly offers: Offers;
    readonly namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  },
): DeskRoute[] {
  const { offers } = deps;
  return [
    route(protocol.listOffers, async () => {
      const { askers, offers: all } = await offers.list();
      const members = all.flatMap(({ withdrawnBy: by }) => (by !== null && isUuid(by) ? [by] : []));
      const names = await deps.namesOf([...new Set(members)]);
      return ok({
        askers,
        offers: all.map(({ withdrawnBy: by, texts, ...offer }) => ({
          ...offer,
          texts: [...texts],
          withdrawnBy: by === null ? null : (names.get(by) ?? by),
        })),
      });
    }),
    route(protocol.previewOffer, async (call) => {
      const { until, ...terms } = call.body;
      return offers.preview({ ...terms, until: unixMs(until) });
    }),
    route(protocol.proposeOffer, async (call) => {
      const { memberId: id, roles } = call.session();
      const { until, ...said } = call.body;
      const by = { id, roles, role: call.acting().role };
      const action = protocol.proposeOffer.audits;
      return offers.propose(by, { ...said, until: unixMs(until), action });
    }),
    route(protocol.withdrawOffer, async (call) => {
      const { memberId: id, roles } = call.session();
      const by = { id, roles, role: call.acting().role };
      return offers.withdraw(by, { id: call.params.id, action: protocol.withdrawOffer.audits });
    }),
  ];
}

import { ok } from '@candor/kernel';
import { payouts as protocol } from '@candor/protocol/desk';
import type { PayoutActor, Payouts } from '../../cashier/index.ts';
import type { DeskRoute, RouteOfDesk } from '../calls/desk-calls.ts';

/** Batches of withdrawals that are signed outside the server. */
export function payoutRoutes(
  route: RouteOfDesk,
  deps: {
    readonly payouts: Payouts;
    readonly namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  },
): DeskRoute[] {
  const { payouts, namesOf } = deps;
  const actorOf = (call: {
    acting(): { readonly memberId: string; readonly role: PayoutActor['role'] };
  }): PayoutActor => {
    const { memberId: id, role } = call.acting();
    return { id, role };
  };
  return [
    route(protocol.listPayouts, async () => {
      const { waiting, batches } = await payouts.overview();
      const ids = batches.flatMap(({ madeBy, sentBy }) =>
        sentBy === null ? [madeBy] : [madeBy, sentBy],
      );
      const names = await namesOf([...new Set(ids)]);
      return ok({
        waiting,
        batches: batches.map((one) => ({
          ...one,
          madeBy: names.get(one.madeBy) ?? one.madeBy,
          sentBy: one.sentBy === null ? null : (names.get(one.sentBy) ?? one.sentBy),
        })),
      });
    }),
    route(protocol.makeBatch, async (call) => {
      const made = await payouts.make(call.body.network, actorOf(call));
      return made.ok ? ok({ id: made.value }) : made;
    }),
    route(protocol.exportBatch, async (call) => {
      const out = await payouts.exported(call.params.id, actorOf(call));
      return out.ok ? ok({ document: out.value }) : out;
    }),
    route(protocol.sendBatch, async (call) => {
      const sent = await payouts.sent(call.params.id, call.body, actorOf(call));
      return sent.ok ? ok({}) : sent;
    }),
    route(protocol.voidBatch, async (call) => {
      const proposed = await payouts.propose(call.params.id, call.body, actorOf(call));
      return proposed.ok ? ok({ id: proposed.value }) : proposed;
    }),
    route(protocol.cancelBatch, async (call) => {
      const made = await payouts.cancelling(call.params.id, actorOf(call));
      return made.ok ? ok({ document: made.value }) : made;
    }),
    route(protocol.correctBatch, async (call) => {
      const done = await payouts.correct(call.params.id, call.body, actorOf(call));
      return done.ok ? ok({}) : done;
    }),
  ];
}

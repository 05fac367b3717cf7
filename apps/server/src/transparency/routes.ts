import { ok } from '@candor/kernel';
import { transparency as protocol } from '@candor/protocol';
import { type Route, route } from '../platform/http/http.ts';
import type { rehearsalMark } from '../platform/process/rehearsal.ts';
import type { Transparency } from './index.ts';

/** What every published answer of a rehearsal says besides. */
type Mark = ReturnType<typeof rehearsalMark>;

/** The calls of transparency. */
export function transparencyRoutes(transparency: Transparency, mark: Mark): Route[] {
  return [
    route(protocol.statistics, async () => {
      const figures = await transparency.statistics();
      return ok(figures.map((figure) => ({ ...figure, ...mark })));
    }),
    route(protocol.withdrawalClock, async () =>
      ok({ ...(await transparency.withdrawals()), ...mark }),
    ),
    route(protocol.houseResult, async () => ok({ ...(await transparency.house()), ...mark })),
    route(protocol.fees, async () => ok({ ...transparency.fees(), ...mark })),
    route(protocol.risk, async () => ok({ ...(await transparency.risk()), ...mark })),
  ];
}

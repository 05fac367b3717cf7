import { fail, ok } from '@candor/kernel';
import { risk as protocol } from '@candor/protocol/desk';
import { writeAudit } from '../../audit/index.ts';
import type { DeskRoute, RouteOfDesk } from '../calls/desk-calls.ts';
import { type HouseDeps, houseBalances } from './house-balances.ts';
import { type Risk, houseAnswer } from './risk.ts';

/** Exposure, ladder, house result and health. */
export function riskRoutes(
  route: RouteOfDesk,
  deps: HouseDeps & {
    readonly risk: Risk;
    /** Writes down who had the checks begun. */
    readonly write: (entry: Omit<Parameters<typeof writeAudit>[1], 'at'>) => Promise<void>;
  },
): DeskRoute[] {
  const { risk, write } = deps;
  return [
    route(protocol.riskNow, async () => ok(await risk.now())),
    route(protocol.riskAccounts, async (call) => {
      const { group, percent, mode } = call.query;
      call.concerns({ subject: `${mode} ${group} -${percent} %` });
      const found = await risk.accounts(call.query);
      return found === null ? fail({ name: 'unreadable', field: 'percent' }) : ok(found);
    }),
    route(protocol.riskHouse, async (call) => ok(houseAnswer(await risk.house(call.query.mode)))),
    route(protocol.houseBalances, async () => ok(await houseBalances(deps))),
    route(protocol.riskHealth, async () => ok(await risk.health())),
    route(protocol.runChecks, async (call) => {
      const { memberId: id, role } = call.acting();
      await write({ actor: { kind: 'staff', id, role }, action: protocol.runChecks.audits });
      risk.checks.begin();
      return ok(null);
    }),
  ];
}

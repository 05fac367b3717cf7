import { type Clock, type Result, SECOND_MS, fail, ok } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import { type DeskEndpoint, plans as protocol } from '@candor/protocol/desk';
import type { Actor, Cases, Proposal } from '../../cases/index.ts';
import type { Plans } from '../../plans/index.ts';
import type { Log } from '../../platform/process/log.ts';
import type { DeskRoute, RouteOfDesk } from '../calls/desk-calls.ts';
import { createRefreshed } from '../risk/refreshed.ts';

/** How often exposure is looked at while a member has it open. */
const LOOK_MS = 3 * SECOND_MS;

type Call = { session(): { readonly memberId: string; readonly roles: Actor['roles'] } };

/** Plans with their versions and funds, what is proposed of them, and the backtests of a case. */
export function planDeskRoutes(
  route: RouteOfDesk,
  deps: {
    readonly clock: Clock;
    readonly log: Log;
    readonly plans: Pick<Plans, 'registry'>;
    readonly cases: Pick<Cases, 'get' | 'proposeAs'>;
  },
): DeskRoute[] {
  const { cases, clock, log } = deps;
  const { registry } = deps.plans;
  const failed = (error: unknown): void => log.error({ err: error }, 'a look at plans failed');
  const looked = createRefreshed({ clock, everyMs: LOOK_MS, failed }, () => registry.exposure());

  async function propose(
    call: Call,
    kind: 'planVersion' | 'planChange' | 'planSubsidy',
    said: {
      readonly proposal: Result<Proposal, Failure<'not-found' | 'case-impossible'>>;
      readonly reason: string;
      readonly of: Pick<DeskEndpoint, 'audits'>;
    },
  ) {
    const { proposal, reason: note, of } = said;
    if (!proposal.ok) return proposal;
    const { memberId: id, roles } = call.session();
    const asked = { actor: { id, roles }, proposal: proposal.value, note, action: of.audits };
    return cases.proposeAs(kind, asked);
  }

  return [
    route(protocol.listDeskPlans, async () => ok(await registry.list())),
    route(protocol.planExposure, async () => {
      const { value, at } = await looked();
      return ok({ ageMs: Math.max(0, clock.now() - at), ...value });
    }),
    route(protocol.proposePlanVersion, async (call) => {
      const { replaces, reason, ...terms } = call.body;
      const proposal = await registry.proposeVersion({
        ...{ planId: call.params.id, replaces, terms, reason },
      });
      return propose(call, 'planVersion', { proposal, reason, of: protocol.proposePlanVersion });
    }),
    route(protocol.proposePlanChange, async (call) => {
      const { act, capacity, reason } = call.body;
      const proposal = await registry.proposeChange({
        ...{ planId: call.params.id, act, capacity, reason },
      });
      return propose(call, 'planChange', { proposal, reason, of: protocol.proposePlanChange });
    }),
    route(protocol.proposePlanSubsidy, async (call) => {
      const { reason } = call.body;
      const proposal = await registry.proposeSubsidy({ planId: call.params.id, ...call.body });
      return propose(call, 'planSubsidy', { proposal, reason, of: protocol.proposePlanSubsidy });
    }),
    route(protocol.casePlan, async (call) => {
      const { memberId, roles } = call.session();
      const found = await cases.get({ id: memberId, roles }, call.params.id);
      if (!found.ok) return found;
      const fact = (key: string) => found.value.facts.find((one) => one.key === key)?.value;
      const { kind } = found.value;
      if (kind !== 'planVersion' && kind !== 'planChange') return fail({ name: 'not-found' });
      const of = await registry.ofCase({
        name: fact('plan') ?? '',
        version: Number.parseInt(fact('replaces') ?? fact('plan-version') ?? '', 10) || 0,
        hash: fact('version-hash') ?? null,
      });
      return of === null ? fail({ name: 'not-found' }) : ok(of);
    }),
  ];
}

import { type UnixMs, ok } from '@candor/kernel';
import { type DeskEndpoint, countries as protocol } from '@candor/protocol/desk';
import type { Actor, Cases } from '../../cases/index.ts';
import type { OptionCountries } from '../../options/index.ts';
import type { DeskRoute, RouteOfDesk } from '../calls/desk-calls.ts';

/** Countries whose real accounts may buy options, and how one is proposed. */
export function countryRoutes(
  route: RouteOfDesk,
  deps: { readonly countries: OptionCountries; readonly cases: Pick<Cases, 'proposeAs'> },
): DeskRoute[] {
  const { countries, cases } = deps;

  async function propose(
    call: { session(): { readonly memberId: string; readonly roles: Actor['roles'] } },
    said: Parameters<OptionCountries['propose']>[0],
    { audits: action }: Pick<DeskEndpoint, 'audits'>,
  ) {
    const proposal = await countries.propose(said);
    if (!proposal.ok) return proposal;
    const { memberId: id, roles } = call.session();
    const kind = said.act === 'enable' ? 'optionsEnabling' : 'optionsEnding';
    const asked = { actor: { id, roles }, proposal: proposal.value, note: said.reason, action };
    return cases.proposeAs(kind, asked);
  }

  return [
    route(protocol.listOptionCountries, async () => {
      const states = await countries.list();
      const shown = (one: (typeof states)[number]['now']) =>
        one && {
          isEnabled: one.isEnabled,
          since: one.since as number,
          caseId: one.caseId,
          caseNumber: one.caseNumber,
        };
      return ok(
        states.map(({ country, now, next }) => ({ country, now: shown(now), next: shown(next) })),
      );
    }),
    route(protocol.enableOptionCountry, (call) => {
      const { country, reason, evidence, from } = call.body;
      const at = (from ?? null) as UnixMs | null;
      const said = { country, reason, evidence, from: at, act: 'enable' } as const;
      return propose(call, said, protocol.enableOptionCountry);
    }),
    route(protocol.endOptionCountry, (call) => {
      const { country, reason, from } = call.body;
      const at = (from ?? null) as UnixMs | null;
      const said = { country, reason, evidence: null, from: at, act: 'end' } as const;
      return propose(call, said, protocol.endOptionCountry);
    }),
  ];
}

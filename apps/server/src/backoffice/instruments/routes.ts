import { type Clock, ok, unixMs } from '@candor/kernel';
import { type DeskInstrument, instruments as protocol } from '@candor/protocol/desk';
import type { Cases } from '../../cases/index.ts';
import {
  type Halts,
  type Market,
  type SpecificationProposal,
  type Specifications,
  isCompiled,
  specificationProposal,
  termsOf,
} from '../../market/index.ts';
import type { DeskRoute, RouteOfDesk } from '../calls/desk-calls.ts';

type Parts = {
  readonly market: Market;
  readonly halts: Halts;
  readonly specifications: Specifications;
  readonly cases: Cases;
  readonly clock: Clock;
};

const shownTerms = (instrument: Parameters<typeof termsOf>[0]) => {
  const terms = termsOf(instrument);
  return { ...terms, sources: [...terms.sources] };
};

function listOf({ market, specifications, clock }: Parts): DeskInstrument[] {
  const now = clock.now();
  const ahead = specifications.versions().filter(({ from }) => from > now);
  return market.list().map((one) => ({
    code: one.code as string,
    name: one.name,
    class: one.class as string,
    status: market.status(one.code, now),
    restriction: market.restriction(one.code),
    leverageMax: one.leverageMax,
    terms: shownTerms(one),
    isCompiled: isCompiled(one.code),
    lastPriceAt: market.latest(one.code)?.receivedAt ?? null,
    announced: ahead
      .filter(({ code }) => code === one.code)
      .map(({ from, caseNumber, instrument }) => {
        return { from, number: caseNumber, terms: shownTerms(instrument) };
      }),
  }));
}

/** Instruments: what each is, how one is taken out of trading, added or changed. */
export function instrumentRoutes(route: RouteOfDesk, deps: Parts): DeskRoute[] {
  const { market, halts, specifications, cases, clock } = deps;

  /** Puts what was said of an instrument before two others. */
  async function propose(
    said: SpecificationProposal,
    by: { readonly actor: Parameters<Cases['proposeAs']>[1]['actor']; readonly action: string },
  ) {
    const place = { specifications, serves: market.serves, now: clock.now() };
    const proposal = specificationProposal(said, place);
    if (!proposal.ok) return proposal;
    const { note } = said;
    return cases.proposeAs('specification', { ...by, proposal: proposal.value, note });
  }

  return [
    route(protocol.listInstruments, async () => ok(listOf(deps))),
    route(protocol.restrictInstrument, (call) => {
      const { memberId: id, role } = call.acting();
      const action = protocol.restrictInstrument.audits;
      return halts.restrict({ id, role }, { ...call.body, action });
    }),
    route(protocol.addInstrument, async (call) => {
      const { memberId: id, roles } = call.session();
      const { note, ...terms } = call.body;
      const action = protocol.addInstrument.audits;
      return propose({ kind: 'add', terms, note }, { actor: { id, roles }, action });
    }),
    route(protocol.changeInstrument, async (call) => {
      const { memberId: id, roles } = call.session();
      const { note, code, from, ...terms } = call.body;
      const action = protocol.changeInstrument.audits;
      const said = { kind: 'change', code, from: unixMs(from), terms, note } as const;
      return propose(said, { actor: { id, roles }, action });
    }),
  ];
}

import { type Clock, type UnixMs, ok } from '@candor/kernel';
import { type DeskParameter, parameters as protocol } from '@candor/protocol/desk';
import type { Cases } from '../../cases/index.ts';
import {
  PARAMETERS,
  type ParameterKey,
  type Parameters,
  capOf,
  isParameterKey,
  stateOfVersion,
  unitOf,
  useOf,
} from '../../parameters/index.ts';
import type { DeskRoute, RouteOfDesk } from '../calls/desk-calls.ts';

function shown(key: ParameterKey, parameters: Parameters, now: UnixMs): DeskParameter {
  const history = parameters.history(key);
  const cap = capOf(key);
  const { value, version, from: since } = parameters.at(key, now);
  return {
    key,
    type: PARAMETERS[key],
    unit: unitOf(key),
    use: useOf(key),
    cap: cap === null ? null : { key: cap, value: parameters.text(cap) },
    value,
    version,
    since,
    versions: history
      .map(({ version: number, value: said, from, note }) => {
        const state = stateOfVersion({ version: number, value: said, from }, history, now);
        return { version: number, value: said, from, note, state };
      })
      .toSorted((a, b) => b.version - a.version),
  };
}

/** The parameter table with what is announced of it, and how an announced version is taken back. */
export function parameterRoutes(
  route: RouteOfDesk,
  deps: { readonly parameters: Parameters; readonly cases: Cases; readonly clock: Clock },
): DeskRoute[] {
  const { parameters, cases, clock } = deps;
  return [
    route(protocol.listParameters, async () => {
      const now = clock.now();
      const keys = Object.keys(PARAMETERS).filter(isParameterKey);
      return ok({ asOf: now, parameters: keys.map((key) => shown(key, parameters, now)) });
    }),
    route(protocol.withdrawParameter, (call) => {
      const { memberId: id, roles } = call.session();
      const { key, version, note } = call.body;
      return cases.propose({
        actor: { id, roles },
        terms: { kind: 'parameterChange', key, version },
        note,
        action: protocol.withdrawParameter.audits,
      });
    }),
  ];
}

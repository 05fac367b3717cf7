import { z } from 'zod';
import { CASE_NOTE_MAX } from '../case-terms.ts';
import { Id, UnixMsNumber } from '../scalars.ts';
import { Parameter, ParameterVersion } from '../transparency.ts';
import { deskEndpoint } from './endpoint.ts';
import { STAFF_ROLES } from './roles.ts';
import { ParameterUnitName } from './units.ts';

const none = z.strictObject({});

/** One version, and what it is now. */
export const DeskVersion = ParameterVersion.extend({
  /** `replaced`: another version begins with it and wins, so it is never in force. */
  state: z.enum(['inForce', 'past', 'announced', 'replaced']),
});

/** A parameter as the desk shows it. */
export const DeskParameter = Parameter.omit({ versions: true }).extend({
  unit: ParameterUnitName,
  /** What it never passes; null for one without a cap. */
  cap: z.strictObject({ key: z.string(), value: z.string() }).nullable(),
  /** Number of the version in force, and since when it is. */
  version: z.int().positive(),
  since: UnixMsNumber,
  versions: z.array(DeskVersion),
});
export type DeskParameter = z.infer<typeof DeskParameter>;

export const listParameters = deskEndpoint({
  name: 'parameters.list',
  summary:
    'Every parameter: type, unit, cap, the value in force, all versions, announced ones too.',
  method: 'GET',
  path: '/desk/parameters',
  access: 'session',
  roles: STAFF_ROLES,
  audits: 'parameters.list',
  body: none,
  query: none,
  params: none,
  result: z.strictObject({ asOf: UnixMsNumber, parameters: z.array(DeskParameter) }),
  failures: ['session-over', 'forbidden', 'too-many'],
});

export const withdrawParameter = deskEndpoint({
  name: 'parameters.withdraw',
  summary: 'Proposes that an announced version does not come; two others decide.',
  method: 'POST',
  path: '/desk/parameters/withdraw',
  access: 'session',
  roles: ['risk', 'content', 'cashierMaker'],
  audits: 'parameters.withdraw',
  perMinute: 120,
  body: z.strictObject({
    key: z.string().max(80),
    version: z.int().positive(),
    note: z.string().trim().min(1).max(CASE_NOTE_MAX),
  }),
  query: none,
  params: none,
  result: z.strictObject({ id: Id, number: z.string() }),
  failures: [
    ...(['session-over', 'forbidden', 'unreadable', 'too-many'] as const),
    ...(['parameter-unknown', 'case-impossible'] as const),
  ],
});

import type { z } from 'zod';
import type * as audit from './audit.ts';
import type { DeskCallName } from './calls.ts';
import type * as cases from './cases.ts';
import type * as complaints from './complaints.ts';
import type * as countries from './countries.ts';
import type * as payouts from './payouts.ts';
import type * as content from './content.ts';
import type * as donations from './donations.ts';
import type { DeskEndpoint } from './endpoint.ts';
import type * as reports from './reports.ts';
import type * as risk from './risk.ts';
import type * as identity from './identity.ts';
import type * as instruments from './instruments.ts';
import type * as loans from './loans.ts';
import type * as offers from './offers.ts';
import type * as ownAccess from './own-access.ts';
import type * as plans from './plans.ts';
import type * as parameters from './parameters.ts';
import type * as session from './session.ts';
import type * as staff from './staff.ts';
import type * as support from './support.ts';
import type * as tokens from './tokens.ts';
import type * as users from './users.ts';

type EndpointsOf<Module> = Extract<Module[keyof Module], DeskEndpoint>;
type AnyEndpoint =
  | EndpointsOf<typeof audit>
  | EndpointsOf<typeof cases>
  | EndpointsOf<typeof complaints>
  | EndpointsOf<typeof reports>
  | EndpointsOf<typeof risk>
  | EndpointsOf<typeof content>
  | EndpointsOf<typeof countries>
  | EndpointsOf<typeof donations>
  | EndpointsOf<typeof payouts>
  | EndpointsOf<typeof identity>
  | EndpointsOf<typeof instruments>
  | EndpointsOf<typeof loans>
  | EndpointsOf<typeof offers>
  | EndpointsOf<typeof ownAccess>
  | EndpointsOf<typeof parameters>
  | EndpointsOf<typeof plans>
  | EndpointsOf<typeof session>
  | EndpointsOf<typeof staff>
  | EndpointsOf<typeof support>
  | EndpointsOf<typeof tokens>
  | EndpointsOf<typeof users>;

type EndpointNamed<Name extends DeskCallName> = Extract<AnyEndpoint, { name: Name }>;

/** What a call of the desk takes; parts that are empty may be left out. */
export type DeskCallInput<Name extends DeskCallName> = {
  readonly body?: z.input<EndpointNamed<Name>['body']>;
  readonly query?: z.input<EndpointNamed<Name>['query']>;
  readonly params?: z.input<EndpointNamed<Name>['params']>;
};

/** What a call of the desk answers in `result`. */
export type DeskCallResult<Name extends DeskCallName> = z.output<EndpointNamed<Name>['result']>;

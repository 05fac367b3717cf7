import type { z } from 'zod';
import type * as contacts from './accounts-contacts.ts';
import type * as factors from './accounts-factors.ts';
import type * as selfLimits from './accounts-limits.ts';
import type * as social from './accounts-social.ts';
import type * as preferences from './accounts-preferences.ts';
import type * as security from './accounts-security.ts';
import type * as wallets from './accounts-wallets.ts';
import type * as withdrawals from './cashier-withdrawals.ts';
import type * as accounts from './accounts.ts';
import type { CallName } from './calls.ts';
import type * as cases from './cases.ts';
import type * as cashier from './cashier.ts';
import type * as payIn from './cashier-addresses.ts';
import type * as payments from './cashier-deposits.ts';
import type * as claims from './cashier-claims.ts';
import type * as cashierBook from './cashier-book.ts';
import type * as checkpoints from './checkpoints.ts';
import type * as content from './content.ts';
import type * as contracts from './contracts.ts';
import type { Endpoint } from './endpoint.ts';
import type * as files from './files.ts';
import type * as identity from './identity.ts';
import type * as invites from './invites.ts';
import type * as live from './live.ts';
import type * as loans from './loans.ts';
import type * as market from './market.ts';
import type * as nft from './nft.ts';
import type * as notifications from './notifications.ts';
import type * as exchange from './exchange.ts';
import type * as options from './options.ts';
import type * as plans from './plans.ts';
import type * as portfolio from './portfolio.ts';
import type * as receipts from './receipts.ts';
import type * as support from './support.ts';
import type * as transparency from './transparency.ts';

type EndpointsOf<Module> = Extract<Module[keyof Module], Endpoint>;
type AnyEndpoint =
  | EndpointsOf<typeof accounts>
  | EndpointsOf<typeof cases>
  | EndpointsOf<typeof cashier>
  | EndpointsOf<typeof cashierBook>
  | EndpointsOf<typeof claims>
  | EndpointsOf<typeof checkpoints>
  | EndpointsOf<typeof contacts>
  | EndpointsOf<typeof content>
  | EndpointsOf<typeof contracts>
  | EndpointsOf<typeof factors>
  | EndpointsOf<typeof files>
  | EndpointsOf<typeof identity>
  | EndpointsOf<typeof invites>
  | EndpointsOf<typeof live>
  | EndpointsOf<typeof loans>
  | EndpointsOf<typeof market>
  | EndpointsOf<typeof nft>
  | EndpointsOf<typeof notifications>
  | EndpointsOf<typeof exchange>
  | EndpointsOf<typeof options>
  | EndpointsOf<typeof plans>
  | EndpointsOf<typeof payIn>
  | EndpointsOf<typeof payments>
  | EndpointsOf<typeof portfolio>
  | EndpointsOf<typeof preferences>
  | EndpointsOf<typeof receipts>
  | EndpointsOf<typeof security>
  | EndpointsOf<typeof selfLimits>
  | EndpointsOf<typeof social>
  | EndpointsOf<typeof support>
  | EndpointsOf<typeof transparency>
  | EndpointsOf<typeof wallets>
  | EndpointsOf<typeof withdrawals>;

type EndpointNamed<Name extends CallName> = Extract<AnyEndpoint, { name: Name }>;

/** What a call takes; parts that are empty may be left out. */
export type CallInput<Name extends CallName> = {
  readonly body?: z.input<EndpointNamed<Name>['body']>;
  readonly query?: z.input<EndpointNamed<Name>['query']>;
  readonly params?: z.input<EndpointNamed<Name>['params']>;
};

/** What a call answers in `result`. */
export type CallResult<Name extends CallName> = z.output<EndpointNamed<Name>['result']>;

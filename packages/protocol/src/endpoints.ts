import type { Endpoint } from './endpoint.ts';
import * as contacts from './accounts-contacts.ts';
import * as factors from './accounts-factors.ts';
import * as selfLimits from './accounts-limits.ts';
import * as preferences from './accounts-preferences.ts';
import * as security from './accounts-security.ts';
import * as social from './accounts-social.ts';
import * as wallets from './accounts-wallets.ts';
import * as accounts from './accounts.ts';
import * as cases from './cases.ts';
import * as payIn from './cashier-addresses.ts';
import * as cashierBook from './cashier-book.ts';
import * as claims from './cashier-claims.ts';
import * as payments from './cashier-deposits.ts';
import * as withdrawals from './cashier-withdrawals.ts';
import * as cashier from './cashier.ts';
import * as checkpoints from './checkpoints.ts';
import * as content from './content.ts';
import * as contracts from './contracts.ts';
import * as exchange from './exchange.ts';
import * as files from './files.ts';
import * as identity from './identity.ts';
import * as invites from './invites.ts';
import * as live from './live.ts';
import * as loans from './loans.ts';
import * as market from './market.ts';
import * as nft from './nft.ts';
import * as notifications from './notifications.ts';
import * as options from './options.ts';
import * as plans from './plans.ts';
import * as portfolio from './portfolio.ts';
import * as receipts from './receipts.ts';
import * as support from './support.ts';
import * as transparency from './transparency.ts';

/** Every call of the product, for the server's register, OpenAPI and the checks. */
export const ENDPOINTS: readonly Endpoint[] = [
  accounts,
  contacts,
  factors,
  security,
  selfLimits,
  social,
  wallets,
  market,
  cases,
  cashier,
  cashierBook,
  claims,
  checkpoints,
  content,
  contracts,
  exchange,
  files,
  identity,
  invites,
  loans,
  options,
  nft,
  notifications,
  payIn,
  payments,
  plans,
  portfolio,
  preferences,
  receipts,
  live,
  support,
  transparency,
  withdrawals,
]
  .flatMap((capability) => Object.values(capability as Record<string, unknown>).filter(isEndpoint))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'failures' in value;
}

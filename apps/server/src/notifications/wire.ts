import type { Deposits, Withdrawals } from '../cashier/index.ts';
import type { Contracts } from '../contracts/index.ts';
import type { Exchange } from '../exchange/index.ts';
import type { Market } from '../market/index.ts';
import type { Options } from '../options/index.ts';
import type { Host } from '../platform/host.ts';
import type { Mailer } from '../messaging/index.ts';
import { type Notifications, createNotifications } from './index.ts';
import { listenCashier } from './cashier-reactions.ts';
import { listenIdentity } from './identity-reactions.ts';
import { listenLoans } from './loan-reactions.ts';
import { listenPlans } from './plan-reactions.ts';
import { listenTokens } from './token-reactions.ts';
import type { Loans } from '../loans/index.ts';
import { listenNotifications } from './reactions.ts';
import { notificationRoutes } from './routes.ts';
import { unsubscribeKey } from './unsubscribe.ts';
import type { Bus } from '../platform/commit/bus.ts';

const SWEEP_MS = 3_600_000;

/**
 * Opens notifications in a process. Who else has something to tell hears its facts on the same bus,
 * whose place is kept.
 */
export function wireNotifications(
  host: Host,
  deps: {
    readonly mailer: Mailer;
    /** Of the installation; links in mails are signed under a key of it. */
    readonly secret: string;
    readonly market: Pick<Market, 'instrument'>;
    readonly contracts: Contracts;
    readonly options: Options;
    readonly exchange: Exchange;
    readonly loans: Loans;
    readonly cashier: { readonly deposits: Deposits; readonly withdrawals: Withdrawals };
  },
): { readonly notifications: Notifications; readonly bus: Bus } {
  // A bus of its own: a message takes its time, and nothing else waits for it.
  const bus = host.busOf('an owner could not be told, and is told again');
  const { mailer, secret, market, contracts, options, exchange, cashier, loans } = deps;
  const notifications = createNotifications({
    ...host,
    bus,
    mailer,
    unsubscribeKey: unsubscribeKey(secret),
  });
  listenNotifications(bus, {
    notifications,
    contracts,
    options,
    tickSizeOf: (code) => market.instrument(code)?.tickSize ?? null,
  });
  listenCashier(bus, { notifications, exchange, ...cashier });
  listenIdentity(bus, { notifications });
  listenLoans(bus, { notifications, loans });
  listenPlans(bus, { notifications });
  listenTokens(bus, { notifications });
  host.addRoutes(notificationRoutes(notifications));
  host.every(SWEEP_MS, () => notifications.sweep());
  host.onStart(() => notifications.start());
  host.onStop('readers', () => notifications.stop());
  return { notifications, bus };
}

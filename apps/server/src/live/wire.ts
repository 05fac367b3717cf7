import { SECOND_MS } from '@candor/kernel';
import { SESSION_REVOKED, type SessionRevoked } from '../accounts/index.ts';
import type { Deposits, Withdrawals } from '../cashier/index.ts';
import type { Nft } from '../nft/index.ts';
import type { Plans } from '../plans/index.ts';
import type { Options } from '../options/index.ts';
import type { Host } from '../platform/host.ts';
import { createTokenMarks } from '../platform/secrets/session.ts';
import type { Loans } from '../loans/index.ts';
import type { Support } from '../support/index.ts';
import { type Live, type LiveSessions, createLive } from './index.ts';
import { listenLive } from './reactions.ts';

/** Opens the live channel in a process; `attach` opens its door. */
export function wireLive(
  host: Host,
  deps: {
    readonly sessions: LiveSessions;
    readonly options: Options;
    readonly support: Support;
    readonly withdrawals: Withdrawals;
    readonly deposits: Deposits;
    readonly loans: Loans;
    readonly plans: Plans;
    readonly nft: Nft;
    /** Secret of the installation: tickets are marked under a key of it. */
    readonly sealingKey: string;
  },
): Live {
  const { db, clock, log, metrics, bus } = host;
  const { sessions, options, support, withdrawals, deposits, loans, plans, nft } = deps;
  const live = createLive({
    db,
    clock,
    log,
    sessions,
    proxies: host.proxyList,
    origins: host.origins,
    tickets: createTokenMarks(deps.sealingKey, 'tickets'),
  });
  listenLive(bus, { live, options, support, withdrawals, deposits, loans, plans, nft });
  if (host.turns === 'byTimer') {
    host.every(SECOND_MS, async () => {
      const moved = await plans.showing.moved(live.connectedAccounts());
      for (const { account, order } of moved) live.publishPlan(account, order);
    });
  }
  bus.subscribe(SESSION_REVOKED, ({ sessionId }: SessionRevoked) => {
    live.revokeSession(sessionId);
  });
  metrics.gauge('candor_sockets_open', 'Open sockets', () => live.counters().sockets);
  metrics.gauge(
    'candor_sockets_refused',
    'Sockets refused since the start: a foreign page, or no place left',
    () => live.counters().refused,
  );
  metrics.gauge(
    'candor_sockets_evicted',
    'Sockets closed since the start because they read too slowly',
    () => live.counters().evicted,
  );
  host.addRoutes(live.routes());
  host.onStop('calls', () => live.stop());
  return live;
}

/**
 * live — the socket at `/message`: quotes for all, one's own figures for a client with a ticket.
 * Owns: tickets, open sockets, the numbers of frames.
 * Announces: that a client joins a trading account (`onJoin`), so that the first figures can be
 * sent.
 * Needs: a session check from accounts; the engine publishes through it.
 * Refuses: other origins, used tickets, another user's frames, readers too slow to keep up.
 */
import type { Server } from 'node:http';
import type { Clock, SessionId } from '@candor/kernel';
import type {
  BalanceItem,
  CashierItem,
  NotificationItem,
  OptionOrder,
  Order,
  PnlItem,
  SupportNews,
  loans as protocol,
  nft,
  plans,
} from '@candor/protocol';
import type { Database } from '../platform/postgres/db.ts';
import type { Route } from '../platform/http/http.ts';
import type { Log } from '../platform/process/log.ts';
import type { TokenMarks } from '../platform/secrets/session.ts';
import { type LiveSessions, createAuthentication } from './sockets/authentication.ts';
import { createIssuing } from './tickets/commands.ts';
import {
  type TradingAccount,
  type Connection,
  type Tally,
  closeConnection,
  newTally,
} from './connection/connection.ts';
import { createFanout } from './sockets/fanout.ts';
import { createLookers } from './sockets/lookers.ts';
import { type Proxies, createProxies } from '../platform/http/proxies.ts';
import { createGate } from './sockets/gate.ts';
import type { UnnumberedQuote } from './connection/quote-board.ts';
import { liveRoutes } from './routes.ts';
import { SOCKET_LIMITS, type SocketLimits } from './connection/rules.ts';
import { admitter, converse } from './sockets/socket.ts';
import { createWatch } from './sockets/watch.ts';

export { type PushedPnl, type SocketLimits, worthPushing } from './connection/rules.ts';
export type { TradingAccount } from './connection/connection.ts';
export type { UnnumberedQuote } from './connection/quote-board.ts';
export type { LiveSessions } from './sockets/authentication.ts';

/** What is open now, and what happened since the start. */
export type LiveCounters = Readonly<Tally> & { readonly sockets: number; readonly books: number };

/** The live channel of one process. */
export type Live = {
  /** Takes over every upgrade of this server: `/message` becomes a socket, the rest is cut. */
  attach(server: Server): void;
  routes(): Route[];
  /** Tells all connections the latest quotes, at most once in the interval; numbers them. */
  publishQuotes(quotes: readonly UnnumberedQuote[]): void;
  /**
   * Tells the sockets of a trading account what its contracts are worth. Does nothing when no
   * socket hears it.
   */
  publishPnl(account: TradingAccount, items: readonly PnlItem[]): void;
  publishBalance(account: TradingAccount, item: BalanceItem): void;
  publishOrder(account: TradingAccount, order: Order): void;
  publishOption(account: TradingAccount, option: OptionOrder): void;
  publishNotification(account: TradingAccount, item: NotificationItem): void;
  publishSupport(account: TradingAccount, news: SupportNews): void;
  publishCashier(account: TradingAccount, item: CashierItem): void;
  publishLoan(account: TradingAccount, loan: protocol.Loan): void;
  /** The same of a plan order. */
  publishPlan(account: TradingAccount, order: plans.PlanOrder): void;
  /** Tells the sockets of a trading account what became of a token its user bid on. */
  publishNft(account: TradingAccount, token: nft.MyNft): void;
  /** Tells those who look at a token the newest of it, at most four times a second. */
  publishToken(news: nft.NftNews): void;
  /** Whether any socket looks at a token. */
  isWatched(tokenId: string): boolean;
  /** Trading accounts that at least one socket hears. */
  connectedAccounts(): Iterable<TradingAccount>;
  /** Calls `listener` right after each AUTH_SUCCESS; frames published then follow it. */
  onJoin(listener: (account: TradingAccount) => void | Promise<void>): void;
  /** Closes the sockets of a session that ended, with 4403; answers how many. */
  revokeSession(sessionId: SessionId): number;
  counters(): LiveCounters;
  /** Closes every socket with 1001. Comes before the server's own close, which waits for them. */
  stop(): Promise<void>;
};

/** Going away. @source RFC 6455 §7.4.1 */
const GOING_AWAY = 1001;
const STOP_GRACE_MS = 1_000;

/** Pause between two frames of quotes to one socket. @source WIRE 6: at most four a second */
const QUOTE_INTERVAL_MS = 250;

/** Makes the live channel. Nothing is open before `attach`. */
export function createLive(options: {
  db: Database;
  clock: Clock;
  log: Log;
  /** Asked at every authentication and once a minute. */
  sessions: LiveSessions;
  /** Origins of our own pages, "https://candor.example": those that may sign in. */
  origins: () => readonly string[];
  /** What tells tickets of ours from invented texts. */
  tickets: TokenMarks;
  /** Proxies whose word for a caller's address counts. */
  proxies?: Proxies;
  quoteIntervalMs?: number;
  limits?: Partial<SocketLimits>;
}): Live {
  const { db, clock, log, sessions, tickets } = options;
  const limits = { ...SOCKET_LIMITS, ...options.limits };
  const tally = newTally();
  const fanout = createFanout({
    clock,
    quoteIntervalMs: options.quoteIntervalMs ?? QUOTE_INTERVAL_MS,
  });
  const lookers = createLookers({ intervalMs: options.quoteIntervalMs ?? QUOTE_INTERVAL_MS });
  const issue = createIssuing({ db, clock, tickets });
  const watch = createWatch({ db, clock, log, sessions, fanout });
  const joinListeners: ((account: TradingAccount) => void | Promise<void>)[] = [];

  async function tellJoined(account: TradingAccount): Promise<void> {
    for (const listener of joinListeners) {
      try {
        await listener(account);
      } catch (error) {
        log.error({ err: error }, 'the first figures of a book could not be sent');
      }
    }
  }

  const admit = admitter({
    accounts: fanout.accounts,
    socketsPerUser: limits.perUser,
    onJoin: (account: TradingAccount) => void tellJoined(account),
  });
  const { accounts } = fanout;
  const authentication = createAuthentication({
    db,
    clock,
    log,
    sessions,
    tickets,
    accounts,
    admit,
  });
  const socketParts = { log, fanout, lookers, tally, authenticate: authentication.ask };
  const gate = createGate({
    proxies: options.proxies ?? createProxies([]),
    origins: options.origins,
    limits,
    tally,
    onSocket: (ws, wire, signedIn) => void converse(socketParts, ws, { wire, signedIn }),
  });

  async function hangUp(): Promise<void> {
    const open = [...fanout.connections];
    const gone = open.map(({ ws }) => new Promise((resolve) => ws.once('close', resolve)));
    for (const connection of open) closeConnection(connection, GOING_AWAY, 'restarting');
    const timer = setTimeout(() => open.forEach(cut), STOP_GRACE_MS);
    await Promise.all(gone);
    clearTimeout(timer);
    await Promise.all(open.map(({ authenticating }) => authenticating));
  }

  return {
    attach: gate.attach,
    routes: () => liveRoutes(issue),
    publishQuotes: fanout.publishQuotes,
    publishPnl(account, items) {
      const [only] = items;
      if (only === undefined) return;
      const frame =
        items.length === 1
          ? { type: 'REAL_TIME_PNL', data: only }
          : { type: 'BATCH_REAL_TIME_PNL', data: items };
      fanout.publishPrivate(account, frame);
    },
    publishBalance: (account, data) =>
      fanout.publishPrivate(account, { type: 'USER_BALANCE_UPDATE', data }),
    publishOrder: (account, data) => fanout.publishPrivate(account, { type: 'ORDER_UPDATE', data }),
    publishOption: (account, data) =>
      fanout.publishPrivate(account, { type: 'OPTION_UPDATE', data }),
    publishNotification: (account, data) =>
      fanout.publishPrivate(account, { type: 'NOTIFICATION', data }),
    publishSupport: (account, data) =>
      fanout.publishPrivate(account, { type: 'SUPPORT_MESSAGE', data }),
    publishLoan: (account, data) => fanout.publishPrivate(account, { type: 'LOAN_UPDATE', data }),
    publishPlan: (account, data) => fanout.publishPrivate(account, { type: 'PLAN_UPDATE', data }),
    publishNft: (account, data) => fanout.publishPrivate(account, { type: 'NFT_UPDATE', data }),
    publishToken: lookers.publish,
    isWatched: lookers.isWatched,
    publishCashier: (account, data) =>
      fanout.publishPrivate(account, { type: 'CASHIER_UPDATE', data }),
    connectedAccounts: () => fanout.accounts.connected(),
    onJoin(listener) {
      joinListeners.push(listener);
    },
    revokeSession: watch.revoke,
    counters: () => ({
      ...tally,
      sockets: fanout.connections.size,
      books: [...fanout.accounts.connected()].length,
    }),
    async stop() {
      gate.close();
      watch.stop();
      fanout.stop();
      lookers.stop();
      await hangUp();
    },
  };
}

function cut(connection: Connection): void {
  connection.ws.terminate();
}

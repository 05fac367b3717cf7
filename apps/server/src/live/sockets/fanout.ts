import type { Clock } from '@candor/kernel';
import {
  type AccountConnections,
  type PrivateFrame,
  createAccountConnections,
} from '../connection/account-connections.ts';
import {
  type TradingAccount,
  type Connection,
  isOpen,
  isWaiting,
  offer,
  release,
} from '../connection/connection.ts';
import {
  type QuoteBoard,
  type UnnumberedQuote,
  createQuoteBoard,
} from '../connection/quote-board.ts';

/** Who hears what, in which batches. */
export type Fanout = {
  readonly connections: ReadonlySet<Connection>;
  readonly accounts: AccountConnections;
  readonly board: QuoteBoard;
  /** Takes in an open socket and shows it the latest quotes. */
  add(connection: Connection): void;
  remove(connection: Connection): void;
  /** Narrows a socket to these instruments and shows it their latest quotes. */
  subscribe(connection: Connection, codes: readonly string[]): void;
  /** Keeps the latest of each instrument for the next round. */
  publishQuotes(quotes: readonly UnnumberedQuote[]): void;
  publishPrivate(account: TradingAccount, frame: PrivateFrame): void;
  stop(): void;
};

/**
 * Sockets served before the loop lets others in: some two milliseconds of writing. A stop has a dozen
 * turns to wait for on its way, so a turn must be short. @source RELIABILITY 1.3
 */
export const SOCKETS_PER_TURN = 100;

/**
 * Makes the fan-out of one process. Quotes go out in rounds, at most one in `quoteIntervalMs`; a
 * round visits every socket once and gives it what changed since its last one. While one round
 * walks, new quotes are collected for the next.
 */
export function createFanout(options: { clock: Clock; quoteIntervalMs: number }): Fanout {
  const { quoteIntervalMs } = options;
  const board = createQuoteBoard();
  const accounts = createAccountConnections(options.clock);
  const connections = new Set<Connection>();
  const batched = new Map<string, UnnumberedQuote>();
  let timer: NodeJS.Timeout | undefined;
  let turn: NodeJS.Immediate | undefined;
  let isWalking = false;
  let isStopped = false;
  let roundAtMs = -Infinity;
  let isSomeoneBehind = false;

  function schedule(): void {
    // A connection that asks while a round walks may already have been visited: another one
    // follows.
    if (isWalking) isSomeoneBehind = true;
    if (isStopped || isWalking || timer !== undefined) return;
    const waitMs = roundAtMs + quoteIntervalMs - performance.now();
    if (waitMs <= 0) startRound();
    else timer = setTimeout(wake, Math.ceil(waitMs));
  }

  function wake(): void {
    timer = undefined;
    schedule();
  }

  function startRound(): void {
    isWalking = true;
    isSomeoneBehind = false;
    roundAtMs = performance.now();
    if (batched.size > 0) board.post(batched.values());
    batched.clear();
    walk(connections.values());
  }

  function walk(rest: Iterator<Connection>): void {
    for (let visited = 0; visited < SOCKETS_PER_TURN; visited += 1) {
      const next = rest.next();
      if (next.done === true) {
        isWalking = false;
        if (isSomeoneBehind) schedule();
        return;
      }
      visit(next.value);
    }
    turn = setImmediate(walk, rest);
  }

  function visit(connection: Connection): void {
    if (!isOpen(connection)) return;
    if (isWaiting(connection)) release(connection);
    showQuotes(connection, roundAtMs);
    const isBehind = isWaiting(connection) || connection.seenVersion !== board.version;
    if (isBehind && isOpen(connection)) isSomeoneBehind = true;
  }

  function showQuotes(connection: Connection, nowMs: number): void {
    if (connection.seenVersion === board.version) return;
    if (nowMs - connection.quotesAtMs < quoteIntervalMs) return;
    const frame = board.frame(connection.subscription, connection.seenVersion);
    if (frame !== null && (isWaiting(connection) || !offer(connection, frame))) {
      connection.tally.quotesCoalesced += 1;
      return;
    }
    connection.seenVersion = board.version;
    if (frame === null) return;
    connection.quotesAtMs = nowMs;
    connection.tally.quoteFrames += 1;
  }

  /** At once when its pace allows it, else in the next round. */
  function showSoon(connection: Connection): void {
    showQuotes(connection, performance.now());
    if (connection.seenVersion !== board.version) schedule();
  }

  return {
    connections,
    accounts,
    board,
    add(connection) {
      connections.add(connection);
      showSoon(connection);
    },
    remove(connection) {
      connections.delete(connection);
      accounts.leave(connection);
      board.leave(connection.subscription);
    },
    subscribe(connection, codes) {
      board.leave(connection.subscription);
      connection.subscription = board.join(codes);
      connection.seenVersion = 0;
      showSoon(connection);
    },
    publishQuotes(quotes) {
      if (isStopped || quotes.length === 0) return;
      for (const quote of quotes) batched.set(quote.code, quote);
      schedule();
    },
    publishPrivate(account, frame) {
      if (accounts.publish(account, frame)) schedule();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      clearImmediate(turn);
    },
  };
}

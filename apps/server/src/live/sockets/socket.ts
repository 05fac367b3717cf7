import type { Duplex } from 'node:stream';
import { CLOSE_CODES, type ClientFrame, live as protocol } from '@candor/protocol';
import type { RawData, WebSocket } from 'ws';
import type { Log } from '../../platform/process/log.ts';
import type { Shown } from './authentication.ts';
import type { AccountConnections } from '../connection/account-connections.ts';
import {
  type TradingAccount,
  type Connection,
  type Tally,
  closeConnection,
  isOpen,
  offer,
  release,
} from '../connection/connection.ts';
import type { Fanout } from './fanout.ts';
import type { Lookers } from './lookers.ts';
import { jsonFrame } from '../connection/frame.ts';
import { type Ticket, countMessage, isTooMany } from '../connection/rules.ts';

/** What a conversation needs. */
export type SocketParts = {
  readonly log: Log;
  readonly fanout: Fanout;
  readonly lookers: Lookers;
  readonly tally: Tally;
  /** Looks at what a socket shows; it is admitted or closed then. */
  authenticate(connection: Connection, shown: Shown): Promise<void>;
};

/** RFC 6455 for what WIRE 6 has no code for. */
const POLICY_VIOLATION = 1008;

const PONG = jsonFrame({ type: 'PONG' });

/** Reads what a client said; null when it is not one of the frames. */
function readFrame(data: RawData, isBinary: boolean): ClientFrame | null {
  if (isBinary) return null;
  try {
    const parsed = protocol.ClientFrame.safeParse(JSON.parse(data.toString()));
    return parsed.success ? parsed.data : null;
  } catch {
    // Not JSON: as unreadable as JSON of another shape.
    return null;
  }
}

/** Starts the conversation with a client that was let in. */
export function converse(
  parts: SocketParts,
  ws: WebSocket,
  { wire, signedIn }: { readonly wire: Duplex; readonly signedIn: () => void },
): Connection {
  const { fanout, tally } = parts;
  const connection: Connection = {
    ws,
    wire,
    tally,
    signedIn,
    subscription: fanout.board.join(null),
    seenVersion: 0,
    quotesAtMs: -Infinity,
    laggingSinceMs: null,
    held: [],
    heldBytes: 0,
    gapFrom: null,
    channel: null,
    sessionId: null,
    tokenHash: null,
    tokenUntil: null,
    isAlive: true,
    messages: { startedAtMs: performance.now(), count: 0 },
    authenticating: Promise.resolve(),
  };
  tally.opened += 1;
  ws.on('message', (data, isBinary) => hear(parts, connection, readFrame(data, isBinary)));
  ws.on('ping', () => isWelcome(connection));
  // One answers each heartbeat; a client that sends more messages than it may is disconnected, too.
  ws.on('pong', () => isWelcome(connection));
  // The library closes after an error of the protocol with the code of RFC 6455.
  ws.on('error', (error) => parts.log.debug({ error: error.message }, 'socket error'));
  ws.on('close', () => {
    fanout.remove(connection);
    parts.lookers.leave(connection);
  });
  wire.on('drain', () => {
    connection.laggingSinceMs = null;
    release(connection);
  });
  fanout.add(connection);
  return connection;
}

/** Counts a message against the limit, and ends the conversation past it. */
function isWelcome(connection: Connection): boolean {
  if (!isOpen(connection)) return false;
  connection.isAlive = true;
  connection.messages = countMessage(connection.messages, performance.now());
  if (!isTooMany(connection.messages)) return true;
  closeConnection(connection, POLICY_VIOLATION, 'too many messages');
  return false;
}

function hear(parts: SocketParts, connection: Connection, said: ClientFrame | null): void {
  if (!isWelcome(connection)) return;
  if (said === null) {
    closeConnection(connection, CLOSE_CODES.unreadable, 'unreadable');
  } else if (said.type === 'PING') {
    offer(connection, PONG);
  } else if (said.type === 'SUBSCRIBE') {
    parts.fanout.subscribe(connection, said.codes);
  } else if (said.type === 'WATCH_NFT') {
    parts.lookers.look(connection, said.ids);
  } else {
    connection.authenticating = connection.authenticating.then(() =>
      parts.authenticate(connection, said),
    );
  }
}

/** Makes what lets a socket hear the trading account its ticket is for, and no other. */
export function admitter(parts: {
  readonly accounts: AccountConnections;
  readonly socketsPerUser: number;
  /** Called once a socket may hear a trading account. */
  onJoin(account: TradingAccount): void;
}): (connection: Connection, ticket: Ticket) => void {
  const { accounts, socketsPerUser, onJoin } = parts;
  return (connection, { userId, mode }) => {
    accounts.leave(connection);
    if (accounts.countOf(userId) >= socketsPerUser) {
      return closeConnection(connection, CLOSE_CODES.slow, 'too many sockets');
    }
    connection.signedIn();
    const channel = accounts.join(connection, { userId, mode });
    const { seq } = channel;
    if (!offer(connection, jsonFrame({ type: 'AUTH_SUCCESS', userId, mode, seq }))) {
      // A reader without room for this one is not ready for private frames: it comes back.
      return closeConnection(connection, CLOSE_CODES.slow, 'too slow');
    }
    return onJoin(channel.account);
  };
}

import type { Duplex } from 'node:stream';
import type { Clock, SessionId, UnixMs, UserId } from '@candor/kernel';
import { CLOSE_CODES, type ClientFrame, live as protocol } from '@candor/protocol';
import type { RawData, WebSocket } from 'ws';
import type { Database } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { redeemTicket } from './commands.ts';
import {
  type Book,
  type Connection,
  type Tally,
  closeConnection,
  isOpen,
  offer,
  release,
} from './connection.ts';
import type { Fanout } from './fanout.ts';
import { jsonFrame } from './frame.ts';
import { type Ticket, countMessage, isTooMany } from './rules.ts';

/** Until when an access token opens its session; the capability `accounts` fulfils it. */
export interface LiveSessions {
  liveUntil(token: { sessionId: SessionId; tokenHash: string }): Promise<UnixMs | null>;
}

/** What a conversation needs. */
export type SocketParts = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly sessions: LiveSessions;
  readonly fanout: Fanout;
  readonly tally: Tally;
  readonly socketsPerUser: number;
  /** Called once a socket may hear a book. */
  onJoin(book: Book): void;
};

/** Codes of RFC 6455 for what WIRE 6 has no code for. */
const POLICY_VIOLATION = 1008;
const SERVER_ERROR = 1011;

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
  ws.on('pong', () => {
    connection.isAlive = true;
  });
  // The library closes after an error of the protocol with the code of RFC 6455.
  ws.on('error', (error) => parts.log.debug({ error: error.message }, 'socket error'));
  ws.on('close', () => fanout.remove(connection));
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
  } else {
    connection.authenticating = connection.authenticating.then(() =>
      authenticate(parts, connection, said).catch((error: unknown) => {
        parts.log.error({ err: error }, 'a socket could not be authenticated');
        closeConnection(connection, SERVER_ERROR, 'try again');
      }),
    );
  }
}

type Shown = Extract<ClientFrame, { type: 'USER_AUTH' }>;

async function authenticate(
  parts: SocketParts,
  connection: Connection,
  shown: Shown,
): Promise<void> {
  if (!isOpen(connection)) return;
  const redeemed = await redeemTicket(parts, shown);
  if (!redeemed.ok) {
    parts.log.info({ reason: redeemed.failure.name }, 'a ticket was refused');
    return closeConnection(connection, CLOSE_CODES.ticket, 'ticket');
  }
  const { sessionId, tokenHash } = redeemed.value;
  // Named before the check: a session that ends while we ask is then found by its number. Whoever
  // only comes with a newer token of the same session hears on meanwhile.
  if (connection.sessionId !== sessionId) parts.fanout.books.leave(connection);
  connection.sessionId = sessionId;
  const until = await parts.sessions.liveUntil(redeemed.value);
  if (until === null) return closeConnection(connection, CLOSE_CODES.revoked, 'session over');
  connection.tokenHash = tokenHash;
  connection.tokenUntil = until;
  if (isOpen(connection)) admit(parts, connection, redeemed.value);
}

function admit(parts: SocketParts, connection: Connection, ticket: Ticket): void {
  const { userId, mode } = ticket;
  const { books } = parts.fanout;
  books.leave(connection);
  if (isFull(parts, userId)) {
    return closeConnection(connection, CLOSE_CODES.slow, 'too many sockets');
  }
  connection.signedIn();
  const channel = books.join(connection, { userId, mode });
  const { seq } = channel;
  if (!offer(connection, jsonFrame({ type: 'AUTH_SUCCESS', userId, mode, seq }))) {
    // A reader without room for this one is not ready for private frames: it comes back.
    return closeConnection(connection, CLOSE_CODES.slow, 'too slow');
  }
  parts.onJoin(channel.book);
}

function isFull(parts: SocketParts, userId: UserId): boolean {
  return parts.fanout.books.countOf(userId) >= parts.socketsPerUser;
}

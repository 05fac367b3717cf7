import type { Duplex } from 'node:stream';
import type { Mode, SessionId, UnixMs, UserId } from '@candor/kernel';
import { CLOSE_CODES } from '@candor/protocol';
import { WebSocket } from 'ws';
import { jsonFrame } from './frame.ts';
import type { Subscription } from './quote-board.ts';
import { HELD_BYTES_MAX, type MessageWindow, decideRoom } from './rules.ts';

/** Which of whose trading accounts a private frame is about. */
export type TradingAccount = { readonly userId: UserId; readonly mode: Mode };

/** The private frames of one trading account, and who hears them. */
export type Channel = {
  readonly account: TradingAccount;
  /** Number of the last frame. */
  seq: number;
  readonly connections: Set<Connection>;
  /** When the last socket left; null while one is there. */
  leftAtMs: number | null;
};

type Held = { readonly seq: number; readonly frame: Buffer };

/** One open socket. Plain data: there may be ten thousand. */
export type Connection = {
  readonly ws: WebSocket;
  /** The stream below, to which ready-made frames are written. */
  readonly wire: Duplex;
  readonly tally: Tally;
  /** Tells the gate that the place is a signed-in user's. */
  readonly signedIn: () => void;
  subscription: Subscription;
  /** Version of the board this reader has seen. */
  seenVersion: number;
  quotesAtMs: number;
  /** Since when nothing could be sent for want of room. */
  laggingSinceMs: number | null;
  /** Private frames that wait for room, oldest first. */
  held: Held[];
  heldBytes: number;
  /** Number of the first private frame that had to be let go. */
  gapFrom: number | null;
  channel: Channel | null;
  sessionId: SessionId | null;
  /** The access token its ticket was asked for with, and when that ends. */
  tokenHash: string | null;
  tokenUntil: UnixMs | null;
  /** Whether anything came back since the last heartbeat. */
  isAlive: boolean;
  messages: MessageWindow;
  /** Authentications follow one another; the last one of them. */
  authenticating: Promise<void>;
};

/** What happened since the start, for the operator's metrics. */
export type Tally = {
  opened: number;
  refused: number;
  /** Closed with 1013 because they read too slowly. */
  evicted: number;
  quoteFrames: number;
  /** Times a slow reader's quotes were put together with later ones. */
  quotesCoalesced: number;
  privateFrames: number;
  /** Private frames that had to wait for room. */
  privateHeld: number;
  /** Times a reader was told to fetch a snapshot instead. */
  snapshotsNeeded: number;
};

/** A tally of nothing yet. */
export function newTally(): Tally {
  return {
    opened: 0,
    refused: 0,
    evicted: 0,
    quoteFrames: 0,
    quotesCoalesced: 0,
    privateFrames: 0,
    privateHeld: 0,
    snapshotsNeeded: 0,
  };
}

/** Whether anything may still be said on it. */
export function isOpen(connection: Connection): boolean {
  return connection.ws.readyState === WebSocket.OPEN;
}

/** How long a close frame may wait behind what a slow reader has not taken yet. */
const CLOSE_GRACE_MS = 5_000;
/** After a revoked session nothing that is still queued may arrive late. @source RELIABILITY A2 */
const REVOKED_GRACE_MS = 900;

/** Says goodbye with a code, and hangs up when no answer comes. */
export function closeConnection(connection: Connection, code: number, reason: string): void {
  if (!isOpen(connection)) return;
  dropHeld(connection);
  connection.ws.close(code, reason);
  const graceMs = code === CLOSE_CODES.revoked ? REVOKED_GRACE_MS : CLOSE_GRACE_MS;
  const timer = setTimeout(() => connection.ws.terminate(), graceMs);
  connection.ws.once('close', () => clearTimeout(timer));
}

/**
 * Sends a frame if the reader has room for it, closes the socket of one that had none for too
 * long. Answers whether it was sent.
 */
export function offer(connection: Connection, frame: Buffer): boolean {
  if (!isOpen(connection)) return false;
  const nowMs = performance.now();
  const room = decideRoom({
    queuedBytes: connection.wire.writableLength,
    frameBytes: frame.length,
    laggingMs: connection.laggingSinceMs === null ? 0 : nowMs - connection.laggingSinceMs,
  });
  if (room === 'send') {
    connection.laggingSinceMs = null;
    connection.wire.write(frame);
    return true;
  }
  connection.laggingSinceMs ??= nowMs;
  if (room === 'close') {
    connection.tally.evicted += 1;
    closeConnection(connection, CLOSE_CODES.slow, 'too slow');
  }
  return false;
}

/** Sends a private frame, or keeps it in its turn until there is room. */
export function deliver(connection: Connection, frame: Buffer, seq: number): void {
  if (!isOpen(connection)) return;
  if (!isWaiting(connection) && offer(connection, frame)) {
    connection.tally.privateFrames += 1;
    return;
  }
  if (!isOpen(connection) || connection.gapFrom !== null) return;
  connection.tally.privateHeld += 1;
  connection.held.push({ seq, frame });
  connection.heldBytes += frame.length;
  if (connection.heldBytes <= HELD_BYTES_MAX) return;
  connection.gapFrom = connection.held[0]?.seq ?? seq;
  dropHeld(connection);
}

/** Whether private frames, or the news that some were let go, wait for room. */
export function isWaiting(connection: Connection): boolean {
  return connection.held.length > 0 || connection.gapFrom !== null;
}

/** Sends what waited, as far as there is room. */
export function release(connection: Connection): void {
  if (connection.gapFrom !== null) {
    const said = jsonFrame({ type: 'SNAPSHOT_NEEDED', from: connection.gapFrom });
    if (!offer(connection, said)) return;
    connection.gapFrom = null;
    connection.tally.snapshotsNeeded += 1;
  }
  let sent = 0;
  for (const { frame } of connection.held) {
    if (!offer(connection, frame)) break;
    sent += 1;
    connection.heldBytes -= frame.length;
  }
  connection.tally.privateFrames += sent;
  connection.held = connection.held.slice(sent);
}

/**
 * Forgets what waited: it belongs to a trading account this socket no longer hears, or became too
 * much.
 */
export function dropHeld(connection: Connection): void {
  connection.held = [];
  connection.heldBytes = 0;
}

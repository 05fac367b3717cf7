import {
  type Decimal,
  type Mode,
  type Result,
  SECOND_MS,
  type SessionId,
  type UnixMs,
  type UserId,
  abs,
  decimal,
  fail,
  ok,
  sub,
} from '@candor/kernel';
import { PUSH_THRESHOLD, type PnlItem } from '@candor/protocol';

/** What a ticket stands for. */
export type Ticket = {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly mode: Mode;
  /** Of the access token it was asked for with: the socket lives no longer. */
  readonly tokenHash: string;
  readonly expiresAt: UnixMs;
};

/** How long a ticket can be used. @source WIRE 6 */
export const TICKET_MS = 30 * SECOND_MS;

/** Why a ticket is not taken; the socket says 4401 to all of them. */
export type TicketFailure = { readonly name: 'ticket-unknown' | 'ticket-late' | 'ticket-foreign' };

/**
 * Whether a ticket that was found lets this socket hear the private frames of `claimed`.
 *
 * @units now: Unix ms
 * @failure ticket-unknown — never given out, or used before
 * @failure ticket-late — older than 30 s
 * @failure ticket-foreign — given to another user
 */
export function decideTicket(
  ticket: Ticket | null,
  facts: { readonly claimed: string; readonly now: UnixMs },
): Result<Ticket, TicketFailure> {
  if (ticket === null) return fail({ name: 'ticket-unknown' });
  if (ticket.expiresAt <= facts.now) return fail({ name: 'ticket-late' });
  if (ticket.userId !== facts.claimed) return fail({ name: 'ticket-foreign' });
  return ok(ticket);
}

/**
 * Whether a page of this origin may open a socket: it is one of ours, whatever host it called. A
 * browser writes both by itself, so that they agree says nothing of whose page it is. Programs send
 * no origin and carry no cookies, so nobody can be tricked through them.
 */
export function isOriginAllowed(facts: {
  readonly origin: string | undefined;
  readonly allowed: readonly string[];
}): boolean {
  const { origin, allowed } = facts;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  if (page.protocol !== 'http:' && page.protocol !== 'https:') return false;
  return allowed.includes(page.origin);
}

/** Most sockets of one process, of one address, of its network and of one user. */
export type SocketLimits = {
  readonly total: number;
  /** An IPv4 address, or the /64 that one customer has. */
  readonly perAddress: number;
  /** A /24, or the /48 that one site has: many households, or one attacker with many addresses. */
  readonly perNetwork: number;
  readonly perUser: number;
  /** Part of the total that only signed-in users may go on using: visitors cannot shut them out. */
  readonly keptShare: number;
  /** Handshakes that may wait for their turn; more hear 503 and come again. */
  readonly waiting: number;
  /** How long a client that came when all other places were taken may take to show a ticket. */
  readonly showTicketMs: number;
};

/** Unless the operator says otherwise. @source RELIABILITY 1.3 */
export const SOCKET_LIMITS: SocketLimits = {
  total: 10_000,
  perAddress: 50,
  perNetwork: 500,
  perUser: 10,
  keptShare: 0.3,
  waiting: 2_000,
  showTicketMs: 5 * SECOND_MS,
};

/** Sockets that are open now, of all callers and of one caller's surroundings. */
export type SocketCounts = {
  readonly total: number;
  readonly ofAddress: number;
  readonly ofNetwork: number;
};

/** Whether one more may be opened: 429 where one's own limit is reached, 503 where it is full. */
export function decideSocket(counts: SocketCounts, limits: SocketLimits): 429 | 503 | null {
  if (counts.ofAddress >= limits.perAddress || counts.ofNetwork >= limits.perNetwork) return 429;
  return counts.total >= limits.total ? 503 : null;
}

/** Whether visitors have taken every place that is not kept for signed-in users. */
export function isFullOfVisitors(visitors: number, limits: SocketLimits): boolean {
  return visitors >= limits.total - Math.floor(limits.total * limits.keptShare);
}

/** Messages a client may send in a minute. @source RELIABILITY P17 */
export const MESSAGES_PER_MINUTE = 100;
const WINDOW_MS = 60 * SECOND_MS;

/** How many messages came since a moment. */
export type MessageWindow = { readonly startedAtMs: number; readonly count: number };

/** Counts one more message at `nowMs`; a minute after its first one a window starts again. */
export function countMessage(window: MessageWindow, nowMs: number): MessageWindow {
  if (nowMs - window.startedAtMs >= WINDOW_MS) return { startedAtMs: nowMs, count: 1 };
  return { startedAtMs: window.startedAtMs, count: window.count + 1 };
}

/** Whether the client said more than it may. */
export function isTooMany(window: MessageWindow): boolean {
  return window.count > MESSAGES_PER_MINUTE;
}

/** Bytes a socket may have waiting before quotes and private frames wait with us. @source P18 */
export const ROOM_BYTES = 256 * 1024;
/** Bytes waiting at which a socket is closed. @source P18 */
export const QUEUE_BYTES_MAX = 1024 * 1024;
/** How long a socket may go without room. @source P18 */
export const LAG_MS_MAX = 2 * SECOND_MS;
/** Bytes of private frames we keep for a socket without room; past it, a snapshot. */
export const HELD_BYTES_MAX = 256 * 1024;

/** `send` now, `wait` until there is room, or `close` because the reader is too slow. */
export type Room = 'send' | 'wait' | 'close';

/**
 * What to do with the next frame of a socket.
 *
 * @units bytes, milliseconds since the first frame that had to wait
 * @source RELIABILITY P18: the next frame counts too
 */
export function decideRoom(facts: {
  readonly queuedBytes: number;
  readonly frameBytes: number;
  readonly laggingMs: number;
}): Room {
  const { queuedBytes, frameBytes, laggingMs } = facts;
  if (queuedBytes > QUEUE_BYTES_MAX) return 'close';
  if (queuedBytes === 0 || queuedBytes + frameBytes <= ROOM_BYTES) return 'send';
  return laggingMs > LAG_MS_MAX ? 'close' : 'wait';
}

/** The figures of one contract as they were last pushed, or are now. */
export type PushedPnl = Pick<PnlItem, 'unrealizedPnL' | 'unrealizedPnLPercentage' | 'currentPrice'>;

const STEPS = {
  unrealizedPnL: decimal(PUSH_THRESHOLD.pnl),
  unrealizedPnLPercentage: decimal(PUSH_THRESHOLD.percent),
  currentPrice: decimal(PUSH_THRESHOLD.price),
} as const satisfies Record<keyof PushedPnl, Decimal>;
const FIGURES = ['unrealizedPnL', 'unrealizedPnLPercentage', 'currentPrice'] as const;

/**
 * Whether the figures moved far enough from the ones last pushed: PnL or percent by 0.1, or the
 * price by 0.01. It limits pushes, never what is stored. Nothing pushed yet: always.
 *
 * @units PnL in USDT, percent of the margin, price in the quote asset per base unit; compared exactly
 * @source seed §9
 */
export function worthPushing(previous: PushedPnl | null, next: PushedPnl): boolean {
  if (previous === null) return true;
  return FIGURES.some((figure) => {
    const moved = abs(sub(decimal(next[figure]), decimal(previous[figure])));
    return moved >= STEPS[figure];
  });
}

import type { Mode } from '@candor/kernel';
import {
  CLOSE_CODES,
  RECONNECT_AFTER_MS,
  RECONNECT_AFTER_NAVIGATION_MS,
  SOCKET_CHECK_MS,
  type ClientFrame,
  type QuoteItem,
  type ServerFrame,
} from '@candor/protocol/light';
import { pageNow } from '../lib/clock.ts';

/** Who is signed in, and for which account the socket speaks. */
export type LiveSession = { readonly userId: string; readonly mode: Mode };

/** What a page may say about the connection. */
export type LiveStatus = 'connecting' | 'open' | 'waiting';

/** Waiting times; tests shorten them. @units milliseconds */
export type LiveDelays = {
  readonly reconnectMs: number;
  readonly checkMs: number;
  readonly afterNavigationMs: number;
  /** Longest wait for the answer of a line that is looked at after a break. */
  readonly answerMs: number;
  /** An introduction this old is made again, so that the socket outlives the token it came by. */
  readonly introduceMs: number;
  /** Least time between two frames of one kind that say what the page looks at. */
  readonly lookMs: number;
  /** Most that chance adds to each of the others, so that browsers do not return all at once. */
  readonly jitterMs: number;
};

/** What the socket needs from the rest of the page. */
export type LiveOptions = {
  readonly url: string;
  readonly session: () => LiveSession | null;
  /** A ticket for the mode of the session; null when there is none to be had. */
  readonly ticket: () => Promise<string | null>;
  readonly onQuotes: (items: readonly QuoteItem[]) => void;
  readonly onFrame: (frame: ServerFrame) => void;
  readonly onStatus: (status: LiveStatus) => void;
  /** A new connection: sequences start again. */
  readonly onOpen: () => void;
  /** The server ended the session of this socket. */
  readonly onRevoked: () => void;
  readonly delays?: LiveDelays;
};

/** Instruments or tokens on screen; of each kind the last one said counts. */
export type Looking = Extract<ClientFrame, { type: 'SUBSCRIBE' | 'WATCH_NFT' }>;

/** The one connection of a page. */
export type LiveSocket = {
  readonly start: () => void;
  /** Signed in, signed out or switched accounts. */
  readonly sessionChanged: () => void;
  readonly navigated: () => void;
  /** The page is back after a break: is the line still there? One that stood still is not. */
  readonly returned: (hasStood: boolean) => void;
  /** What the page looks at: said soon, and again by each new connection. */
  readonly look: (frame: Looking) => void;
};

const DELAYS: LiveDelays = {
  reconnectMs: RECONNECT_AFTER_MS,
  checkMs: SOCKET_CHECK_MS,
  afterNavigationMs: RECONNECT_AFTER_NAVIGATION_MS,
  answerMs: 5_000,
  introduceMs: 270_000,
  lookMs: 250,
  jitterMs: 1_000,
};

type Timer = ReturnType<typeof setTimeout>;
/** Waits that chance makes a little longer. */
type Wait = 'reconnectMs' | 'checkMs' | 'afterNavigationMs';

type Line = {
  readonly options: LiveOptions;
  readonly delays: LiveDelays;
  socket: WebSocket | null;
  /** For whom the server has been told, or is being told, to speak. */
  introduced: LiveSession | null;
  introducedAtMs: number;
  awaitingPong: boolean;
  readonly looking: Map<Looking['type'], Looking>;
  readonly timers: Map<Wait | 'answerMs' | Looking['type'], Timer>;
};

function jitter(max: number): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return (drawn / 2 ** 32) * max;
}

function after(line: Line, name: Wait, run: () => void): void {
  clearTimeout(line.timers.get(name));
  line.timers.set(name, setTimeout(run, line.delays[name] + jitter(line.delays.jitterMs)));
}

function isOpen(line: Line): boolean {
  return line.socket?.readyState === WebSocket.OPEN;
}

function send(line: Line, frame: ClientFrame): void {
  if (isOpen(line)) line.socket?.send(JSON.stringify(frame));
}

function isSame(a: LiveSession | null, b: LiveSession | null): boolean {
  return a?.userId === b?.userId && a?.mode === b?.mode;
}

/** Says who is listening, with a fresh ticket; the socket stays public when there is none. */
async function introduce(line: Line): Promise<void> {
  const session = line.options.session();
  const socket = line.socket;
  if (session === null || !isOpen(line)) return;
  line.introduced = session;
  line.introducedAtMs = pageNow();
  const ticket = await line.options.ticket();
  if (line.socket !== socket || !isSame(line.options.session(), session)) return;
  if (ticket === null) {
    // The next check tries again.
    line.introduced = null;
    return;
  }
  send(line, { type: 'USER_AUTH', userId: session.userId, ticket });
}

function receive(line: Line, text: unknown): void {
  if (typeof text !== 'string') return;
  const frame = JSON.parse(text) as readonly QuoteItem[] | ServerFrame;
  if (Array.isArray(frame)) {
    line.options.onQuotes(frame as readonly QuoteItem[]);
    return;
  }
  const message = frame as ServerFrame;
  if (message.type === 'PONG') line.awaitingPong = false;
  else line.options.onFrame(message);
}

function onClose(line: Line, code: number): void {
  line.socket = null;
  line.introduced = null;
  line.awaitingPong = false;
  line.options.onStatus('waiting');
  if (code === CLOSE_CODES.revoked) line.options.onRevoked();
  after(line, 'reconnectMs', () => connect(line));
}

function connect(line: Line): void {
  if (line.socket !== null) return;
  line.options.onStatus('connecting');
  const socket = new WebSocket(line.options.url);
  line.socket = socket;
  socket.addEventListener('open', () => {
    if (line.socket !== socket) return;
    line.options.onOpen();
    line.options.onStatus('open');
    line.looking.forEach((frame) => send(line, frame));
    void introduce(line);
  });
  socket.addEventListener('message', (event) => {
    if (line.socket === socket) receive(line, event.data);
  });
  socket.addEventListener('close', (event) => {
    if (line.socket === socket) onClose(line, event.code);
  });
}

/** Lets the present connection go without waiting for its close, and opens another. */
function reopen(line: Line): void {
  const old = line.socket;
  line.socket = null;
  line.introduced = null;
  line.awaitingPong = false;
  old?.close(1000);
  connect(line);
}

function check(line: Line): void {
  after(line, 'checkMs', () => check(line));
  if (line.socket === null) {
    connect(line);
    return;
  }
  if (!isOpen(line)) return;
  // A line that did not answer the last PING is dead, whatever its state says.
  if (line.awaitingPong) {
    reopen(line);
    return;
  }
  line.awaitingPong = true;
  send(line, { type: 'PING' });
  const isOld = pageNow() - line.introducedAtMs >= line.delays.introduceMs;
  if (isOld || !isSame(line.introduced, line.options.session())) void introduce(line);
}

/**
 * Looks at the line at once. What a connection still holds from before a break would be told as if
 * it were new, so one that stood still is let go.
 */
function returned(line: Line, hasStood: boolean): void {
  if (hasStood) {
    reopen(line);
    return;
  }
  if (line.socket === null) {
    connect(line);
    return;
  }
  if (!isOpen(line)) return;
  const asked = line.socket;
  line.awaitingPong = true;
  send(line, { type: 'PING' });
  clearTimeout(line.timers.get('answerMs'));
  const look = (): void => {
    if (line.socket === asked && line.awaitingPong) reopen(line);
  };
  line.timers.set('answerMs', setTimeout(look, line.delays.answerMs));
}

function sessionChanged(line: Line): void {
  if (isSame(line.introduced, line.options.session())) return;
  // No frame takes an introduction back, so a socket that served a user is let go.
  if (line.introduced !== null && line.options.session()?.userId !== line.introduced.userId) {
    reopen(line);
    return;
  }
  if (isOpen(line)) void introduce(line);
}

function look(line: Line, frame: Looking): void {
  const { type } = frame;
  line.looking.set(type, frame);
  if (line.timers.has(type)) return;
  line.timers.set(
    type,
    setTimeout(() => {
      line.timers.delete(type);
      send(line, line.looking.get(type) ?? frame);
    }, line.delays.lookMs),
  );
}

/**
 * The connection to `/message`: opened at start for public quotes, introduced with a ticket when a
 * user is signed in, opened again 5 s after it broke, checked every 30 s and 1 s after each
 * navigation.
 *
 * @source seed §4 "Live channel", WIRE 6
 */
export function createLiveSocket(options: LiveOptions): LiveSocket {
  const line: Line = {
    options,
    delays: options.delays ?? DELAYS,
    socket: null,
    introduced: null,
    introducedAtMs: 0,
    awaitingPong: false,
    looking: new Map(),
    timers: new Map(),
  };
  return {
    start: () => {
      connect(line);
      after(line, 'checkMs', () => check(line));
    },
    sessionChanged: () => sessionChanged(line),
    returned: (hasStood) => returned(line, hasStood),
    navigated: () => after(line, 'afterNavigationMs', () => connect(line)),
    look: (frame) => look(line, frame),
  };
}

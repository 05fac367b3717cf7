// Promise: the page hears public quotes at once, its own account only with a ticket for the mode
// shown, and comes back after every kind of break.
import type { ServerFrame } from '@candor/protocol/light';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LiveOptions, type LiveSession, createLiveSocket } from './socket.ts';

/** The server's end of a connection, in place of the browser's WebSocket. */
class Wire extends EventTarget {
  static readonly OPEN = 1;
  static opened: Wire[] = [];
  readonly url: string;
  readyState = 0;
  readonly sent: unknown[] = [];

  constructor(url: string) {
    super();
    this.url = url;
    Wire.opened.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(code: number): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
  accept(): void {
    this.readyState = Wire.OPEN;
    this.dispatchEvent(new Event('open'));
  }
  say(frame: unknown): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(frame) }));
  }
}

const delays = {
  reconnectMs: 5_000,
  checkMs: 30_000,
  afterNavigationMs: 1_000,
  answerMs: 5_000,
  introduceMs: 270_000,
  lookMs: 250,
  jitterMs: 0,
};

function line(session: LiveSession | null) {
  const state = { session, tickets: 0 };
  const heard = { quotes: [] as unknown[], frames: [] as ServerFrame[] };
  const onRevoked = vi.fn();
  const options: LiveOptions = {
    url: 'ws://test/message',
    session: () => state.session,
    ticket: async () => `${state.session?.mode}-${(state.tickets += 1)}`,
    onQuotes: (items) => heard.quotes.push(...items),
    onFrame: (frame) => heard.frames.push(frame),
    onStatus: vi.fn(),
    onOpen: vi.fn(),
    onRevoked,
    delays,
  };
  const socket = createLiveSocket(options);
  return { socket, state, heard, onRevoked, options };
}

const newest = (): Wire => {
  const wire = Wire.opened.at(-1);
  if (wire === undefined) throw new Error('nothing was opened');
  return wire;
};
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  Wire.opened = [];
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Wire);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the live line', () => {
  it('opens at start for public quotes, signed in or not', async () => {
    const { socket, heard } = line(null);
    socket.start();
    newest().accept();
    await settle();
    expect(newest().sent).toEqual([]);
    newest().say([{ code: 'BTC/USDT', price: '1' }]);
    expect(heard.quotes).toEqual([{ code: 'BTC/USDT', price: '1' }]);
  });

  it('introduces itself with a ticket, and again for the other books on the same socket', async () => {
    const { socket, state } = line({ userId: 'u', mode: 'demo' });
    socket.start();
    newest().accept();
    await settle();
    expect(newest().sent).toEqual([{ type: 'USER_AUTH', userId: 'u', ticket: 'demo-1' }]);
    socket.sessionChanged();
    await settle();
    expect(state.tickets).toBe(1);
    state.session = { userId: 'u', mode: 'real' };
    socket.sessionChanged();
    await settle();
    expect(Wire.opened).toHaveLength(1);
    expect(newest().sent.at(-1)).toEqual({ type: 'USER_AUTH', userId: 'u', ticket: 'real-2' });
  });

  it('introduces itself again before the token of its ticket ends, on the same socket', async () => {
    const { socket, state } = line({ userId: 'u', mode: 'demo' });
    socket.start();
    newest().accept();
    await settle();
    for (let minute = 0; minute < 9; minute += 1) {
      await vi.advanceTimersByTimeAsync(30_000);
      newest().say({ type: 'PONG' });
    }
    expect(Wire.opened).toHaveLength(1);
    expect(state.tickets).toBe(2);
    expect(newest().sent.at(-1)).toEqual({ type: 'USER_AUTH', userId: 'u', ticket: 'demo-2' });
  });

  it('lets the socket go when its user leaves', async () => {
    const { socket, state, heard } = line({ userId: 'u', mode: 'demo' });
    socket.start();
    const first = newest();
    first.accept();
    await settle();
    state.session = null;
    socket.sessionChanged();
    expect(first.readyState).toBe(3);
    expect(Wire.opened).toHaveLength(2);
    first.say({ type: 'AUTH_SUCCESS', userId: 'u', mode: 'demo', seq: 1 });
    expect(heard.frames).toEqual([]);
  });

  it('comes back 5 s after a break and asks for the same codes and tokens', async () => {
    const { socket } = line(null);
    socket.start();
    newest().accept();
    socket.look({ type: 'SUBSCRIBE', codes: ['ADA/USDT'] });
    socket.look({ type: 'SUBSCRIBE', codes: ['BTC/USDT'] });
    await vi.advanceTimersByTimeAsync(250);
    expect(newest().sent).toEqual([{ type: 'SUBSCRIBE', codes: ['BTC/USDT'] }]);
    socket.look({ type: 'WATCH_NFT', ids: ['n'] });
    await vi.advanceTimersByTimeAsync(250);
    // One kind that changed says nothing of the other again.
    expect(newest().sent.slice(1)).toEqual([{ type: 'WATCH_NFT', ids: ['n'] }]);
    newest().close(1006);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(Wire.opened).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(Wire.opened).toHaveLength(2);
    newest().accept();
    expect(newest().sent).toEqual([
      { type: 'SUBSCRIBE', codes: ['BTC/USDT'] },
      { type: 'WATCH_NFT', ids: ['n'] },
    ]);
  });

  it('is looked at at once when the page returns, and let go when it does not answer', async () => {
    const { socket } = line(null);
    socket.start();
    const first = newest();
    first.accept();
    socket.returned(false);
    expect(first.sent).toEqual([{ type: 'PING' }]);
    first.say({ type: 'PONG' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(Wire.opened).toHaveLength(1);
    socket.returned(false);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(Wire.opened).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(Wire.opened).toHaveLength(2);
    expect(first.readyState).toBe(3);
  });

  it('is opened at once when it was down while nobody looked', async () => {
    const { socket } = line(null);
    socket.start();
    newest().accept();
    newest().close(1006);
    socket.returned(false);
    expect(Wire.opened).toHaveLength(2);
  });

  it('that stood still is let go: what it still holds is not told as if it were new', async () => {
    const { socket, heard } = line(null);
    socket.start();
    const first = newest();
    first.accept();
    socket.returned(true);
    first.say([{ code: 'BTC/USDT', price: '1' }]);
    expect(heard.quotes).toEqual([]);
    newest().accept();
    newest().say([{ code: 'BTC/USDT', price: '2' }]);
    expect(heard.quotes).toEqual([{ code: 'BTC/USDT', price: '2' }]);
  });

  it('comes back 1 s after a navigation', async () => {
    const { socket } = line(null);
    socket.start();
    newest().accept();
    newest().close(1006);
    socket.navigated();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(Wire.opened).toHaveLength(2);
  });

  it('checks every 30 s and drops a line that does not answer', async () => {
    const { socket } = line(null);
    socket.start();
    newest().accept();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(newest().sent).toEqual([{ type: 'PING' }]);
    newest().say({ type: 'PONG' });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(Wire.opened).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(Wire.opened).toHaveLength(2);
  });

  it('has the session checked when the server revoked it', async () => {
    const { socket, onRevoked } = line({ userId: 'u', mode: 'demo' });
    socket.start();
    newest().accept();
    await settle();
    newest().close(4403);
    expect(onRevoked).toHaveBeenCalledTimes(1);
  });
});

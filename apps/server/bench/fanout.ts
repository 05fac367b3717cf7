/**
 * How much of the socket library's own broadcast the live channel keeps: both send the same text
 * to the same readers, the readers live in a process of their own, and only this process's CPU time
 * counts.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Clock } from '@candor/kernel';
import { unixMs } from '@candor/kernel';
import { SOCKET_PATH, WIRE_FIELDS } from '@candor/protocol';
import { type WebSocket, WebSocketServer } from 'ws';
import { type UnnumberedQuote, createLive } from '../src/live/index.ts';
import type { Database } from '../src/platform/postgres/db.ts';
import { createLog } from '../src/platform/process/log.ts';
import { createTokenMarks } from '../src/platform/secrets/session.ts';

export type FanoutBench = {
  readonly sockets: number;
  readonly frameBytes: number;
  /** Messages sent for each second of this process's CPU. */
  readonly live: number;
  readonly bare: number;
  /** live ÷ bare, both measured in this run. */
  readonly ratio: number;
};

type Settings = { readonly sockets: number; readonly rounds: number; readonly quotes: number };
type Broadcaster = {
  readonly server: Server;
  /** Sends one round to every connection; resolves when every frame was handed to its socket. */
  round(number: number): Promise<void>;
  stop(): Promise<void>;
};

const DEFAULTS: Settings = { sockets: 1_000, rounds: 100, quotes: 20 };
const CLOCK: Clock = { now: () => unixMs(1_704_067_200_000) };
/** No ticket is asked for here, so nothing may reach a database. */
const NO_DATABASE = {} as Database;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function quotesOf(count: number, round: number): UnnumberedQuote[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `instrument-${index}`,
    code: `C${index}/USDT`,
    type: 2,
    price: `${64_000 + round}.25`,
    bid: `${64_000 + round}.2`,
    ask: `${64_000 + round}.3`,
    [WIRE_FIELDS.changePercent]: '1.25',
    source: 'A venue',
    sourceTime: 1_704_067_200_000 + round,
    receivedAt: 1_704_067_200_010 + round,
    tickId: `2024-01-01/${round}`,
    status: 'open',
  }));
}

function liveBroadcaster(settings: Settings): Broadcaster {
  const live = createLive({
    db: NO_DATABASE,
    clock: CLOCK,
    log: createLog({ level: 'silent' }),
    sessions: {
      liveUntil: async (tokens) => tokens.map(() => unixMs(Number.MAX_SAFE_INTEGER)),
    },
    origins: () => [],
    tickets: createTokenMarks('a secret of the bench', 'tickets'),
    // Rounds follow one another as soon as they are asked for.
    quoteIntervalMs: 0,
    limits: { total: settings.sockets, perAddress: settings.sockets },
  });
  const server = createServer();
  live.attach(server);
  return {
    server,
    async round(number) {
      const wanted = live.counters().quoteFrames + settings.sockets;
      live.publishQuotes(quotesOf(settings.quotes, number));
      while (live.counters().quoteFrames < wanted) await nextTurn();
    },
    stop: () => live.stop(),
  };
}

function bareBroadcaster(settings: Settings): Broadcaster {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const clients = new Set<WebSocket>();
  const server = createServer().on('upgrade', (request, wire, head) => {
    sockets.handleUpgrade(request, wire, head, (ws) => clients.add(ws));
  });
  return {
    server,
    async round(number) {
      const numbered = quotesOf(settings.quotes, number).map((quote) => ({
        ...quote,
        seq: number,
      }));
      const message = Buffer.from(JSON.stringify(numbered));
      for (const ws of clients) ws.send(message, { binary: false });
      await nextTurn();
    },
    async stop() {
      for (const ws of clients) ws.terminate();
      sockets.close();
    },
  };
}

/** Messages for each second of CPU. Waits for the readers between rounds, outside the count. */
async function measure(broadcaster: Broadcaster, settings: Settings): Promise<number> {
  const { server, round } = broadcaster;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const readers = fork(fileURLToPath(import.meta.url), [`${port}`, `${settings.sockets}`]);
  await once(readers, 'message');
  let cpuUs = 0;
  for (let number = 1; number <= settings.rounds; number += 1) {
    const before = process.cpuUsage();
    await round(number);
    const { user, system } = process.cpuUsage(before);
    cpuUs += user + system;
    const caughtUp = once(readers, 'message');
    readers.send(number);
    await caughtUp;
  }
  readers.kill();
  await once(readers, 'exit');
  await broadcaster.stop();
  server.close();
  await once(server, 'close');
  return (settings.rounds * settings.sockets) / (cpuUs / 1e6);
}

/**
 * Measures both ways in turns and takes the better of each, so that a busy moment of the machine
 * does not decide.
 */
export async function benchFanout(chosen: Partial<Settings> = {}): Promise<FanoutBench> {
  const settings = { ...DEFAULTS, ...chosen };
  const found: Record<'live' | 'bare', number> = { live: 0, bare: 0 };
  for (let turn = 0; turn < 3; turn += 1) {
    found.bare = Math.max(found.bare, await measure(bareBroadcaster(settings), settings));
    found.live = Math.max(found.live, await measure(liveBroadcaster(settings), settings));
  }
  const numbered = quotesOf(settings.quotes, 1).map((quote) => ({ ...quote, seq: 1 }));
  return {
    sockets: settings.sockets,
    frameBytes: Buffer.byteLength(JSON.stringify(numbered)),
    live: Math.round(found.live),
    bare: Math.round(found.bare),
    ratio: found.live / found.bare,
  };
}

const HANDSHAKE =
  `GET ${SOCKET_PATH} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

/** The other process: opens the sockets, reads and forgets, says when it has read it all. */
async function readAll(port: number, sockets: number): Promise<void> {
  let bytes = 0;
  for (let opened = 0; opened < sockets; opened += 1) {
    const wire = connect(port, '127.0.0.1');
    wire.write(HANDSHAKE);
    await once(wire, 'data');
    wire.on('data', (chunk: Buffer) => (bytes += chunk.length));
    wire.on('error', () => undefined);
  }
  process.on('message', async () => {
    for (let before = -1; before !== bytes;) {
      before = bytes;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    process.send?.('caught up');
  });
  process.send?.('open');
}

const [port, sockets] = process.argv.slice(2);
if (process.send !== undefined && port !== undefined && sockets !== undefined) {
  await readAll(Number.parseInt(port, 10), Number.parseInt(sockets, 10));
}

import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { SOCKET_PATH } from '@candor/protocol';
import { type WebSocket, WebSocketServer } from 'ws';
import { hostOf } from '../platform/address.ts';
import type { Proxies } from '../platform/proxies.ts';
import type { Tally } from './connection.ts';
import { type SocketLimits, isOriginAllowed } from './rules.ts';

/** Lets clients in at the one path, or not. */
export type Gate = {
  /** Watches a server for clients that want a socket. */
  attach(server: Server): void;
  /** Lets nobody in any more. */
  close(): void;
};

/** Largest message a client may send: a SUBSCRIBE of 500 codes has 14 kB. */
const MESSAGE_BYTES_MAX = 16 * 1024;

const REFUSALS = { 403: 'Forbidden', 429: 'Too Many Requests', 503: 'Service Unavailable' };

function refuse(wire: Duplex, status: keyof typeof REFUSALS): void {
  wire.on('error', () => wire.destroy());
  const retry = status === 403 ? '' : 'Retry-After: 5\r\n';
  wire.end(
    `HTTP/1.1 ${status} ${REFUSALS[status]}\r\n${retry}Connection: close\r\n` +
      'Content-Length: 0\r\n\r\n',
    () => wire.destroy(),
  );
}

/** Makes the gate. `onSocket` takes over a client that was let in. */
export function createGate(options: {
  origins: readonly string[];
  limits: SocketLimits;
  proxies: Proxies;
  tally: Tally;
  onSocket(ws: WebSocket, wire: Duplex): void;
}): Gate {
  const { origins, limits, tally, onSocket } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_BYTES_MAX,
    perMessageDeflate: false,
    clientTracking: false,
  });
  const servers = new Set<Server>();
  const perAddress = new Map<string, number>();
  let total = 0;

  function count(group: string, change: 1 | -1): void {
    total += change;
    const left = (perAddress.get(group) ?? 0) + change;
    if (left === 0) perAddress.delete(group);
    else perAddress.set(group, left);
  }

  function refusalOf(request: IncomingMessage, group: string): keyof typeof REFUSALS | null {
    const { origin, host } = request.headers;
    if (!isOriginAllowed({ origin, host, allowed: origins })) return 403;
    if (total >= limits.total) return 503;
    return (perAddress.get(group) ?? 0) >= limits.perAddress ? 429 : null;
  }

  function onUpgrade(request: IncomingMessage, wire: Duplex, head: Buffer): void {
    if (request.url?.split('?', 1)[0] !== SOCKET_PATH) {
      wire.destroy();
      return;
    }
    const group = hostOf(options.proxies.callerOf(request));
    const refusal = refusalOf(request, group);
    if (refusal !== null) {
      tally.refused += 1;
      refuse(wire, refusal);
      return;
    }
    sockets.handleUpgrade(request, wire, head, (ws) => {
      count(group, 1);
      ws.once('close', () => count(group, -1));
      onSocket(ws, wire);
    });
  }

  return {
    attach(server) {
      servers.add(server);
      server.on('upgrade', onUpgrade);
    },
    close() {
      for (const server of servers) server.off('upgrade', onUpgrade);
      servers.clear();
      sockets.close();
    },
  };
}

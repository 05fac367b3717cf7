import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { CLOSE_CODES, SOCKET_PATH } from '@candor/protocol';
import { type WebSocket, WebSocketServer } from 'ws';
import { hostOf, networkOf } from '../../platform/http/address.ts';
import { type Fifo, createFifo } from '../../platform/commit/fifo.ts';
import type { Proxies } from '../../platform/http/proxies.ts';
import { RETRY_AFTER } from '../../platform/postgres/unavailable.ts';
import type { Tally } from '../connection/connection.ts';
import {
  type SocketLimits,
  decideSocket,
  isFullOfVisitors,
  isOriginAllowed,
} from '../connection/rules.ts';

/** Lets clients in at the one path, or not. */
export type Gate = {
  /** Watches a server for clients that want a socket. */
  attach(server: Server): void;
  /** Lets nobody in any more. */
  close(): void;
};

/** Largest message a client may send: a SUBSCRIBE of 500 codes has 14 kB. */
const MESSAGE_BYTES_MAX = 16 * 1024;

/** How long one that found no place may take to say goodbye. */
const CLOSE_GRACE_MS = 1_000;

const REFUSALS = { 403: 'Forbidden', 429: 'Too Many Requests', 503: 'Service Unavailable' };

function hangUp(this: Duplex): void {
  this.destroy();
}

function refuse(wire: Duplex, status: keyof typeof REFUSALS): void {
  wire.on('error', () => wire.destroy());
  const retry = status === 403 ? '' : `Retry-After: ${RETRY_AFTER.socket}\r\n`;
  wire.end(
    `HTTP/1.1 ${status} ${REFUSALS[status]}\r\n${retry}Connection: close\r\n` +
      'Content-Length: 0\r\n\r\n',
    () => wire.destroy(),
  );
}

/** Handshakes taken before the loop lets others in: each costs some tenths of a millisecond. */
const UPGRADES_PER_TURN = 20;

type Waiting = { readonly request: IncomingMessage; readonly wire: Duplex; readonly head: Buffer };

/** Makes the gate. `onSocket` takes over a client that was let in. */
export function createGate(options: {
  /** Origins of our own pages, as they are now. */
  origins(): readonly string[];
  limits: SocketLimits;
  proxies: Proxies;
  tally: Tally;
  /** `signedIn` is called once its user has shown a ticket. */
  onSocket(ws: WebSocket, wire: Duplex, signedIn: () => void): void;
}): Gate {
  const { origins, limits, tally, onSocket } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_BYTES_MAX,
    perMessageDeflate: false,
    clientTracking: false,
  });
  const servers = new Set<Server>();
  // By address and by network; no name of one is a name of the other.
  const open = new Map<string, number>();
  let total = 0;
  let visitors = 0;
  const waiting: Fifo<Waiting> = createFifo();
  let turn: NodeJS.Immediate | null = null;

  const placesOf = (caller: string): { host: string; network: string } => ({
    host: `host ${hostOf(caller)}`,
    network: `network ${networkOf(caller)}`,
  });

  function count(place: string, change: 1 | -1): void {
    const left = (open.get(place) ?? 0) + change;
    if (left === 0) open.delete(place);
    else open.set(place, left);
  }

  function refusalOf(request: IncomingMessage, caller: string): keyof typeof REFUSALS | null {
    const { origin } = request.headers;
    if (!isOriginAllowed({ origin, allowed: origins() })) return 403;
    const places = placesOf(caller);
    const ofAddress = open.get(places.host) ?? 0;
    const ofNetwork = open.get(places.network) ?? 0;
    return decideSocket({ total, ofAddress, ofNetwork }, limits);
  }

  /** Gives a socket its place; it is a visitor's until its user has signed in on it. */
  function seat(ws: WebSocket, caller: string): () => void {
    const { host, network } = placesOf(caller);
    const isKept = isFullOfVisitors(visitors, limits);
    let isVisitor = true;
    const leave = (): void => {
      if (isVisitor) visitors -= 1;
      isVisitor = false;
    };
    count(host, 1);
    count(network, 1);
    total += 1;
    visitors += 1;
    // Only a kept place was left: it is for who shows a ticket soon.
    const late = isKept
      ? setTimeout(() => {
          tally.refused += 1;
          ws.close(CLOSE_CODES.slow, 'full');
          setTimeout(() => ws.terminate(), CLOSE_GRACE_MS).unref();
        }, limits.showTicketMs)
      : null;
    const signedIn = (): void => {
      if (late !== null) clearTimeout(late);
      leave();
    };
    ws.once('close', () => {
      signedIn();
      count(host, -1);
      count(network, -1);
      total -= 1;
    });
    return signedIn;
  }

  function onUpgrade(request: IncomingMessage, wire: Duplex, head: Buffer): void {
    if (request.url?.split('?', 1)[0] !== SOCKET_PATH) {
      wire.destroy();
      return;
    }
    if (waiting.size() >= limits.waiting) {
      tally.refused += 1;
      refuse(wire, 503);
      return;
    }
    // Nobody else listens while it waits, and an error nobody hears would end the process.
    wire.on('error', hangUp);
    waiting.push({ request, wire, head });
    turn ??= setImmediate(takeSome);
  }

  /** Takes those that wait longest; whatever else waits has its turn before the next ones. */
  function takeSome(): void {
    for (let taken = 0; taken < UPGRADES_PER_TURN; taken += 1) {
      const next = waiting.shift();
      if (next === undefined) break;
      next.wire.off('error', hangUp);
      if (!next.wire.destroyed) upgrade(next);
    }
    turn = waiting.size() > 0 ? setImmediate(takeSome) : null;
  }

  function upgrade({ request, wire, head }: Waiting): void {
    const caller = options.proxies.callerOf(request);
    const refusal = refusalOf(request, caller);
    if (refusal !== null) {
      tally.refused += 1;
      refuse(wire, refusal);
      return;
    }
    sockets.handleUpgrade(request, wire, head, (ws) => {
      onSocket(ws, wire, seat(ws, caller));
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
      if (turn !== null) clearImmediate(turn);
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) one.wire.destroy();
      sockets.close();
    },
  };
}

import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { BASE_PATH, MODE_HEADER, SOCKET_PATH, modeHeaderOf } from '@candor/protocol';
import type { Trader } from './traders.ts';

const handshakeOf = (index: number): string =>
  `GET ${SOCKET_PATH} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  `X-Forwarded-For: 10.${index >> 8}.${index & 255}.1\r\n` +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

/** A frame of a client, masked with zeros. */
function masked(text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 255, 0, 0, 0, 0]);
  return Buffer.concat([head, body]);
}

/** Opens a socket from a network of its own; it reads and forgets. */
export async function openSocket(port: number, index: number): Promise<Socket> {
  const wire = connect(port, '127.0.0.1');
  wire.on('error', () => undefined);
  wire.write(handshakeOf(index));
  await Promise.race([once(wire, 'data'), once(wire, 'close')]);
  wire.resume();
  return wire;
}

/** Says on a socket whose it is. */
export async function signIn(
  wire: Socket,
  { port, trader }: { port: number; trader: Trader },
): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${BASE_PATH}/user/wsTicket`, {
    method: 'POST',
    headers: {
      authorization: trader.token,
      [MODE_HEADER]: modeHeaderOf('demo'),
      'content-type': 'application/json',
    },
    body: '{}',
  });
  const { result } = (await answer.json()) as { result?: { ticket?: string } };
  const { userId } = trader;
  wire.write(masked(JSON.stringify({ type: 'USER_AUTH', userId, ticket: result?.ticket })));
}

/** An empty pong of a client. @source RFC 6455 §5.5.3 */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);
/** Twice within a heartbeat of the server. */
const PONG_MS = 12_000;

/** Keeps sockets from being taken for dead; answers what ends it. */
export function keepAlive(wires: readonly Socket[]): () => void {
  const timer = setInterval(() => {
    for (const wire of wires) wire.write(PONG);
  }, PONG_MS);
  return () => clearInterval(timer);
}

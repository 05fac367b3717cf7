import { type Mode, type UserId, ensure } from '@candor/kernel';
import { type ServerFrame, SOCKET_PATH, live as protocol } from '@candor/protocol';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import type { TestApp } from './start-app.ts';

const WAIT = { timeout: 10_000, interval: 5 };

/** A socket of a product that was started, and all frames but quotes that it heard. */
export type Listener = {
  readonly heard: ServerFrame[];
  /** The same as they came over the wire. */
  readonly texts: string[];
  say(frame: object): void;
  /** How it was closed; null while it is open. */
  closedWith(): number | null;
  close(): void;
};

/** Frames of a type, in their order. */
export function framesOf<Type extends ServerFrame['type']>(
  { heard }: Pick<Listener, 'heard'>,
  type: Type,
): Extract<ServerFrame, { type: Type }>[] {
  return heard.filter(
    (frame): frame is Extract<ServerFrame, { type: Type }> => frame.type === type,
  );
}

/** Opens a visitor's socket. */
export async function look(port: number): Promise<Listener> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${SOCKET_PATH}`);
  const heard: ServerFrame[] = [];
  const texts: string[] = [];
  let closedWith: number | null = null;
  socket.on('message', (data) => {
    const text = String(data);
    const frame: unknown = JSON.parse(text);
    if (Array.isArray(frame)) return;
    texts.push(text);
    heard.push(protocol.ServerFrame.parse(frame));
  });
  socket.on('close', (code) => {
    closedWith = code;
  });
  await new Promise((resolve) => socket.once('open', resolve));
  return {
    heard,
    texts,
    say: (frame) => socket.send(JSON.stringify(frame)),
    closedWith: () => closedWith,
    close: () => socket.close(),
  };
}

/** A user's socket, which hears one of their trading accounts. */
export async function listen(
  product: TestApp,
  port: number,
  who: { readonly token: string; readonly userId: UserId; readonly mode?: Mode },
): Promise<Listener> {
  const { token, userId, mode = 'demo' } = who;
  const { result } = await product.call('live.ticket', { token, mode });
  const listener = await look(port);
  listener.say({ type: 'USER_AUTH', userId, ticket: result.ticket });
  await expect.poll(() => framesOf(listener, 'AUTH_SUCCESS').length, WAIT).toBe(1);
  return listener;
}

/** Opens the door of a product; answers its port. */
export async function openDoor({ app }: TestApp): Promise<number> {
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const address = app.http.server.address();
  return typeof address === 'string' ? 0 : ensure(address, 'it listens').port;
}

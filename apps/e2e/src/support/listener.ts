import {
  type ClientFrame,
  type QuoteItem,
  type ServerFrame,
  SOCKET_PATH,
} from '@candor/protocol/light';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import type { Product, Trader } from './product.ts';
import { until } from './until.ts';

type FrameOf<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>;

/** A client of the live channel, which remembers all it heard. */
export type Listener = {
  readonly closed: Promise<{ readonly code: number; readonly atMs: number }>;
  /** Frames of these types, in the order they came. */
  frames<Type extends ServerFrame['type']>(...types: Type[]): FrameOf<Type>[];
  /** Every quote of one instrument, in the order they came. */
  quotes(code: string): QuoteItem[];
  say(frame: ClientFrame): void;
  close(): void;
};

/** Opens a socket that is nobody's yet. */
export async function listen(product: Product): Promise<Listener> {
  const ws = new WebSocket(`${product.url.replace(/^http/, 'ws')}${SOCKET_PATH}`);
  const heard: (ServerFrame | QuoteItem[])[] = [];
  ws.on('message', (data) => {
    heard.push(JSON.parse(String(data)) as ServerFrame | QuoteItem[]);
  });
  ws.on('error', () => undefined);
  const closed = new Promise<{ code: number; atMs: number }>((resolve) => {
    ws.on('close', (code) => resolve({ code, atMs: performance.now() }));
  });
  const opened = new Promise<void>((resolve) => {
    ws.on('open', () => resolve());
  });
  await Promise.race([opened, closed]);
  return {
    closed,
    frames: <Type extends ServerFrame['type']>(...types: Type[]) =>
      heard.flatMap((one) => {
        const isWanted = !Array.isArray(one) && (types as string[]).includes(one.type);
        return isWanted ? [one as FrameOf<Type>] : [];
      }),
    quotes: (code) =>
      heard.flatMap((one) => (Array.isArray(one) ? one.filter((item) => item.code === code) : [])),
    say: (frame) => ws.send(JSON.stringify(frame)),
    close: () => ws.close(),
  };
}

/** A ticket for the demo account of a trader. */
export async function ticketOf(product: Product, trader: Trader): Promise<string> {
  const answer = await product.call('live.ticket', { token: trader.token });
  expect(answer.code).toBe('200');
  return answer.result.ticket;
}

/** Opens a socket that hears a trader's demo account. */
export async function listenAs(product: Product, trader: Trader): Promise<Listener> {
  const listener = await listen(product);
  const ticket = await ticketOf(product, trader);
  listener.say({ type: 'USER_AUTH', userId: trader.userId, ticket });
  await until('a welcome', () => listener.frames('AUTH_SUCCESS').length === 1);
  return listener;
}

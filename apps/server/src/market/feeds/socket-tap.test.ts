// Promise: whatever becomes of a message to a venue, the process goes on.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { tapBidsAsks } from './socket-tap.ts';
import type { Exchange, VenueSocket } from './venues.ts';

test('a message that fails after it waited its turn is nobody’s unhandled rejection', async () => {
  const nothing = (): void => undefined;
  let sent = 0;
  // No mock: one looks at what comes of a promise, and nothing is unhandled any more.
  const send = async (): Promise<never> => {
    sent += 1;
    await turn();
    throw new Error('WebSocket is not open');
  };
  const socket: VenueSocket = {
    onMessage: nothing,
    resolve: nothing,
    onClose: nothing,
    onError: nothing,
    send,
  };
  const exchange = { client: () => socket } as unknown as Exchange;
  tapBidsAsks(exchange, { offer: nothing, lost: nothing });
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  // As the library does it: nobody looks at what comes of it.
  void exchange.client('wss://venue').send('subscribe');
  await turn();
  await turn();
  await turn();
  process.off('unhandledRejection', unhandled);
  expect(sent).toBe(1);
  expect(unhandled).not.toHaveBeenCalled();
  // Code that does look still learns of it.
  await expect(exchange.client('wss://venue').send('subscribe')).rejects.toThrow('not open');
});

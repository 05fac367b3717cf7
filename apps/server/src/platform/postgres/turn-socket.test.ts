// Promise: what is written to the database in one turn travels at once, in its order.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTurnSocket } from './turn-socket.ts';

test('what is written in one turn is one call to the system, and so is that of the next', async () => {
  const said: string[] = [];
  const server = createServer((client) => client.on('data', (text) => said.push(String(text))));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = createTurnSocket();
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  const sent = vi.spyOn(socket, '_writev' as never);
  const alone = vi.spyOn(socket, '_write');
  const { port } = server.address() as AddressInfo;
  await once(socket.connect(port, '127.0.0.1'), 'connect');
  for (const texts of [
    ['a', 'b', 'c'],
    ['d', 'e'],
  ]) {
    for (const text of texts) {
      // As the driver does around each statement.
      socket.cork();
      socket.write(text);
      socket.uncork();
    }
    await new Promise(setImmediate);
  }
  await expect.poll(() => said.join('')).toBe('abcde');
  expect(sent).toHaveBeenCalledTimes(2);
  expect(alone).not.toHaveBeenCalled();
});

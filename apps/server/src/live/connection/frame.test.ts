import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { jsonFrame, textFrame } from './frame.ts';

/** What a standard client makes of these frames, written to its stream as they are. */
async function readBack(frames: readonly Buffer[]): Promise<string[]> {
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer().on('upgrade', (request, wire, head) => {
    sockets.handleUpgrade(request, wire, head, (ws) => {
      for (const frame of frames) wire.write(frame);
      ws.close();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const texts: string[] = [];
  client.on('message', (data, isBinary) => texts.push(isBinary ? 'binary' : String(data)));
  await once(client, 'close');
  server.close();
  return texts;
}

test('a ready-made frame of any length says what was said, one after another', async () => {
  const lengths = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000];
  const said = lengths.map((length) => 'x'.repeat(length));
  expect(await readBack(said.map(textFrame))).toEqual(said);
});

test('lengths are bytes, so text outside ASCII arrives whole', async () => {
  const said = { text: '价格 ▲ 🙂'.repeat(20) };
  expect(await readBack([jsonFrame(said)])).toEqual([JSON.stringify(said)]);
});

// Promise: a method that no call names is no way in.
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from './start-app.ts';

let product: TestApp;
beforeAll(async () => {
  product = await startTestApp();
  await product.app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => product.stop());

/** What comes back of a request as it is written here. */
async function answerTo(request: string): Promise<string> {
  const { port } = product.app.http.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.end(request);
  return text(socket);
}

test.each(['TRACE', 'TRACK', 'CONNECT', 'DEBUG'])('no address answers %s', async (method) => {
  const host = 'Host: candor.example\r\nConnection: close\r\nX-Secret: not to be said\r\n\r\n';
  for (const path of ['/', '/healthz', '/api/index/getMarketList']) {
    const answer = await answerTo(`${method} ${path} HTTP/1.1\r\n${host}`);
    expect(answer).not.toMatch(/^HTTP\/1\.1 2/);
    expect(answer).not.toContain('not to be said');
  }
});

test('two lengths, or a length beside parts, are no request', async () => {
  const body = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  for (const lengths of [
    `Content-Length: 0\r\nContent-Length: ${body.length}`,
    `Content-Length: ${body.length}\r\nTransfer-Encoding: chunked`,
    'Transfer-Encoding: chunked, identity',
  ]) {
    const answer = await answerTo(
      `POST /api/login/login HTTP/1.1\r\nHost: x\r\n${lengths}\r\n\r\n${body}`,
    );
    expect(answer.match(/^HTTP\/1\.1 /gm) ?? [], lengths).toHaveLength(1);
    expect(answer, lengths).toMatch(/^HTTP\/1\.1 4/);
  }
});

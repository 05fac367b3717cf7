// Promise: a method that no call names is no way in.
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callAddress } from '@candor/testkit';
import { type TestApp, startTestApp } from './start-app.ts';

let product: TestApp;
beforeAll(async () => {
  product = await startTestApp();
  await product.app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => product.stop());

/** What comes back of a request as it is written here; `stays`: until the server hangs up. */
async function answerTo(request: string, stays = false): Promise<string> {
  const { port } = product.app.http.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  if (stays) socket.write(request);
  else socket.end(request);
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

test('a header that says who asks, said twice, is no request', async () => {
  const { token } = await product.register();
  const other = await product.register();
  const own = `POST ${callAddress('portfolio.info', {})} HTTP/1.1`;
  const rest = 'virtually: NO\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
  const said = async (lines: string): Promise<string> => {
    const answer = await answerTo(`${own}\r\n${lines}\r\n${rest}`, true);
    return answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
  };
  const authorization = `Authorization: ${token}`;
  expect(await said(`Host: x\r\n${authorization}`)).toBe('200');
  // A proxy in between may read the last where we read the first.
  expect(await said(`Host: x\r\n${authorization}\r\nauthorization: ${other.token}`)).toBe('400');
  expect(await said(`Host: x\r\nhost: y\r\n${authorization}`)).toBe('400');
  expect(await said(`Host: x\r\n${authorization}\r\nOrigin: http://a\r\norigin: http://b`)).toBe(
    '400',
  );
});

test('a token is taken as it was given, in no other spelling', async () => {
  const { token } = await product.register();
  const statusOf = async (shown: string): Promise<number> =>
    (await product.call('portfolio.info', { token: shown })).status;
  const last = token.at(-1) === 'A' ? 'B' : 'A';
  expect(await statusOf(token)).toBe(200);
  for (const odd of [`${token}=`, `${token}==`, `${token}.`, `${token.slice(0, -1)}${last}`]) {
    expect(await statusOf(odd), odd.slice(43)).toBe(401);
  }
});

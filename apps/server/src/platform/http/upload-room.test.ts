// Promise: what all uploads together hold in memory has one end, asked before a byte is read; who holds room and
// sends nothing gives it back. (RELIABILITY 3; ASVS 5.2.1)
import { type Socket, connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { ok } from '@candor/kernel';
import { BASE_PATH, endpoint } from '@candor/protocol';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { formOf } from '../../../test/form.ts';
import { createLog } from '../process/log.ts';
import { admitByToken } from './admission.ts';
import { registerRoutes, route } from './http.ts';
import { FORM_BYTES_MAX, createUploadRoom } from './upload-room.ts';
import { createWebServer } from './web-server.ts';

const FILE_BYTES_MAX = 8_000;
/** Two of the largest forms, and a little. */
const ROOM = 2 * (FILE_BYTES_MAX + FORM_BYTES_MAX) + 5_000;

const none = z.strictObject({});
const keep = endpoint({
  name: 'test.keep',
  summary: 'for tests',
  origin: 'candor',
  method: 'POST',
  path: '/test/keep',
  access: 'public',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: none,
  upload: {
    field: 'file',
    bytesMax: FILE_BYTES_MAX,
    tooLarge: 'image-size',
    brokenOff: 'upload-failed',
  },
  result: z.strictObject({ bytes: z.number() }),
  failures: ['image-size', 'upload-failed'],
});

/** What one address may hold: here nearly all, so that one test fills the room. */
const SHARE = ROOM - 1_000;

let http: FastifyInstance;
/** What a call waits for when it has its file. */
let deciding = Promise.resolve();
const open: Socket[] = [];

beforeAll(async () => {
  http = await createWebServer({
    log: createLog({ level: 'silent' }),
    pages: new URL('file:///nowhere/'),
    isHealthy: async () => true,
    figures: { text: async () => '', token: null },
    callsAt: BASE_PATH,
    openApi: () => ({}),
    isSecure: false,
  });
  registerRoutes(http, {
    below: BASE_PATH,
    admit: admitByToken({ find: async () => null }),
    limitScale: 1_000,
    uploads: createUploadRoom(ROOM, SHARE),
    routes: [
      route(keep, async ({ upload }) => {
        await deciding;
        return ok({ bytes: upload().length });
      }),
    ],
  });
  await http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => http.close());
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

const { payload, headers } = formOf({ file: Buffer.alloc(7_000, 1) });
const most = FILE_BYTES_MAX + FORM_BYTES_MAX;

/** A form as it comes over a connection: its head, and as much of its body as the test sends. */
async function send(length: number | null) {
  const { port } = http.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  open.push(socket);
  let heard = '';
  socket.on('data', (part) => (heard += String(part)));
  const how = length === null ? 'transfer-encoding: chunked' : `content-length: ${length}`;
  const type = `content-type: ${headers['content-type']}`;
  socket.write(`POST ${BASE_PATH}/test/keep HTTP/1.1\r\nhost: x\r\n${type}\r\n${how}\r\n\r\n`);
  const answer = async (): Promise<string> => {
    await expect.poll(() => heard, { timeout: 10_000, interval: 5 }).toContain('\r\n\r\n');
    return heard;
  };
  return { socket, answer, heard: () => heard };
}

/** Asks with all of a form until it is taken. */
async function isTaken(): Promise<void> {
  const ask = async () => {
    const url = `${BASE_PATH}/test/keep`;
    return (await http.inject({ method: 'POST', url, headers, payload })).statusCode;
  };
  await expect.poll(ask, { timeout: 10_000, interval: 20 }).toBe(200);
}

/** Two forms of which nothing comes hold nearly all of the room; the server has their heads. */
async function holdAll() {
  const held = [await send(most), await send(null)];
  const isFull = async () => (await (await send(most)).answer()).slice(9, 12);
  await expect.poll(isFull, { timeout: 10_000, interval: 20 }).toBe('503');
  return held;
}

test('a form for which there is no room is refused before it is read, and is told when to come again', async () => {
  const [first] = await holdAll();
  const refused = await (await send(most)).answer();
  expect(refused).toMatch(/^HTTP\/1\.1 503 .*retry-after: 2\r\n/is);
  expect(refused).toContain('"code":"503"');
  // A small one still has room beside them.
  const small = await send(100);
  small.socket.write('x'.repeat(100));
  expect(await small.answer()).not.toMatch(/^HTTP\/1\.1 503/);
  // A caller who hangs up gives the room back.
  first?.socket.destroy();
  await isTaken();
});

test('a form that says it is longer than it may be is refused before it is read, and takes no room', async () => {
  for (let n = 0; n < 5; n += 1) {
    const answer = await (await send(most + 1)).answer();
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain(`"max":"${FILE_BYTES_MAX}"`);
  }
  await isTaken();
});

test('who holds room and sends nothing gives it back when the time of a request is over', async () => {
  const { requestTimeout, headersTimeout } = http.server;
  expect(requestTimeout).toBeGreaterThan(0);
  expect(requestTimeout).toBeLessThanOrEqual(30_000);
  // Of the two Node takes the longer one for the body.
  Object.assign(http.server, { requestTimeout: 200, headersTimeout: 200 });
  try {
    const held = await holdAll();
    await isTaken();
    for (const one of held) expect(await one.answer()).toMatch(/^HTTP\/1\.1 408 /);
  } finally {
    Object.assign(http.server, { requestTimeout, headersTimeout });
  }
});

test('a form holds its room until its call is answered', async () => {
  const decided = Promise.withResolvers<void>();
  deciding = decided.promise;
  try {
    const url = `${BASE_PATH}/test/keep`;
    const ask = () => http.inject({ method: 'POST', url, headers, payload });
    const fit = Math.floor(ROOM / payload.length);
    const asked = Array.from({ length: fit + 1 }, ask);
    expect((await Promise.race(asked)).statusCode).toBe(503);
    decided.resolve();
    const codes = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
    expect(codes.toSorted()).toEqual([...Array.from({ length: fit }, () => 200), 503]);
  } finally {
    deciding = Promise.resolve();
  }
});

test('one address holds its share and no more; another has room beside it', async () => {
  const decided = Promise.withResolvers<void>();
  deciding = decided.promise;
  try {
    const url = `${BASE_PATH}/test/keep`;
    const from = (remoteAddress: string) =>
      http.inject({ method: 'POST', url, headers, payload, remoteAddress });
    const fit = Math.floor(SHARE / payload.length);
    const asked = Array.from({ length: fit + 1 }, () => from('192.0.2.1'));
    expect((await Promise.race(asked)).statusCode).toBe(503);
    // By its whole share there is room for nobody else's whole form here: it is small.
    const small = formOf({ file: Buffer.alloc(10, 1) });
    const beside = http.inject({ method: 'POST', url, ...small, remoteAddress: '192.0.2.2' });
    decided.resolve();
    expect((await beside).statusCode).toBe(200);
    await Promise.all(asked);
    expect((await from('192.0.2.1')).statusCode).toBe(200);
  } finally {
    deciding = Promise.resolve();
  }
});

test('of the room an address has a quarter, and one form of any size that fits', () => {
  const room = createUploadRoom(4 * most);
  const announced = (ip: string, length: number) => ({
    headers: { 'content-length': `${length}` },
    ip,
  });
  const take = (ip: string, length: number) => {
    const hold = room.open();
    return { hold, took: () => hold.take(announced(ip, length), FILE_BYTES_MAX) };
  };
  const first = take('192.0.2.1', most);
  expect(first.took()).toBe('taken');
  expect(take('192.0.2.1', 1).took).toThrow('more calls wait');
  const second = take('192.0.2.2', 10);
  expect(second.took()).toBe('taken');
  expect(take('192.0.2.2', most).took).toThrow('more calls wait');
  first.hold.release();
  first.hold.release();
  expect(take('192.0.2.1', most).took()).toBe('taken');
  // Larger than a share, it has its turn all the same.
  const large = createUploadRoom(2 * most);
  expect(large.open().take(announced('192.0.2.1', most), FILE_BYTES_MAX)).toBe('taken');
});

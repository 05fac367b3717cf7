// Promise: the verifier takes the number of an order from its owner, checks every receipt of it, and
// says what is missing when there is no session.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decimal } from '@candor/kernel';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerOf, makeContract } from './made-receipt.mjs';

const VERIFY = fileURLToPath(new URL('../verify.mjs', import.meta.url));
const ORDER = '261121-7KQ2M9XA';
const TOKEN = 'a token of a test';
const at = (bid, ask) => [bid, ask].map(decimal);
const made = makeContract({
  code: 'BTC/USDT',
  side: 'long',
  leverage: 2,
  feeRate: decimal('0.001'),
  opening: { quote: at('60000', '60002') },
  closings: [
    { lots: decimal('0.01'), quote: at('60100', '60103') },
    { lots: decimal('0.02'), quote: at('59900', '59901') },
  ],
});

let folder;
let server;
let origin;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-order-'));
  const whole = (result) => JSON.stringify({ code: '200', message: 'ok', result });
  const numbers = made.receipts.map(({ number }) => number);
  const answerTo = (path, { authorization, virtually }) => {
    if (path === `order/receiptsOf/${ORDER}`) {
      const isOwner = authorization === TOKEN && virtually === 'NO';
      return isOwner ? whole({ orderNo: ORDER, numbers }) : null;
    }
    return answerOf(new URL(`http://localhost/swx/customer/${path}`), made);
  };
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const text = answerTo(pathname.replace('/swx/customer/', ''), request.headers);
    response.writeHead(text == null ? 404 : 200).end(text ?? '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${server.address().port}`;
});
afterEach(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the command; answers what it ended with and what it said. */
const verify = (env, ...more) =>
  new Promise((resolve) => {
    const args = [VERIFY, ORDER, '--from', origin, '--whole', folder, ...more];
    execFile(process.execPath, args, { env }, (error, said, wrong) =>
      resolve({ code: error?.code ?? 0, said, wrong }),
    );
  });

test('with the token of its owner every receipt of the order is recomputed', async () => {
  const { code, said, wrong } = await verify({ CANDOR_TOKEN: TOKEN });
  expect([code, wrong]).toEqual([0, '']);
  expect(said.match(/Receipt [0-9A-F]{32}: \d+ checks, nothing differs/g)).toHaveLength(2);
  expect(said).toContain('its result, fees included');
});

test('without one, or in the other mode, nothing is opened', async () => {
  const none = await verify({});
  expect([none.code, none.wrong]).toEqual([2, expect.stringContaining('CANDOR_TOKEN')]);
  const real = await verify({ CANDOR_TOKEN: TOKEN }, '--real');
  expect([real.code, real.wrong]).toEqual([2, expect.stringContaining('answers 404')]);
});

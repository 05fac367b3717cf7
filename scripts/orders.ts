/**
 * `node scripts/orders.ts ADDRESS COUNT`: opens and closes so many small practice orders on a running Candor, 32
 * at once, each of an account of its own, so that there is something to profile. Limits of calls stand in
 * the way unless that Candor was started with CANDOR_TEST=1.
 */
import { randomUUID } from 'node:crypto';
import { callOver } from '../apps/e2e/src/support/wire.ts';

const ACCOUNTS = 32;
const ORDER = {
  code: 'BTC/USDT',
  direction: 'buy',
  orderType: 'market',
  lots: '0.001',
  leverage: 2,
} as const;

const [address = 'http://localhost:3000', count = '1000'] = process.argv.slice(2);
const rounds = Math.ceil(Number.parseInt(count, 10) / ACCOUNTS);

async function trade(): Promise<void> {
  const username = `o${randomUUID().slice(0, 12)}`;
  const { result, text } = await callOver(address, 'accounts.register', {
    body: { username, password: randomUUID(), client: 'api' },
  });
  if (result?.token === undefined) throw new Error(`No account: ${text}`);
  const { token } = result;
  for (let round = 0; round < rounds; round += 1) {
    const opened = await callOver(address, 'contracts.open', {
      token,
      body: { ...ORDER, requestId: randomUUID() },
    });
    if (opened.code !== '200') throw new Error(`Not opened: ${opened.text}`);
    const closed = await callOver(address, 'contracts.close', {
      token,
      params: { id: opened.result.id },
      body: { requestId: randomUUID() },
    });
    if (closed.code !== '200') throw new Error(`Not closed: ${closed.text}`);
  }
}

const begun = performance.now();
await Promise.all(Array.from({ length: ACCOUNTS }, trade));
const seconds = (performance.now() - begun) / 1_000;
const each = Math.round((ACCOUNTS * rounds * 2) / seconds);
process.stdout.write(`${ACCOUNTS * rounds} orders opened and closed: ${each} a second\n`);

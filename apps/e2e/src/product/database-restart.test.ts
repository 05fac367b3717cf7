import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALLS, type CallName } from '@candor/protocol/light';
import { callAddress, callHeaders } from '@candor/testkit';
import { afterAll, expect, test } from 'vitest';
import { ownerDatabase } from '../support/database.ts';
import { type Product, type Trader, cleanUp, startProduct } from '../support/product.ts';
import { until } from '../support/until.ts';

const CODE = 'BTC/USDT';
/** Callers at once, over every call there is. */
const CALLERS = 24;
/** What ends the session the sweep lives by, or takes its right to trade. */
const ENDING = new Set<CallName>(['accounts.logout', 'accounts.close-account', 'accounts.freeze']);
const NAMES = (Object.keys(CALLS) as CallName[]).filter((name) => !ENDING.has(name));

afterAll(cleanUp);

type Seen = {
  readonly name: CallName;
  readonly status: number;
  readonly retryAfter: string | null;
  readonly requestId: string;
  readonly trader: Trader;
  readonly text: string;
};

const ORDER = {
  code: CODE,
  direction: 'buy',
  orderType: 'market',
  lots: '0.001',
  leverage: 2,
};

/** Bodies with which a call goes further than its own check of what it was sent. */
const bodyOf = (name: CallName, requestId: string): object => {
  if (name === 'contracts.open') return { ...ORDER, requestId };
  if (name === 'contracts.quote') return ORDER;
  if (name === 'contracts.close-all') return { requestId };
  if (name === 'options.buy') {
    return { code: CODE, direction: 'up', period: 60, amount: '10', requestId };
  }
  if (name === 'accounts.login') return { username: randomUUID().slice(0, 12), password: 'wrong' };
  if (name === 'accounts.register') {
    return { username: `n${randomUUID().slice(0, 12)}`, password: 'a stone in the river' };
  }
  return { requestId };
};

/** Makes a call whatever it answers; null when the connection gave nothing. */
async function tryCall(product: Product, name: CallName, trader: Trader): Promise<Seen | null> {
  const requestId = randomUUID();
  const { method, path } = CALLS[name];
  const params = Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)].map(([, key = '']) => [key, randomUUID()]),
  );
  const { token } = trader;
  try {
    const response = await fetch(`${product.url}${callAddress(name, { params })}`, {
      method,
      headers: callHeaders(name, { token }),
      ...(method === 'POST' ? { body: JSON.stringify(bodyOf(name, requestId)) } : {}),
      signal: AbortSignal.timeout(40_000),
    });
    const retryAfter = response.headers.get('retry-after');
    const { status } = response;
    return { name, status, retryAfter, requestId, trader, text: await response.text() };
  } catch {
    return null;
  }
}

/** The database's process number, as the database itself wrote it down. */
function postmasterOf({ dataDir }: Product): number {
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  return Number.parseInt(readFileSync(file, 'utf8'), 10);
}

test(
  'while the database restarts no call is answered 500: 503 says when to come again, and where to ask',
  { timeout: 180_000 },
  async () => {
    const product = await startProduct({ feed: 'simulated' });
    const traders = await Promise.all(Array.from({ length: CALLERS }, () => product.register()));
    await product.untilOpen(CODE);
    const seen: Seen[] = [];
    let silent = 0;
    let isOver = false;
    const callOn = async (trader: Trader, from: number): Promise<void> => {
      for (let index = from; !isOver; index += 1) {
        // Every third call is an order: what a restart must not leave a user in doubt about.
        const name = index % 3 === 0 ? 'contracts.open' : NAMES[index % NAMES.length]!;
        const one = await tryCall(product, name, trader);
        if (one === null) silent += 1;
        else seen.push(one);
      }
    };
    const callers = traders.map((trader, index) => callOn(trader, index * 7));
    const works = async (): Promise<boolean> =>
      (await fetch(`${product.url}/healthz`).catch(() => null))?.status === 200;
    // Shut down in order, then killed: each ends connections in its own way.
    for (const signal of ['SIGINT', 'SIGKILL'] as const) {
      const before = postmasterOf(product);
      const had = seen.length;
      await until('calls of all sorts', () => seen.length > had + 2 * NAMES.length);
      process.kill(before, signal);
      await until('another database', () => {
        try {
          return postmasterOf(product) !== before;
        } catch {
          return false;
        }
      });
      await until('a healthy server', works);
      const back = seen.length;
      await until('orders that go through', () =>
        seen
          .slice(back)
          .some(({ name, text }) => name === 'contracts.open' && text.startsWith('{"code":"200"')),
      );
    }
    isOver = true;
    await Promise.all(callers);

    const broken = seen.filter(({ status }) => status >= 500 && status !== 503);
    expect(broken.map(({ name, status, text }) => [name, status, text])).toEqual([]);
    expect(silent).toBe(0);
    const away = seen.filter(({ status }) => status === 503);
    expect(away.length).toBeGreaterThan(0);
    for (const { retryAfter, text } of away) {
      expect(Number.parseInt(retryAfter ?? '', 10)).toBeGreaterThan(0);
      expect(JSON.parse(text)).toMatchObject({ code: '503', result: { name: 'unavailable' } });
    }
    const orders = away.filter(({ name }) => name === 'contracts.open');
    expect(orders.length).toBeGreaterThan(0);
    for (const { requestId, text, trader } of orders) {
      expect(JSON.parse(text).message).toBe(`unavailable: ask order/outcome/${requestId}`);
      const asked = { token: trader.token, params: { requestId } };
      const { state } = (await product.call('contracts.outcome', asked)).result;
      expect(['none', 'done']).toContain(state);
    }
    const owner = await ownerDatabase(product);
    expect(await owner.faults()).toEqual([]);
    await owner.end();
    expect((await product.stop()).exitCode).toBe(0);
  },
);

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SOCKET_PATH } from '@candor/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { type Trader, newTrader } from '../../../test/trader.ts';
import type { Database, Row, Sql } from '../../platform/postgres/db.ts';

/** What screens read: holdings, results of what was closed, orders by their ids. */
const FOR_SCREENS = [/from ledger\.balance/, /from contracts\.closing/, /from options\.option/];
const BY_IDS = /asked\.user_id = c\.user_id and asked\.id = c\.id/;

let product: TestApp;
let trader: Trader;
let socket: WebSocket;
let frames: string[] = [];
const told = (part: string): number => frames.filter((text) => text.includes(part)).length;
const figuresTold = (): number =>
  frames.filter((text) => text.includes('USER_BALANCE_UPDATE') && text.includes('9600')).length;
/** While it is there, no read of a screen is answered; the answers come when it ends. */
let held: { readonly over: Promise<void>; readonly end: () => void; reads: number } | null = null;

/** Done once, between what was earned and what is held: both were asked for to be shown. */
let amid: (() => Promise<unknown>) | null = null;
let earnedRead = Promise.withResolvers<void>();

function slowSql(sql: Sql): Sql {
  return {
    async query<Result extends Row>(text: string, values?: readonly unknown[]) {
      if (held !== null && [...FOR_SCREENS, BY_IDS].some((one) => one.test(text))) {
        held.reads += 1;
        await held.over;
      }
      const isEarned = text.includes('b.earned');
      const act = amid;
      if (act !== null && !isEarned && FOR_SCREENS[0]?.test(text)) {
        amid = null;
        await earnedRead.promise;
        await act();
      }
      const rows = await sql.query<Result>(text, values);
      if (isEarned) earnedRead.resolve();
      return rows;
    },
  };
}

/** A database whose reads for screens can be held; what commits goes its own way. */
const slow = (db: Database): Database => ({
  ...db,
  ...slowSql(db),
  snapshot: (work) => db.snapshot((tx) => work({ ...tx, ...slowSql(tx) })),
});

let made = 0;
/** Only of the connections callers read over. */
function between(db: Database): Database {
  made += 1;
  return made === 1 ? slow(db) : db;
}

function hold(): void {
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  held = { over, end, reads: 0 };
}

beforeAll(async () => {
  product = await startTestApp({ between, turns: 'byTimer' });
  product.app.http.server.listen(0, '127.0.0.1');
  await once(product.app.http.server, 'listening');
});
afterAll(() => product.stop());
beforeEach(async () => {
  trader = await newTrader(product);
  await trader.says('60000', '60010');
  const { port } = product.app.http.server.address() as AddressInfo;
  socket = new WebSocket(`ws://127.0.0.1:${port}${SOCKET_PATH}`);
  frames = [];
  socket.on('message', (data: Buffer) => frames.push(data.toString()));
  await once(socket, 'open');
  const { token, userId } = trader;
  const { result } = await product.call('live.ticket', { token, mode: 'demo' });
  socket.send(JSON.stringify({ type: 'USER_AUTH', userId, ticket: result.ticket }));
  // From its first figures on the socket counts as looking; what changed before is not told.
  await expect.poll(() => told('USER_BALANCE_UPDATE'), { timeout: 10_000 }).toBeGreaterThan(0);
});
afterEach(() => {
  held?.end();
  held = null;
  socket.close();
});

async function reasonOf(id: string): Promise<string | null> {
  const [row] = await product.db.query<{ reason: string | null }>(
    'select reason from contracts.contract where id = $1',
    [id],
  );
  return row?.reason ?? null;
}

test('a stop fills while no read of any screen is answered', async () => {
  const order = await trader.opens({ stopLoss: '59000' });
  hold();
  // Something to read for users who look, and a tick.
  await trader.opens({ lots: '0.0001' });
  await expect.poll(() => held?.reads ?? 0, { timeout: 10_000 }).toBeGreaterThan(0);
  await trader.says('58900', '58910');
  await expect.poll(() => reasonOf(order.id), { timeout: 10_000 }).toBe('stopLoss');
});

test('an account is closed out while no read of any screen is answered', async () => {
  await trader.says('1.2', '1.2', 'EUR/USD');
  // 2.4 lots at 1.2: margin 9,600 of 10,000, fee 288.
  const asked = { code: 'EUR/USD', lots: '2.4', leverage: 30 };
  const order = await trader.opens(asked);
  // Its holdings are read once; from then on only its price has to move.
  await expect.poll(() => figuresTold(), { timeout: 10_000 }).toBeGreaterThan(0);
  hold();
  await trader.opens({ lots: '0.0001' });
  await expect.poll(() => held?.reads ?? 0, { timeout: 10_000 }).toBeGreaterThan(0);
  await trader.says('1.17', '1.17', 'EUR/USD');
  await expect.poll(() => reasonOf(order.id), { timeout: 10_000 }).toBe('closeOut');
});

test('what was held is told when the reads are answered again', async () => {
  hold();
  const order = await trader.opens({ stopLoss: '59000' });
  await trader.says('58900', '58910');
  await expect.poll(() => reasonOf(order.id), { timeout: 10_000 }).toBe('stopLoss');
  const before = told('USER_BALANCE_UPDATE');
  held?.end();
  held = null;
  // Two timers tell them: figures of the account, and what became of the order.
  await expect.poll(() => told('USER_BALANCE_UPDATE'), { timeout: 10_000 }).toBeGreaterThan(before);
  await expect.poll(() => told('"stopLoss"'), { timeout: 10_000 }).toBeGreaterThan(0);
});

test('the figures of an account are those of one moment', async () => {
  type Balance = { readonly bondAmount: string; readonly profit: string };
  const balances = (): Balance[] =>
    frames
      .filter((text) => text.includes('USER_BALANCE_UPDATE'))
      .flatMap((text) => JSON.parse(text).data as Balance | Balance[]);
  const { id } = await trader.opens();
  await expect.poll(() => balances().at(-1)?.bondAmount, { timeout: 10_000 }).toBe('3000.5');
  const before = balances().length;
  earnedRead = Promise.withResolvers();
  amid = async () => expect((await trader.closes(id)).code).toBe('200');
  // Something has the figures read.
  await trader.opens({ lots: '0.0001' });
  await expect.poll(() => balances().at(-1)?.bondAmount, { timeout: 10_000 }).toBe('3.0005');
  expect(amid).toBeNull();
  // What the contract held and what it brought are both of before its end, or both of after it.
  for (const { bondAmount, profit } of balances().slice(before)) {
    expect([bondAmount, profit]).toEqual([bondAmount, bondAmount === '3.0005' ? '-13.001' : '0']);
  }
});

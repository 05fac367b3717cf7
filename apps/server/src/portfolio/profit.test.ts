import { formatMoney, zero } from '@candor/kernel';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { type Trader, newTrader } from '../../test/trader.ts';
import { type TradingAccount, accountKey } from '../ledger/index.ts';
import type { Database, Row, Sql } from '../platform/postgres/db.ts';

let product: TestApp;
let trader: Trader;
let account: TradingAccount;
/** Done once, behind the reading of what was earned and before that of contracts. */
let amid: (() => Promise<unknown>) | null = null;
let earnedRead = Promise.withResolvers<void>();

function held(sql: Sql): Sql {
  return {
    async query<Result extends Row>(text: string, values?: readonly unknown[]) {
      const act = amid;
      if (act !== null && text.includes('from contracts.contract')) {
        amid = null;
        await earnedRead.promise;
        await act();
      }
      const rows = await sql.query<Result>(text, values);
      if (text.includes('b.earned')) earnedRead.resolve();
      return rows;
    },
  };
}

const between = (db: Database): Database => ({
  ...db,
  ...held(db),
  snapshot: (work) => db.snapshot((tx) => work({ ...tx, ...held(tx) })),
});

beforeAll(async () => {
  product = await startTestApp({ between });
});
afterAll(() => product.stop());
beforeEach(async () => {
  trader = await newTrader(product);
  account = { userId: trader.userId, mode: 'demo' };
  await trader.says('60000', '60010');
  earnedRead = Promise.withResolvers();
});

/** Reads while a contract is closed between the statements of the reading. */
async function closingAmid<Value>(id: string, read: () => Promise<Value>): Promise<Value> {
  amid = async () => expect((await trader.closes(id)).code).toBe('200');
  const value = await read();
  expect(amid).toBeNull();
  return value;
}

test('a closing between what was earned and what is open makes no wrong profit', async () => {
  const { id } = await trader.opens({});
  const read = async (): Promise<unknown> => {
    const found = (await product.app.portfolio.readAccounts([account])).get(accountKey(account));
    return [formatMoney(found?.profit ?? zero('USDT')), found?.holdings.USDT['user:margin']];
  };
  const before = ['0', 3_000_500_000n];
  expect(await read()).toEqual(before);
  expect(await closingAmid(id, read)).toEqual(before);
  expect(await read()).toEqual(['-13.001', 0n]);
});

test('and none in the figures of an account', async () => {
  const { id } = await trader.opens({});
  const { portfolio } = product.app;
  const read = await closingAmid(id, () => portfolio.info(account));
  expect(read).toMatchObject({ profit: '0', bondAmount: '3000.5' });
  const after = await portfolio.info(account);
  expect(after).toMatchObject({ profit: '-13.001', bondAmount: '0' });
});

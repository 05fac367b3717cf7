import { expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { type Trader, newTrader } from '../../../test/trader.ts';
import type { Database } from '../../platform/postgres/db.ts';

/** Accounts and contracts of each; `npm run soak -- pile` plays it with 300 and 500. */
const [ACCOUNTS = 40, EACH = 50] = (process.env['PILE'] ?? '40x50')
  .split('x')
  .map((text) => Number.parseInt(text, 10));
const ALL = ACCOUNTS * EACH;
const CODE = 'ETH/USDT';

/** A database that goes away after so many more transactions. */
function cuttable() {
  let left = Number.POSITIVE_INFINITY;
  const counted = <Value>(run: () => Promise<Value>): Promise<Value> => {
    left -= 1;
    return left < 0 ? Promise.reject(new Error('the process is killed here')) : run();
  };
  return {
    between: (db: Database): Database => ({
      ...db,
      commitAll: (statements) => counted(() => db.commitAll(statements)),
      transaction: (work) => counted(() => db.transaction(work)),
    }),
    cutAfter: (transactions: number) => void (left = transactions),
    mend: () => void (left = Number.POSITIVE_INFINITY),
  };
}

async function openAll(product: TestApp): Promise<Trader[]> {
  const traders: Trader[] = [];
  for (let n = 0; n < ACCOUNTS; n += 1) traders.push(await newTrader(product));
  await traders[0]?.says('3000', '3001', CODE);
  // Of each account one after the other, so that no more wait than there are accounts.
  await Promise.all(
    traders.map(async (trader) => {
      for (let n = 0; n < EACH; n += 1) {
        await trader.opens({ code: CODE, lots: '0.001', stopLoss: '2900' });
      }
    }),
  );
  return traders;
}

/** Says in a soak how long a part took and what the process holds then. */
async function timed<Value>(what: string, part: () => Promise<Value>): Promise<Value> {
  const began = performance.now();
  const value = await part();
  if (process.env['PILE'] !== undefined) {
    const seconds = Math.round((performance.now() - began) / 1_000);
    const held = Math.round(process.memoryUsage.rss() / 1_048_576);
    process.stdout.write(`${what}: ${seconds} s, ${held} MiB\n`);
  }
  return value;
}

/** Orders that were closed, by what closed them and where, and how often money moved for it. */
const closings = (product: TestApp): Promise<Record<string, unknown>[]> =>
  product.db.query(
    `select reason, tick, count(*)::text as orders, count(distinct contract_id)::text as contracts
     from contracts.closing group by 1, 2`,
  );

test(
  `${ALL} stops that one tick sets off are all closed on it once, also over a kill`,
  // Most of it is the opening, order by order; other work on the machine makes it twice as long.
  { timeout: ALL * 60 + 60_000 },
  async () => {
    const cut = cuttable();
    const product = await startTestApp({ between: cut.between });
    try {
      const [trader] = await timed(`${ALL} contracts opened`, () => openAll(product));
      await product.settle();
      expect(product.app.engine.size()).toBe(ALL);
      const trigger = await trader?.says('2800', '2801', CODE);
      cut.cutAfter(Math.ceil(ALL / 64 / 2));
      await timed('half of the stops, until the kill', () => product.settle());
      const before = await closings(product);
      cut.mend();
      await timed('a start', () => product.restart());
      // The next prices are far from the stop: what was due stays due on its own tick.
      await trader?.says('3500', '3501', CODE);
      await timed('the other stops', async () => {
        for (let pulses = 0; pulses < 3; pulses += 1) {
          product.clock.advance(1_000);
          await product.settle();
        }
      });
      const count = (rows: Record<string, unknown>[]): number =>
        rows.reduce((sum, { orders }) => sum + Number.parseInt(String(orders), 10), 0);
      // The kill came in the middle.
      expect(count(before)).toBeGreaterThan(0);
      expect(count(before)).toBeLessThan(ALL);
      expect(await closings(product)).toEqual([
        { reason: 'stopLoss', tick: trigger?.tickId, orders: `${ALL}`, contracts: `${ALL}` },
      ]);
      expect(product.app.engine.size()).toBe(0);
    } finally {
      await product.stop();
    }
  },
);

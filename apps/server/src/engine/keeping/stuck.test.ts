import type { TickId } from '@candor/kernel';
import { isLaterTick } from '@candor/kernel';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { type Trader, newTrader } from '../../../test/trader.ts';
import type { Database } from '../../platform/postgres/db.ts';

let product: TestApp;
let trader: Trader;
/** Contracts of which the database takes nothing, before and after a restart. */
const refused = new Set<string>();

function refuse(values: readonly unknown[] | undefined): void {
  const text = JSON.stringify(values ?? []);
  for (const id of refused) if (text.includes(id)) throw new Error(`${id} is refused`);
}

const between = (db: Database): Database => ({
  ...db,
  async commitAll(statements) {
    for (const { values } of statements) refuse(values);
    return db.commitAll(statements);
  },
  transaction: (work) =>
    db.transaction((tx) =>
      work({
        ...tx,
        async query(text, values) {
          refuse(values);
          return tx.query(text, values);
        },
      }),
    ),
});

beforeAll(async () => {
  product = await startTestApp({ between });
});
afterAll(() => product.stop());
beforeEach(async () => {
  refused.clear();
  trader = await newTrader(product);
  await trader.says('60000', '60010');
});

async function place(): Promise<TickId> {
  const [row] = await product.db.query<{ tick: TickId }>('select tick from engine.place');
  return row?.tick as TickId;
}

const keptDue = (id: string): Promise<Record<string, unknown>[]> =>
  product.db.query('select tick from engine.due where contract_id = $1', [id]);

/** Prices that set nothing off, and a look at everything behind each, for two minutes. */
async function passTime(): Promise<void> {
  for (let tens = 0; tens < 12; tens += 1) {
    product.clock.advance(9_000);
    await trader.says('60000', '60010');
    await product.settle();
  }
}

const kinds: [string, object, object][] = [
  ['a stop', { stopLoss: '59500' }, { reason: 'stopLoss', closePrice: '59400' }],
  ['a trailing stop', { trailingDistance: '500' }, { reason: 'trailing', closePrice: '59400' }],
  [
    'an order that waits',
    { orderType: 'limit', price: '59500' },
    // Its tick is too old by then: it waits for the next.
    { status: 'pending' },
  ],
];

test.each(kinds)('%s that cannot be done never makes a start read ever more', async (...kind) => {
  const [, asked, done] = kind;
  const { id } = await trader.opens(asked);
  await product.settle();
  refused.add(id);
  const { tickId } = await trader.says('59400', '59410');
  await product.settle();
  await passTime();
  // It holds back nothing, and is written down by itself.
  expect(isLaterTick(await place(), tickId)).toBe(true);
  expect(await keptDue(id)).toEqual([{ tick: tickId }]);
  expect(product.app.engine.figures()).toMatchObject({ due: 1, stuck: 1 });

  // A start knows it is due, and tries again.
  await product.restart();
  await product.settle();
  expect(product.app.engine.figures()).toMatchObject({ due: 1 });
  await passTime();
  expect(product.app.engine.figures()).toMatchObject({ due: 1, stuck: 1 });
  await product.restart();
  refused.clear();
  // The first try of the start may have been refused still; the next comes a second after it.
  for (let seconds = 0; seconds < 3; seconds += 1) {
    product.clock.advance(1_000);
    await product.settle();
  }
  const tick = 'status' in done ? {} : { closeTickId: tickId };
  expect(await trader.sees(id)).toMatchObject({ ...done, ...tick });
  await product.settle();
  expect(await keptDue(id)).toEqual([]);
  expect(product.app.engine.figures()).toMatchObject({ due: 0, stuck: 0 });
});

// Promise: a receipt says which ticks an order was passed over at, and why, so that a true one never
// differs; the verifier says of each that it is the product's word.
import type { InstrumentCode } from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { type Trader, newTrader } from '../../../test/trader.ts';
import { verifyReceipts } from '../../../test/verify-receipts.ts';
import type { Database } from '../../platform/postgres/db.ts';

let product: TestApp;
let trader: Trader;
/** Contracts of which the database takes nothing. */
const refused = new Set<string>();

function refuse(values: readonly unknown[] | undefined): void {
  const text = JSON.stringify(values ?? []);
  for (const id of refused) if (text.includes(id)) throw new Error(`${id} is refused`);
}

const between = (db: Database): Database => ({
  ...db,
  async commitAll(statements, isStillGood) {
    for (const { values } of statements) refuse(values);
    return db.commitAll(statements, isStillGood);
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
  await product.settle();
});

type Stated = { readonly from: string; readonly to: string; readonly reason: string };

/** What the receipt of the first closing of an order states, and what the verifier says of it. */
async function stated(id: string): Promise<{ passed: readonly Stated[]; said: string[] }> {
  const [number = ''] = (await trader.sees(id)).receiptIds ?? [];
  const { result } = await product.call('receipts.get', { params: { number } });
  const { said, differences } = await verifyReceipts(product.app, product.db);
  expect(differences).toEqual([]);
  return {
    passed: (result as { passed?: readonly Stated[] }).passed ?? [],
    said: said.filter((line) => line.startsWith(number)),
  };
}

async function closes(id: string): Promise<void> {
  expect((await trader.closes(id)).code).toBe('200');
}

const place = (tick: string): number => Number.parseInt(tick.split('/')[1] ?? '', 10);

/** A price is said by two sources: it is in force with the first of their ticks or the second. */
const near = ({ tickId }: Quote): unknown => {
  const [day = ''] = tickId.split('/');
  return expect.toBeOneOf([tickId, `${day}/${place(tickId) - 1}`]);
};

const limit = { lots: '0.01', orderType: 'limit', price: '59500' };

describe('an order that waits states the ticks it was passed over at', () => {
  test('too old when the product came to them, after it was held up', async () => {
    const { id } = await trader.opens(limit);
    await product.settle();
    const first = await trader.says('59400', '59410');
    for (let tick = 0; tick < 12; tick += 1) await trader.says('59600', '59610');
    const second = await trader.says('59300', '59310');
    for (let tick = 0; tick < 12; tick += 1) await trader.says('60000', '60010');
    await product.settle();
    expect((await trader.sees(id)).status).toBe('pending');
    const filled = await trader.says('59450', '59460');
    await product.settle();
    expect(await trader.sees(id)).toMatchObject({ status: 'running', openTickId: filled.tickId });
    await closes(id);
    const { passed, said } = await stated(id);
    expect(passed).toEqual([{ from: near(first), to: expect.any(String), reason: 'stale' }]);
    expect(place(passed[0]?.to ?? '')).toBeGreaterThanOrEqual(place(second.tickId));
    expect(said).toEqual([expect.stringMatching(/\[order\.passed\] stale from .*: not proven/)]);
  });

  test('while its account could not be judged, also over a restart', async () => {
    const EUR = 'EUR/USD';
    await trader.says('1.2', '1.2', EUR);
    await product.settle();
    const euro = await trader.opens({ code: EUR, leverage: 30, lots: '0.1' });
    const { id } = await trader.opens(limit);
    await product.settle();
    await product.db.query(
      'update market.latest set seq = -1, acting_day = null, acting_seq = null where instrument = $1',
      [EUR],
    );
    await product.restart();
    expect(product.app.market.latest(EUR as InstrumentCode)).toBeNull();
    const first = await trader.says('59400', '59410');
    await product.settle();
    await trader.says('59600', '59610');
    await product.settle();
    const last = await trader.says('59300', '59310');
    await product.settle();
    expect((await trader.sees(id)).status).toBe('pending');
    // What was stored by now is behind what a start reads again.
    for (let turn = 0; turn < 4; turn += 1) {
      product.clock.advance(12_000);
      await trader.says('60000', '60010');
      await product.settle();
    }
    await product.restart();
    await trader.says('1.2', '1.2', EUR);
    await product.settle();
    await trader.says('59450', '59460');
    await product.settle();
    expect((await trader.sees(id)).status).toBe('running');
    await closes(id);
    await closes(euro.id);
    const { passed, said } = await stated(id);
    expect(passed).toEqual([{ from: near(first), to: near(last), reason: 'unjudgeable' }]);
    expect(said).toEqual([expect.stringMatching(/unjudgeable from .*: not proven/)]);
  });

  test('also where its owner changed its price at such a moment', async () => {
    const EUR = 'EUR/USD';
    await trader.says('1.2', '1.2', EUR);
    await product.settle();
    const euro = await trader.opens({ code: EUR, leverage: 30, lots: '0.1' });
    const { id } = await trader.opens(limit);
    await product.settle();
    await product.db.query(
      'update market.latest set seq = -1, acting_day = null, acting_seq = null where instrument = $1',
      [EUR],
    );
    await product.restart();
    const first = await trader.says('59400', '59410');
    expect((await trader.amends(id, { stopLoss: '50000' })).code).toBe('200');
    await trader.says('60000', '60010');
    await trader.says('1.2', '1.2', EUR);
    await product.settle();
    await trader.says('59450', '59460');
    await product.settle();
    expect((await trader.sees(id)).status).toBe('running');
    await closes(id);
    await closes(euro.id);
    const { passed } = await stated(id);
    expect(passed).toEqual([{ from: near(first), to: first.tickId, reason: 'unjudgeable' }]);
  });
});

test('a stop that could not be done, and whose owner closed by hand, states it', async () => {
  const { id } = await trader.opens({ lots: '0.01', stopLoss: '59500' });
  await product.settle();
  refused.add(id);
  const first = await trader.says('59400', '59410');
  await product.settle();
  for (let turn = 0; turn < 9; turn += 1) {
    await trader.says('59400', '59410');
    await product.settle();
  }
  refused.clear();
  await closes(id);
  const { passed, said } = await stated(id);
  expect(passed).toEqual([{ from: near(first), to: expect.any(String), reason: 'failed' }]);
  expect(said).toEqual([expect.stringMatching(/failed from .*: not proven/)]);
});

test('an order nothing was passed over of states nothing', async () => {
  const { id } = await trader.opens(limit);
  await trader.says('59400', '59410');
  await product.settle();
  await closes(id);
  expect(await stated(id)).toEqual({ passed: [], said: [] });
});

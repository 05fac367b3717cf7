// Promise: what two people take back of a user closes none of the user's contracts, and nothing is paid to
// an account nobody can enter any more.
import { type UserId, parseMoney } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STAFF } from '../../../test/cases.ts';
import { type TestDesk, startTestDesk } from '../../../test/start-desk.ts';
import { type Trader, newTrader } from '../../../test/trader.ts';

let product: TestDesk;
let trader: Trader;

beforeAll(async () => {
  product = await startTestDesk();
});
afterAll(() => product.stop());

/** Proposes an adjustment of practice money; its id, or why it is refused. */
async function propose(whole: bigint, userId: UserId = trader.userId): Promise<string> {
  const units = whole * 1_000_000n;
  const terms = {
    kind: 'adjustment',
    userId,
    username: 'anna',
    mode: 'demo',
    asset: 'USDT',
  } as const;
  const said = { actor: STAFF.opener, note: 'a test', action: 'cases.open-adjustment' };
  const proposed = await product.app.cases.propose({ ...said, terms: { ...terms, units } });
  return proposed.ok ? proposed.value.id : proposed.failure.name;
}

async function approve(id: string): Promise<void> {
  for (const actor of [STAFF.maker, STAFF.checker]) {
    const rowHash = (await product.app.cases.approval(id))?.rowHash.toString('hex') ?? '';
    const move = { kind: 'approve', rowHash, reason: 'goodwill' } as const;
    const said = { actor, move, text: null, action: 'cases.decide' };
    expect((await product.app.cases.move(id, said)).ok).toBe(true);
  }
}

test('takes back no more than an account has free beside its contracts', async () => {
  trader = await newTrader(product);
  await trader.says('60000', '60001');
  const order = await trader.opens({ lots: '0.2' });
  // A loss of some 2,400: of some 3,990 in cash some 1,590 are free.
  await trader.says('48000', '48001');
  expect(await propose(-3_000n)).toBe('case-impossible');
  const id = await propose(-500n);
  await approve(id);
  // The price falls on before it is carried out: nothing is free any more.
  await trader.says('40000', '40001');
  expect(await product.app.cases.carryOut(id)).toBe(false);
  expect((await trader.sees(order.id)).status).toBe('running');
  await trader.says('60000', '60001');
  const before = parseMoney(await trader.amount(), 'USDT')?.units ?? 0n;
  expect(await product.app.cases.carryOut(id)).toBe(true);
  const after = parseMoney(await trader.amount(), 'USDT')?.units;
  expect(after).toBe(before - 500_000_000n);
  expect((await trader.sees(order.id)).status).toBe('running');
});

test('pays nothing to an account its owner closed meanwhile', async () => {
  trader = await newTrader(product);
  const id = await propose(100n);
  await approve(id);
  await product.db.query(`update accounts.account set status = 'closed' where user_id = $1`, [
    trader.userId,
  ]);
  expect(await product.app.cases.carryOut(id)).toBe(true);
  const [paid] = await product.db.query<{ count: number }>(
    'select count(*)::int as count from ledger.entry where subject = $1',
    [id],
  );
  expect(paid).toEqual({ count: 0 });
  expect(await propose(100n)).toBe('case-impossible');
});

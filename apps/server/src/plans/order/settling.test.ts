// Promise: no command of an owner waits for the midnight of a fund while it holds the account, whose stops would wait
// with it. (RELIABILITY 1.3; decision 0111)
import { randomUUID } from 'node:crypto';
import { ensure } from '@candor/kernel';
import { expect, test } from 'vitest';
import { HOLD, rowsOf, stagePlans } from '../../../test/plans.ts';

const stage = stagePlans();

test('while another has the fund one is told to come again, and nothing is done', async () => {
  const { result } = await stage.who.paper(HOLD);
  await stage.midnight(60_000);
  const { product, who } = stage;
  const [fund] = await rowsOf(
    product,
    'select fund_id as id from plans.plan_order where id = $1',
    result.id,
  );
  const quote = await who.quote(result.id);
  const holder = product.acting.transaction(async (tx) => {
    await tx.query('select from plans.fund where id = $1 for update', [
      ensure(fund, 'it runs')['id'],
    ]);
    // Answered while the row is held: nobody waits for the end of this.
    await expect(who.exit(result.id, quote.result.quoteId)).rejects.toThrow('expected 503');
    const reset = product.call('portfolio.demo-reset', {
      token: who.token,
      body: { requestId: randomUUID() },
    });
    await expect(reset).rejects.toThrow('expected 503');
  });
  await holder;
  expect((await who.order(result.id)).state).toBe('running');
  expect((await who.exit(result.id, quote.result.quoteId)).code).toBe('200');
});

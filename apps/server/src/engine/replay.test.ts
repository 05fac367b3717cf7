import { randomUUID } from 'node:crypto';
import { type InstrumentCode, formatDecimal, price } from '@candor/kernel';
import { generateTape } from '@candor/testkit';
import { expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';

const CODE = 'BTC/USDT';
const TICKS = 60;
/** A pulse comes after so many ticks. */
const PULSE_EVERY = 3;

const ORDERS = [
  { direction: 'buy', lots: '0.02', stopLoss: '59000', takeProfit: '61500' },
  { direction: 'sell', lots: '0.02', stopLoss: '61000', takeProfit: '58500' },
  { direction: 'buy', lots: '0.02', trailingDistance: '700' },
  { direction: 'sell', lots: '0.02', trailingDistance: '700' },
  { direction: 'buy', lots: '0.01', orderType: 'limit', price: '59500', stopLoss: '58000' },
  { direction: 'sell', lots: '0.01', orderType: 'stop', stopPrice: '59700' },
  { direction: 'buy', lots: '0.01', orderType: 'stopLimit', stopPrice: '60500', price: '60600' },
  { direction: 'buy', lots: '0.2', trailingDistance: '9000' },
] as const;

/** Plays a day of a generated tape to the same orders; answers everything that came of it. */
async function replay(product: TestApp): Promise<string[]> {
  const { token, userId } = await product.register();
  await product.price(CODE, '60000', '60010');
  for (const order of ORDERS) {
    const body = {
      code: CODE,
      orderType: 'market' as const,
      leverage: 2,
      requestId: randomUUID(),
      ...order,
    };
    expect((await product.call('contracts.open', { token, body })).code).toBe('200');
  }
  await product.settle();
  const tape = generateTape({
    instrument: { code: CODE as InstrumentCode, tickSize: price('0.1') },
    seed: 20_261_121,
    length: TICKS,
    startPrice: price('60000'),
    spreadTicks: 100,
    stepTicks: 2_500,
    gapOneIn: 15,
    spikeOneIn: 8,
    jumpPermille: 15,
  });
  for (const [index, quote] of tape.entries()) {
    product.clock.advance(1_000);
    await product.price(CODE, formatDecimal(quote.bid), formatDecimal(quote.ask));
    if (index % PULSE_EVERY === 0) await product.settle();
  }
  await product.settle();
  const rows = await product.db.query<{ line: string }>(
    `select concat_ws(' ', n.place, e.kind, e.part, p.from_class, p.to_class, p.amount,
                      k.reason, k.price::float8, k.tick, k.asked_price::float8) as line
     from ledger.entry e
     join ledger.posting p on p.user_id = e.user_id and p.entry_id = e.id
     left join (select c.user_id, c.id, row_number() over (order by c.created_at, c.lots,
                       c.order_type, c.side, c.stop_loss, c.trailing_distance) as place
                from contracts.contract c where c.user_id = $1) n
       on n.user_id = e.user_id and n.id = e.subject
     left join contracts.closing k
       on k.user_id = e.user_id and k.request_id = e.request_id and k.part = e.part
     where e.user_id = $1 order by 1`,
    [userId],
  );
  return rows.map(({ line }) => line);
}

test('the same tape twice is the same entries, to the unit and to the tick', async () => {
  const played: string[][] = [];
  for (let run = 0; run < 2; run += 1) {
    const product = await startTestApp();
    played.push(await replay(product));
    await product.stop();
  }
  expect(played[1]).toEqual(played[0]);
  const all = (played[0] ?? []).join('\n');
  for (const reason of ['stopLoss', 'trailing', 'contract-open', 'contract-close']) {
    expect(all).toContain(reason);
  }
}, 60_000);

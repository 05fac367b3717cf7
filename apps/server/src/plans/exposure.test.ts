// Promise: what funds of plans hold is shown at the marks in force, each fund and together by instrument, with
// what the day brought; what has no price is not nothing.
import { ensure, money, newUuid, parseMoney } from '@candor/kernel';
import { expect, test } from 'vitest';
import { HOLD, rowsOf, stagePlans } from '../../test/plans.ts';
import { insertVersion } from './plan/plan-store.ts';
import type { Chosen } from './plan/plan.ts';
import { FIRST_TERMS, versionOf } from './plan/versions.ts';
import { lookAtExposure } from './registry/exposure.ts';

const stage = stagePlans();
const usdt = (text: string | null | undefined): bigint =>
  ensure(parseMoney(text ?? '', 'USDT'), 'it is money').units;
const exposure = () => stage.product.app.plans.registry.exposure();

test('an offered fund is named, one of a user’s own counts, and both come to the instrument', async () => {
  expect(await exposure()).toEqual({ instruments: [], funds: [] });
  const { product, who } = stage;
  const at = product.clock.now();
  const planId = newUuid(at);
  const terms = { ...FIRST_TERMS, capacity: money('USDT', 1_000_000_000_000n) };
  const chosen = { ...HOLD, interval: '1h' } as unknown as Chosen;
  const plan = { planId, name: 'hold-shown', owner: null, version: 1 };
  await product.owner.transaction((tx) => insertVersion(tx, versionOf(plan, chosen, terms), at));
  const shown = (await who.paper({ productId: planId })).result;
  const other = await stage.investor();
  const own = await other.paper(HOLD);
  expect(own.code).toBe('200');
  await stage.midnight(60_000);
  // The first bar that ended is decided on, and traded at the next price.
  for (let hour = 0; hour < 3; hour += 1) {
    await stage.says(60_000, 3_600_000);
    await stage.says(60_000, 3_000);
    await stage.turn();
  }
  await stage.says(61_000);
  const found = await exposure();
  const [fund] = found.funds;
  expect(found.funds).toHaveLength(1);
  expect(fund).toMatchObject({ name: 'hold-shown', version: 1, mode: 'demo', code: 'BTC/USDT' });
  const [row] = found.instruments;
  expect(row).toMatchObject({ mode: 'demo', code: 'BTC/USDT', funds: 2, short: '0' });
  // Both put in the same, so together they hold twice as much.
  expect(usdt(row?.net)).toBe(2n * usdt(fund?.value));
  expect(usdt(row?.today)).toBe(2n * usdt(fund?.today));
  expect(usdt(fund?.value)).toBeGreaterThan(900_000_000n);
  const named = { userId: who.userId, mode: 'demo', id: shown.id } as const;
  const order = await product.app.plans.order(named);
  expect(usdt(order?.todayEarnings)).toBe(usdt(fund?.today));
  // What has no price cannot be judged.
  const [{ feed = '' } = {}] = await rowsOf(product, 'select feed from plans.fund where units > 0');
  const blind = { acting: () => null, feed: () => ({ key: feed }) };
  const unjudged = await lookAtExposure({ db: product.db, market: blind });
  expect(unjudged.instruments[0]).toMatchObject({ funds: 2, net: null, long: null, today: null });
  expect(unjudged.funds[0]).toMatchObject({ value: null, today: null });
});

// Promise: where the rules of a strategy are others than before, its plans get a new version at the next start; what
// was bought stays with the old one, and ends with it at the next midnight. (PRODUCT 6; decisions 0110, 0111)
import { STRATEGY_SOURCES } from '@candor/advisor';
import { afterEach, expect, test } from 'vitest';
import { rowsOf, stagePlans } from '../../test/plans.ts';

const stage = stagePlans();
const sources = { ...STRATEGY_SOURCES };
afterEach(() => void Object.assign(STRATEGY_SOURCES, sources));

test('a start with other rules opens a new version, and the old one pays out whole', async () => {
  const productId = await stage.plan('dca-btc');
  const before = await stage.who.paper({ productId });
  await stage.midnight(60_000);
  expect(await stage.who.order(before.result.id)).toMatchObject({ state: 'running', version: 1 });
  const waiting = await stage.investor();
  const late = await waiting.paper({ productId });
  Object.assign(STRATEGY_SOURCES, { dca: '0'.repeat(64) });
  await stage.product.restart();
  const versions = await rowsOf(
    stage.product,
    `select version::text, source from plans.version where plan_id = $1 order by version`,
    productId,
  );
  expect(versions).toEqual([
    { version: '1', source: sources.dca },
    { version: '2', source: '0'.repeat(64) },
  ]);
  await stage.midnight(60_000);
  expect(await stage.who.order(before.result.id)).toMatchObject({ state: 'ended', exitShare: '0' });
  const [back] = await stage.product.app.plans.byIds([
    { userId: waiting.userId, id: late.result.id },
  ]);
  expect(back?.order).toMatchObject({ state: 'cancelled', received: '1000' });
  const after = await stage.who.paper({ productId });
  expect(after.result).toMatchObject({ state: 'pending', version: 2 });
  // Once more, and nothing is new.
  await stage.product.restart();
  const again = await rowsOf(
    stage.product,
    'select version from plans.version where plan_id = $1',
    productId,
  );
  expect(again).toHaveLength(2);
});

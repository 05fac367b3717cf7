// Promise: an auction that cannot be ended keeps no other from its end, however many of them there are, and is tried
// again until it can be. (RELIABILITY N1)
import { SECOND_MS, MINUTE_MS, plusMs } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type NftProduct,
  USDT,
  expectNftAddsUp,
  nftDepsOf,
  plantTokens,
  startNftProduct,
} from '../../../test/nft.ts';
import type { Database } from '../../platform/postgres/db.ts';
import { createEnding } from './ending.ts';

/** More than are ended in one turn. */
const FAILING = 60;

let stage: NftProduct;
beforeAll(async () => {
  stage = await startNftProduct();
});
afterAll(async () => {
  await expectNftAddsUp(stage.product);
  await stage.product.stop();
});

const auction = (minutes: number) => ({
  step: { asset: 'USDT', units: 10n * USDT } as const,
  endsAt: plusMs(stage.product.clock.now(), minutes * MINUTE_MS),
  extension: { minutes: 1, most: 0 },
});

/** A database in which some tokens cannot be locked; counts how often that was tried. */
function poisoned(db: Database, ids: ReadonlySet<string>): { db: Database; tries(): number } {
  let tries = 0;
  return {
    tries: () => tries,
    db: {
      ...db,
      transaction: (work) =>
        db.transaction((tx) =>
          work({
            ...tx,
            async query(text, values) {
              const [locked] = (values ?? []) as [unknown?];
              const isLocking = text.includes('for update') && Array.isArray(locked);
              if (isLocking && locked.some((id: string) => ids.has(id))) {
                tries += 1;
                throw new Error('this row cannot be read');
              }
              return tx.query(text, values);
            },
          }),
        ),
    },
  };
}

const stateOf = async (id: string) =>
  (await stage.product.call('nft.get', { params: { id } })).result.state;

test('those that fail keep none behind them from its end, and end once they can', async () => {
  const { product } = stage;
  const like = await stage.offer({ auction: auction(5) });
  const failing = new Set(await plantTokens(product.owner, like, { count: FAILING }));
  const last = await stage.offer({ auction: auction(6) });
  const ann = await stage.bidder();
  await ann.bid(last, '100');
  product.clock.advance(7 * MINUTE_MS);
  const faulty = poisoned(product.acting, failing);
  const ending = createEnding(nftDepsOf(product, faulty.db));
  await ending.turn();
  expect(await stateOf(last)).toBe('open');
  await ending.turn();
  expect(await stateOf(last)).toBe('sold');
  // Each is tried again, after twice as long each time.
  const first = faulty.tries();
  for (let second = 0; second < 62; second += 1) {
    product.clock.advance(SECOND_MS);
    await ending.turn();
  }
  const later = faulty.tries() - first;
  expect(later).toBeGreaterThanOrEqual(4 * FAILING);
  expect(later).toBeLessThanOrEqual(6 * FAILING);
  failing.clear();
  product.clock.advance(2 * MINUTE_MS);
  let ended = 0;
  for (let turn = 0; turn < 3; turn += 1) ended += await ending.turn();
  expect(ended).toBe(FAILING);
});

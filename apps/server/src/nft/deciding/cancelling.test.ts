// Promise: an auction whose end came while its cancellation waited for a lock is won by who leads, and what is changed
// or cancelled is judged at the moment nothing can come before it any more. (RELIABILITY N1, N4)
import { randomUUID } from 'node:crypto';
import { MINUTE_MS, plusMs } from '@candor/kernel';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type NftProduct,
  USDT,
  decideOpen,
  expectNftAddsUp,
  startNftProduct,
} from '../../../test/nft.ts';
import { lockAccounts } from '../../ledger/index.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { lockTokens } from '../token/token-store.ts';

let stage: NftProduct;
beforeAll(async () => {
  stage = await startNftProduct();
});
afterAll(async () => {
  await expectNftAddsUp(stage.product);
  await stage.product.stop();
});

const WAITING = `
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Holds a lock while a decided case is carried out and waits for it; meanwhile something happens. */
async function whileHeld(
  lock: (tx: Tx) => Promise<unknown>,
  caseId: string,
  meanwhile: (tx: Tx) => unknown,
  by: Pick<typeof stage.product.db, 'transaction'> = stage.product.db,
): Promise<void> {
  const { product } = stage;
  let carried = Promise.resolve();
  await by.transaction(async (tx) => {
    await lock(tx);
    carried = decideOpen(product, caseId);
    await vi.waitFor(async () => {
      expect((await product.owner.query(WAITING)).length).toBeGreaterThan(0);
    });
    await meanwhile(tx);
  });
  await carried;
}

async function led() {
  const { clock } = stage.product;
  const id = await stage.offer({
    auction: {
      step: { asset: 'USDT', units: 10n * USDT },
      endsAt: plusMs(clock.now(), 5 * MINUTE_MS),
      extension: { minutes: 1, most: 0 },
    },
  });
  const ann = await stage.bidder(100n * USDT);
  expect((await ann.bid(id, '100')).code).toBe('200');
  const said = {
    actor: { id: 'a', roles: ['risk'] },
    note: 'A test',
    action: 'tokens.propose-cancel',
  } as const;
  const proposed = await stage.product.app.nft.desk.proposeCancel(id, 'The artist withdrew', said);
  if (!proposed.ok) throw new Error(proposed.failure.name);
  return { id, ann, caseId: proposed.value.id };
}

const stateOf = async (id: string) =>
  (await stage.product.call('nft.get', { params: { id } })).result.state;

test.each(['token', 'account'] as const)(
  'an auction that ended while its cancellation waited for the %s is sold',
  async (what) => {
    const { id, ann, caseId } = await led();
    const { userId } = ann;
    const lock = (tx: Tx) =>
      what === 'token' ? lockTokens(tx, [id]) : lockAccounts(tx, [{ userId, mode: 'real' }]);
    await whileHeld(lock, caseId, () => stage.product.clock.advance(5 * MINUTE_MS));
    expect(await stateOf(id)).toBe('open');
    await stage.product.app.nft.ending.turn();
    expect(await stateOf(id)).toBe('sold');
    expect(await ann.holds()).toMatchObject({ 'user:cash': 0n, 'user:bid': 0n });
  },
);

test('one that waited, and whose auction still runs, is cancelled when it has its locks', async () => {
  const { id, ann, caseId } = await led();
  const { clock, owner } = stage.product;
  await whileHeld(
    (tx) => lockTokens(tx, [id]),
    caseId,
    () => clock.advance(5 * MINUTE_MS - 1),
  );
  expect(await stateOf(id)).toBe('cancelled');
  expect(await ann.holds()).toMatchObject({ 'user:cash': 100n * USDT, 'user:bid': 0n });
  const [row] = await owner.query<{ at: number }>(
    'select closed_at as at from nft.token where id = $1',
    [id],
  );
  expect(row?.at).toBe(clock.now());
});

test('one is cancelled though its artist was changed while it waited', async () => {
  const { id, ann, caseId } = await led();
  const artist = randomUUID();
  await whileHeld(
    (tx) => tx.query('select from nft.token where id = $1 for update', [id]),
    caseId,
    async (tx) => {
      // As a decided change does, of which only the lock matters here.
      await tx.query(`insert into nft.creator (id, name) values ($1, 'Another artist')`, [artist]);
      await tx.query('set local session_replication_role = replica');
      await tx.query('update nft.token set creator_id = $2 where id = $1', [id, artist]);
    },
    stage.product.owner,
  );
  expect(await stateOf(id)).toBe('cancelled');
  expect(await ann.holds()).toMatchObject({ 'user:cash': 100n * USDT, 'user:bid': 0n });
});

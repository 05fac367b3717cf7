// Promise: in a rehearsal a payment on a chain is credited once, though the product is killed between its block
// and its credit; nobody sees an address before the key it is made from was confirmed.
// (PRODUCT 1, 9; RELIABILITY B5, K1, P37)
import { afterAll, expect, test } from 'vitest';
import { hasNode, orderChain } from '../support/chains.ts';
import { type OwnerDatabase, ownerDatabase } from '../support/database.ts';
import { bookOf } from '../support/ledger.ts';
import { rehearse } from '../support/operator.ts';
import { cleanUp, newFolder, startProduct } from '../support/product.ts';

const WITHIN = { timeout: 30_000, interval: 250 };
const PATIENCE_MS = 240_000;
const PLACE = { asset: 'USDT', network: 'ethereum' } as const;
const PAID = 500_000_000n;
/** More than Ethereum's payments wait for. */
const BLOCKS = 16;

afterAll(cleanUp);

const mine = (dataDir: string) =>
  orderChain(dataDir, 'mine', { network: PLACE.network, blocks: BLOCKS });

async function credits(database: OwnerDatabase, username: string): Promise<number> {
  const rows = await database.rows(
    `select from ledger.entry join accounts.account using (user_id)
     where username = $1 and kind = 'deposit'`,
    [username],
  );
  return rows.length;
}

/** Whether a statement of the product waits for a lock on the journal. */
async function isWaiting(database: OwnerDatabase): Promise<boolean> {
  const rows = await database.rows(
    `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%ledger%'`,
  );
  return rows.length > 0;
}

test(
  'a payment on a chain of a rehearsal is in the books once, though killed between block and credit',
  async (context) => {
    if (!hasNode()) context.skip('there is no local node of Ethereum for this machine');
    const dataDir = await newFolder();
    const begun = await startProduct({ feed: 'simulated', dataDir, words: ['--rehearsal'] });
    const { token, username } = await begun.register();
    const ask = () => begun.call('cashier.deposit-address', { token, mode: 'real', query: PLACE });
    expect((await ask()).refused.name).toBe('not-yet-open');
    expect(await rehearse(dataDir, 'keys')).toMatchObject({ exitCode: 0 });
    await expect.poll(async () => (await ask()).code, WITHIN).toBe('200');
    const { address } = (await ask()).result;
    const { result: terms } = await begun.call('cashier.terms', { token });
    expect(terms.map((one) => [one.depositOpen, one.withdrawOpen])).toEqual(
      terms.map(() => [true, true]),
    );

    const funded = await rehearse(dataDir, 'fund', username, '500', 'USDT', 'ethereum');
    expect(funded.said).toContain(`500 USDT are on their way to ${address} by ethereum`);
    const before = await ownerDatabase({ dataDir });
    await before.hold('lock table ledger.entry in share mode');
    await mine(dataDir);
    await expect.poll(() => isWaiting(before), WITHIN).toBe(true);
    expect(await credits(before, username)).toBe(0);
    await begun.kill9({ database: true });
    await before.end();

    const again = await startProduct({ feed: 'simulated', dataDir });
    const seen = async () => {
      const query = { page: 1, size: 20 };
      const { result } = await again.call('cashier.deposits', { token, mode: 'real', query });
      return result.records.map(({ state, amount }) => `${amount} ${state}`);
    };
    await expect.poll(seen, WITHIN).toEqual(['500 credited']);
    const later = await again.register();
    const give = () =>
      again.call('cashier.deposit-address', { ...later, mode: 'real', query: PLACE });
    await expect.poll(async () => (await give()).code, WITHIN).toBe('200');
    // Another payment after the first: once it counts, the first one's block was passed again.
    const to = (await give()).result.address;
    await orderChain(dataDir, 'fund', { ...PLACE, to, units: String(PAID) });
    await mine(dataDir);
    const database = await ownerDatabase({ dataDir });
    await expect.poll(() => credits(database, later.username), WITHIN).toBe(1);
    expect(await credits(database, username)).toBe(1);
    expect((await bookOf(database, username, 'real')).cash).toBe(PAID);
    await database.end();
  },
  PATIENCE_MS,
);

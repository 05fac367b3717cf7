// Promise: a rehearsal is begun on an empty folder, by a word, for good. In it the real account trades
// at prices of any kind, its time goes ahead and its operator has a name; nowhere else any of it does.
import { randomUUID } from 'node:crypto';
import { RISK_VERSION } from '@candor/protocol/light';
import { afterAll, expect, test } from 'vitest';
import { ownerDatabase } from '../support/database.ts';
import { deposit } from '../support/ledger.ts';
import { rehearse } from '../support/operator.ts';
import {
  type Product,
  cleanUp,
  newFolder,
  startProduct,
  startRefused,
} from '../support/product.ts';

const CODE = 'BTC/USDT';
const WORDS = ['--rehearsal'];
const WITHIN = { timeout: 30_000 };
const PATIENCE_MS = 240_000;

const ANSWERS = {
  country: 'DE',
  experience: 'some',
  background: 'no',
  margin: 'tenth',
  leverage: 'tenfold',
  closeOut: 'closed',
  gap: 'nextPrice',
  ownership: 'notOwned',
  riskAccepted: true,
} as const;

afterAll(cleanUp);

const order = () => ({
  code: CODE,
  direction: 'buy' as const,
  orderType: 'market' as const,
  lots: '0.01',
  leverage: 2,
  requestId: randomUUID(),
});

async function openReal(product: Product, token: string) {
  return product.call('contracts.open', { token, mode: 'real', body: order() });
}

test(
  'a real order is filled by simulated prices after the day of waiting, which a word brings on',
  async () => {
    const dataDir = await newFolder();
    const begun = await startProduct({ feed: 'simulated', dataDir, words: WORDS });
    await expect.poll(begun.said, WITHIN).toContain('Rehearsal: nothing here is money.');
    await begun.stop();
    // It stays one without the word.
    const product = await startProduct({ feed: 'simulated', dataDir });
    await expect.poll(product.said, WITHIN).toContain('Rehearsal: nothing here is money.');
    expect((await product.call('market.feeds')).result.rehearsal).toBe(true);

    const { token, username } = await product.register();
    const answered = await product.call('accounts.answer-appropriateness', {
      token,
      body: { answers: ANSWERS, riskVersion: RISK_VERSION },
    });
    expect(answered.code).toBe('200');
    const database = await ownerDatabase({ dataDir });
    await deposit(database, username, 5_000_000_000n);
    await database.end();
    expect(await rehearse(dataDir, 'operator')).toMatchObject({ exitCode: 0 });
    expect((await rehearse(dataDir, 'operator')).said).toBe('The operator is named already.');
    expect(await rehearse(dataDir, 'fund-house', '50000')).toMatchObject({ exitCode: 0 });
    expect(await rehearse(dataDir, 'fund-house', '0.5', 'BTC')).toMatchObject({ exitCode: 0 });
    expect(await rehearse(dataDir, 'fund-house', '1', 'DOGE')).toMatchObject({ exitCode: 1 });
    await product.untilOpen(CODE);
    expect((await openReal(product, token)).code).not.toBe('200');

    const before = (await product.call('market.feeds')).result.marketTime;
    expect(await rehearse(dataDir, 'clock', '+1d')).toMatchObject({ exitCode: 0 });
    const now = async () => (await product.call('market.feeds')).result.marketTime;
    await expect.poll(now, WITHIN).toBeGreaterThan(before + 86_000_000);
    expect((await rehearse(dataDir, 'clock', '-1d')).said).toContain('goes forward only');

    // The session of yesterday is over.
    const body = { username, password: 'a stone in the river', client: 'api' as const };
    const { result } = await product.call('accounts.login', { body });
    if (!('token' in result)) throw new Error('no session');
    const opened = async () => (await openReal(product, result.token)).code;
    await expect.poll(opened, WITHIN).toBe('200');
  },
  PATIENCE_MS,
);

test(
  'where money may be real nothing is played, and no word makes a rehearsal of it',
  async () => {
    const product = await startProduct({ feed: 'simulated' });
    const { dataDir } = product;
    for (const words of [['clock', '+1d'], ['operator'], ['fund-house', '1']]) {
      expect(await rehearse(dataDir, ...words)).toEqual({
        exitCode: 1,
        said: 'This is no rehearsal: nothing is played where money may be real.',
      });
    }
    expect((await product.call('market.feeds')).result.rehearsal).toBeUndefined();
    await product.stop();
    const refused = await startRefused({ feed: 'simulated', dataDir, words: WORDS });
    expect(refused.exitCode).toBe(1);
    expect(refused.said).toContain('This data folder is no rehearsal, and never becomes one');
  },
  PATIENCE_MS,
);

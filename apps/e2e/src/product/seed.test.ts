import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { signedIn } from '@candor/testkit';
import { afterAll, expect, test } from 'vitest';
import { ownerDatabase } from '../support/database.ts';
import { operate, rehearse } from '../support/operator.ts';
import { type Product, cleanUp, newFolder, startProduct } from '../support/product.ts';
import { differencesIn } from '../support/verifier.ts';

const SEED = fileURLToPath(new URL('../../../../scripts/seed.ts', import.meta.url));
const HACKING = fileURLToPath(new URL('../../../../docs/hacking.md', import.meta.url));
const DAYS = 1;
/** Some seconds of a machine that has nothing else to do. */
const WITHIN_MS = 400_000;

afterAll(cleanUp);

async function seed(dataDir: string, env: Record<string, string> = {}, words: string[] = []) {
  const child = spawn(process.execPath, [SEED, '--days', String(DAYS), ...words], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { exitCode: child.exitCode, said, complained };
}

/** The statements of the page that shows how to read the books. */
const statements = (): string[] =>
  [...readFileSync(HACKING, 'utf8').matchAll(/^```sql\n(.*?)^```$/gms)].map(([, sql = '']) => sql);

/** User names with the pass phrases that were printed for them. */
const printedIn = (said: string): Map<string, string> =>
  new Map([...said.matchAll(/^ {2}(demo\.\w+) · ([a-z ]+) · /gm)].map((one) => [one[1]!, one[2]!]));

async function enter(product: Product, username: string, password = ''): Promise<string> {
  const body = { username, password, client: 'api' } as const;
  return signedIn((await product.call('accounts.login', { body })).result).token;
}

test(
  'npm run seed fills an empty folder with practice that the product goes on with, and no other folder',
  { timeout: WITHIN_MS },
  async () => {
    const dataDir = join(await newFolder(), 'data');
    const done = await seed(dataDir);
    expect([done.exitCode, done.complained]).toEqual([0, '']);
    const phrases = printedIn(done.said);
    expect([...phrases.keys()]).toEqual(['demo.trader', 'demo.asker', 'demo.new']);
    expect(new Set(phrases.values()).size).toBe(3);
    const [, receiptNo = ''] = /A receipt: (\w+)/.exec(done.said) ?? [];

    const again = await seed(dataDir);
    expect(again.exitCode).toBe(1);
    expect(again.complained).toContain(`${dataDir} has accounts: only an empty one is filled.`);
    const open = await seed(join(await newFolder(), 'data'), {
      PUBLIC_URL: 'https://candor.example',
    });
    expect(open.complained).toContain('an installation others come to is not filled');

    const product = await startProduct({ feed: 'simulated', dataDir });
    await product.untilOpen('BTC/USDT');
    const token = await enter(product, 'demo.trader', phrases.get('demo.trader'));
    const totalOf = async (status: 'running' | 'pending' | 'closed'): Promise<number> =>
      (await product.call('contracts.list', { token, query: { status } })).result.total;
    expect(await totalOf('pending')).toBe(2);
    expect(await totalOf('closed')).toBeGreaterThanOrEqual(DAYS);
    const { result: options } = await product.call('options.list', {
      token,
      query: { status: 'closed' },
    });
    expect(options.total).toBe(DAYS);
    const { result: told } = await product.call('notifications.list', { token, query: {} });
    expect(told.records.length).toBeGreaterThan(0);
    const asker = await enter(product, 'demo.asker', phrases.get('demo.asker'));
    const { result: asked } = await product.call('support.list', { token: asker, query: {} });
    expect(asked.records.map(({ state }) => state)).toEqual(['answered']);

    // Of the same run of prices: what was opened by the seed is closed at a price of today.
    const { result: running } = await product.call('contracts.list', {
      token,
      query: { status: 'running' },
    });
    expect(running.total).toBeGreaterThanOrEqual(2);
    const closed = await product.call('contracts.close', {
      token,
      params: { id: running.records[0]!.id },
      body: { requestId: randomUUID() },
    });
    expect(closed.code).toBe('200');

    const owner = await ownerDatabase(product);
    const modes = await owner.rows(
      'select distinct mode::text from ledger.entry where user_id is not null',
    );
    expect(modes).toEqual([{ mode: 'demo' }]);
    expect(statements().length).toBeGreaterThan(3);
    for (const statement of statements()) {
      const rows = await owner.rows(statement);
      expect(rows.length, statement).toBeGreaterThan(0);
      // The one that compares what is kept with what was posted.
      for (const row of rows as { differs?: string }[]) expect(row.differs ?? '0').toBe('0');
    }
    await owner.end();
    expect((await differencesIn(product, [receiptNo])).differences).toEqual([]);
    expect(await operate(dataDir, 'reconcile')).toMatchObject({
      exitCode: 0,
      said: expect.stringContaining('Every book sums to zero.') as string,
    });
    expect((await product.stop()).exitCode).toBe(0);
  },
);

test(
  'npm run seed -- --rehearsal begins a rehearsal that a start goes on with, and that a payment reaches',
  { timeout: WITHIN_MS },
  async () => {
    const dataDir = join(await newFolder(), 'data');
    const done = await seed(dataDir, {}, ['--rehearsal']);
    expect([done.exitCode, done.complained]).toEqual([0, '']);
    expect(done.said).toContain('holds a rehearsal with a demo now');
    // It is one from then on, with the word or without.
    const product = await startProduct({ feed: 'simulated', dataDir });
    const within = { timeout: 30_000 };
    await expect.poll(product.said, within).toContain('Rehearsal: nothing here is money.');
    expect((await product.call('market.feeds')).result.rehearsal).toBe(true);
    const token = await enter(product, 'demo.trader', printedIn(done.said).get('demo.trader'));
    const query = { status: 'running' } as const;
    const { result } = await product.call('contracts.list', { token, query });
    expect(result.total).toBeGreaterThanOrEqual(2);
    expect(await rehearse(dataDir, 'keys')).toMatchObject({ exitCode: 0 });
    const place = { asset: 'USDT', network: 'ethereum' } as const;
    const address = async () =>
      (await product.call('cashier.deposit-address', { token, mode: 'real', query: place })).code;
    await expect.poll(address, within).toBe('200');
    const paid = await rehearse(dataDir, 'fund', 'demo.trader', '200', 'USDT');
    expect(paid).toMatchObject({ exitCode: 0 });
    const states = async () => {
      const asked = { token, mode: 'real', query: { page: 1, size: 20 } } as const;
      return (await product.call('cashier.deposits', asked)).result.records.length;
    };
    await expect.poll(states, within).toBe(1);
    const owner = await ownerDatabase(product);
    expect(await owner.rows('select kind from platform.installation')).toEqual([
      { kind: 'rehearsal' },
    ]);
    await owner.end();
    expect((await product.stop()).exitCode).toBe(0);
  },
);

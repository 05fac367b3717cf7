import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { ownerDatabase } from '../support/database.ts';
import { startHelper } from '../support/helper-process.ts';
import { operate } from '../support/operator.ts';
import {
  type Product,
  type Trader,
  cleanUp,
  newFolder,
  startProduct,
  startRefused,
} from '../support/product.ts';
import { until } from '../support/until.ts';

type Connection = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
};

const CODE = 'BTC/USDT';
const FEED = 'simulated';

afterAll(cleanUp);

/** A PostgreSQL of another owner, and the address under which two processes may find it. */
async function external() {
  const helper = await startHelper('embedded-postgres-child.ts', [await newFolder()]);
  const { connection } = JSON.parse(helper.first) as { connection: Connection };
  const { host, port, user, password, database } = connection;
  const address = new URL(`postgresql://localhost/${database}`);
  address.username = user;
  address.password = password;
  address.searchParams.set('host', host);
  address.searchParams.set('port', String(port));
  return { helper, connection, url: address.href };
}

const open = (product: Product, { token }: Trader) =>
  product.call('contracts.open', {
    token,
    body: {
      code: CODE,
      direction: 'buy',
      orderType: 'market',
      lots: '0.001',
      leverage: 2,
      requestId: randomUUID(),
    },
  });

test(
  'of two processes on one database only one ever writes, whatever happens to its lock',
  { timeout: 120_000 },
  async () => {
    const { helper, connection, url } = await external();
    const settings = { feed: FEED, env: { DATABASE_URL: url } };
    const first = await startProduct(settings);
    const trader = await first.register();
    await first.untilOpen(CODE);
    expect((await open(first, trader)).code).toBe('200');

    const refused = await startRefused({ ...settings, dataDir: first.dataDir });
    expect(refused.exitCode).toBe(1);
    expect(refused.said).toMatch(/^Another Candor works on this database.*: stop that one first/);
    expect((await open(first, trader)).code).toBe('200');

    // The first is paused, as by a machine that stands still, and loses its connection meanwhile.
    process.kill(first.pid, 'SIGSTOP');
    const owner = await ownerDatabase({ connection });
    await owner.rows(
      'select pg_terminate_backend(pid) from pg_locks where objid = 4210023 and granted',
    );
    const second = await startProduct({ ...settings, dataDir: first.dataDir });
    await second.untilOpen(CODE);
    const ticks = async (): Promise<number> =>
      (await owner.rows<{ n: number }>('select count(*)::int as n from market.tick'))[0]?.n ?? 0;
    expect((await open(second, trader)).code).toBe('200');

    // It wakes up full of what it believes, and writes none of it.
    process.kill(first.pid, 'SIGCONT');
    const ended = await first.ended();
    expect(ended.exitCode).toBe(1);
    expect(ended.said).toContain('Another Candor took over this database: this one ends.');
    const before = await ticks();
    await until('more ticks of the second', async () => (await ticks()) > before + 20);
    expect((await open(second, trader)).code).toBe('200');
    expect(await owner.rows('select from contracts.contract')).toHaveLength(4);
    expect(await owner.faults()).toEqual([]);
    const days = await owner.rows<{ day: string }>(
      'select distinct day::text as day from market.tick',
    );
    for (const { day } of days) {
      const at = { dataDir: first.dataDir, databaseUrl: url };
      const { exitCode, said } = await operate(at, 'verify-tape', day);
      expect([exitCode, said]).toEqual([0, expect.stringContaining(day)]);
    }
    await owner.end();
    expect((await second.stop()).exitCode).toBe(0);
    await helper.end();
  },
);

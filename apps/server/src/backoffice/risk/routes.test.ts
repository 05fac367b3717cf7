// Promise: risk shows what is open, what prices would do and what the house earned, as the books say.
import { randomUUID } from 'node:crypto';
import { DAY_MS, type UserId, newUuid, plusMs, utcDayOf } from '@candor/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';
import { type Entry, commitEntries, coverHouse } from '../../ledger/index.ts';

let product: TestDesk;
let risk: TestMember;
let auditor: TestMember;
let token: string;
let userId: UserId;

/** A second passes and a price comes. */
async function quote(code: string, price: string): Promise<void> {
  product.clock.advance(3_000);
  await product.price(code, price, price);
  await product.settle();
  await product.settle();
}

beforeAll(async () => {
  product = await startTestDesk();
  await product.administrator();
  risk = await product.member('risk');
  auditor = await product.member('auditor');
  ({ token, userId } = await product.register());
  await quote('EUR/USD', '1.2');
  const at = product.clock.now();
  // 200 USDT of practice money are left.
  const entry: Entry = {
    id: newUuid(at) as Entry['id'],
    userId,
    mode: 'demo',
    kind: 'demo-reset',
    requestId: `test:${randomUUID()}`,
    part: 0,
    cause: 'case',
    subject: null,
    reverses: null,
    at,
    postings: [{ from: 'user:cash', to: 'house:demo-grant', asset: 'USDT', units: 9_800_000_000n }],
  };
  await product.db.transaction((tx) => commitEntries(tx, [entry], at));
});
afterAll(() => product.stop());

/** Risk as it is after a look that began now. */
async function look() {
  const { cookie } = risk;
  const seen = async () => (await product.desk('risk.now', { cookie })).result;
  const before = await seen();
  product.clock.advance(60_000);
  await expect.poll(async () => (await seen()).at, { timeout: 20_000 }).toBeGreaterThan(before.at);
  return seen();
}

const rungs = async (group: string) =>
  (await look()).demo.ladder.find((one) => one.group === group)?.accounts;

const statusNow = async (id: string): Promise<string> =>
  (await product.call('contracts.get', { token, params: { id } })).result.status;

describe('risk now', () => {
  test('the ladder names who would be closed out, and that is who is when the price moves', async () => {
    const body = { code: 'EUR/USD', direction: 'buy' as const, orderType: 'market' as const };
    const opened = await product.call('contracts.open', {
      token,
      body: { ...body, lots: '0.04', leverage: 30, requestId: randomUUID() },
    });
    expect(opened.code).toBe('200');
    await product.settle();
    // Equity 195.20 on a margin of 160: below half of it from a loss of 115.20, 2.4 percent, on.
    expect(await rungs('forexMajor')).toEqual([0, 0, 1, 1]);
    expect(await rungs('all')).toEqual([0, 0, 1, 1]);
    expect(await rungs('crypto')).toEqual([0, 0, 0, 0]);
    const { demo, real } = await look();
    expect(demo.total).toMatchObject({ contracts: 1, long: '4800', net: '4800', gross: '4800' });
    expect(real).toMatchObject({ instruments: [], accounts: 0, total: { net: '0', gross: '0' } });
    const named = await product.desk('risk.accounts', {
      cookie: risk.cookie,
      query: { mode: 'demo', group: 'forexMajor', percent: '5' },
    });
    expect(named.result).toMatchObject({ total: 1, records: [{ userId, contracts: 1 }] });
    // 195.20 − 240
    expect(named.result.records[0]?.tradingEquity).toBe('-44.8');
    await quote('EUR/USD', '1.188');
    await quote('EUR/USD', '1.176');
    expect(await statusNow(opened.result.id)).toBe('running');
    await quote('EUR/USD', '1.14');
    expect(await statusNow(opened.result.id)).toBe('closed');
    expect((await look()).demo).toMatchObject({ accounts: 0, below: 0 });
  });

  test('a fall the ladder has not is refused, and who read the accounts is written down', async () => {
    const { cookie } = auditor;
    const query = { mode: 'demo', group: 'all', percent: '3' };
    expect((await product.desk('risk.accounts', { cookie, query })).message).toBe('unreadable');
    await product.desk('risk.accounts', { cookie, query: { ...query, percent: '2' } });
    const [row] = await product.db.query<{ actor: string; subject: string }>(
      "select actor, subject from audit.record where action = 'risk.accounts' order by seq desc limit 1",
    );
    expect(row).toEqual({ actor: auditor.id, subject: 'demo all -2 %' });
  });
});

describe('the house’s days', () => {
  test('each part is the sum of its postings, and covers are no result', async () => {
    const { cookie } = auditor;
    const { userId: payer } = await product.register();
    const yesterday = plusMs(product.clock.now(), -DAY_MS);
    const entry: Omit<Entry, 'kind' | 'postings' | 'id'> = {
      userId: payer,
      mode: 'demo',
      requestId: `test:${randomUUID()}`,
      part: 0,
      cause: 'timer',
      subject: null,
      reverses: null,
      at: yesterday,
    };
    const id = () => newUuid(yesterday) as Entry['id'];
    const usdt = { asset: 'USDT', units: 5_000_000n } as const;
    await product.db.transaction((tx) =>
      commitEntries(
        tx,
        [
          {
            ...entry,
            id: id(),
            kind: 'financing',
            postings: [{ from: 'user:cash', to: 'house:financing', ...usdt }],
          },
          {
            ...entry,
            id: id(),
            mode: 'real',
            kind: 'deposit',
            postings: [{ from: 'world:tron', to: 'user:cash', ...usdt }],
          },
          {
            ...entry,
            id: id(),
            mode: 'real',
            part: 1,
            kind: 'financing',
            postings: [{ from: 'user:cash', to: 'house:financing', ...usdt }],
          },
        ].map((one, part) => ({ ...one, part }) as Entry),
        yesterday,
      ),
    );
    expect(await coverHouse(product)).toBe(true);
    const ask = async (mode: string) =>
      (await product.desk('risk.house', { cookie, query: { mode } })).result;
    const result = await ask('demo');
    expect((await ask('real')).days).toEqual([
      {
        day: utcDayOf(yesterday),
        asset: 'USDT',
        result: '5',
        parts: { 'house:financing': '5' },
      },
    ]);
    // What anyone may read is the same of days that are over for ten minutes, and says by which query.
    expect((await product.call('transparency.house')).result.days).toEqual([]);
    product.clock.advance(600_000);
    const open = await product.call('transparency.house');
    const published = open.result;
    expect(published.days).toEqual((await ask('real')).days);
    expect(published.to).toBe(utcDayOf(yesterday));
    expect(published.query).not.toContain('$');
    const again = await product.owner.query<{ day: string; account: string; amount: string }>(
      published.query,
    );
    expect(again).toEqual([
      { day: utcDayOf(yesterday), asset: 'USDT', account: 'house:financing', amount: '5000000' },
    ]);
    // The day that is over is not read again; the sums stay the same.
    product.clock.advance(120_000);
    await expect
      .poll(async () => (await ask('demo')).at, { timeout: 20_000 })
      .toBeGreaterThan(result.at);
    const after = { result: await ask('demo') };
    for (const { days } of [result, after.result]) {
      const rows = await product.owner.query<{ account: string; amount: string }>(
        `select class as account, sum(amount)::text as amount from ledger.posted_house
         where mode = 'demo' and asset = 'USDT' and class <> 'house:demo-grant' group by 1`,
      );
      const shown = new Map<string, bigint>();
      for (const { parts } of days.filter(({ asset }) => asset === 'USDT')) {
        for (const [account, text] of Object.entries(parts)) {
          const [whole = '', rest = ''] = text.replace('-', '').split('.');
          const units = BigInt(whole) * 1_000_000n + BigInt(rest.padEnd(6, '0'));
          const signed = text.startsWith('-') ? -units : units;
          shown.set(account, (shown.get(account) ?? 0n) + signed);
        }
      }
      expect(rows.length).toBeGreaterThan(1);
      expect([...shown].toSorted()).toEqual(
        rows.map(({ account, amount }) => [account, BigInt(amount)]).toSorted(),
      );
    }
  });
});

describe('health', () => {
  test('sources and instruments with the age of their price, and nothing stuck', async () => {
    const { result } = await product.desk('risk.health', { cookie: risk.cookie });
    expect(result.sources.length).toBeGreaterThan(0);
    const euro = result.instruments.find(({ code }) => code === 'EUR/USD');
    expect(euro).toMatchObject({ source: expect.any(String) });
    expect(euro?.ageMs).not.toBeNull();
    const silent = result.instruments.find(({ ageMs }) => ageMs === null);
    expect(silent).toMatchObject({ source: null });
    expect(result.stuck).toMatchObject({ due: 0, stuck: 0, unjudged: 0, listenersFailing: 0 });
  });

  test('a check runs behind the call that asks for it, and says what it found', async () => {
    const { cookie } = risk;
    const checks = async () => (await product.desk('risk.health', { cookie })).result.checks;
    expect((await checks()).map(({ result }) => result)).toEqual([null, null]);
    expect((await product.desk('risk.check', { cookie, body: {} })).message).toBe('ok');
    const results = async () => (await checks()).map(({ result }) => result);
    await expect.poll(results, { timeout: 30_000 }).toEqual(['sound', 'sound']);
    // A byte of the log is flipped past every guard.
    await product.owner.query('set session_replication_role = replica');
    const first = 'where seq = (select min(seq) from audit.record)';
    await product.owner.query(`update audit.record set action = action || 'x' ${first}`);
    await product.desk('risk.check', { cookie, body: {} });
    await expect.poll(results, { timeout: 30_000 }).toEqual(['sound', 'faults']);
    expect((await checks())[1]?.faults).toEqual(['row 1 is not what was written']);
  });
});

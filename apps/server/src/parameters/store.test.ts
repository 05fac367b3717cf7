import { DAY_MS, formatMoney, plusMs, rate, unixMs } from '@candor/kernel';
import { createTestClock } from '@candor/testkit';
import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../platform/postgres/db.ts';
import { PARAMETERS, type Parameters, createParameters, isParameterKey, useOf } from './index.ts';

type Setting = Parameters['set'] extends (version: infer Version) => unknown ? Version : never;

let clone: TestDatabase;
let db: Database;
let parameters: Parameters;
const clock = createTestClock();

beforeEach(async () => {
  clone = await cloneDatabase();
  db = openDatabase(clone.config);
  parameters = createParameters({ db, clock });
  await parameters.reload();
});

afterEach(async () => {
  await db.end();
  await clone.drop();
});

describe('the defaults', () => {
  test('are there for every parameter, each of its type and within its cap', async () => {
    const rows = await db.query<{ key: string }>('select distinct key from parameters.parameter');
    expect(rows.map(({ key }) => key).toSorted()).toEqual(Object.keys(PARAMETERS).toSorted());
    for (const key of Object.keys(PARAMETERS).filter(isParameterKey)) {
      const value = parameters.text(key);
      if (useOf(key) === 'fixed') continue;
      const set = await parameters.set({ key, value, from: clock.now(), note: 'the same again' });
      expect(set, key).toMatchObject({ ok: true, value: { key, value, version: 2 } });
    }
  });

  test('are the numbers of the product’s page', () => {
    expect(formatMoney(parameters.usdt('demo.balance'))).toBe('10000');
    expect(parameters.share('contract.feeRate')).toBe(rate('0.001'));
    expect(parameters.share('contract.feeRateCap')).toBe(rate('0.003'));
    expect(parameters.share('contract.closeOutLevel')).toBe(rate('0.5'));
    expect(parameters.count('leverage.forexMajor')).toBe(30);
    expect(parameters.count('leverage.crypto')).toBe(2);
    expect(parameters.text('operator.name')).toBe('Not set by the operator');
  });
});

describe('a new version', () => {
  test('of the future is not in force until then, and then at once, without a reload', async () => {
    const from = plusMs(clock.now(), DAY_MS);
    const set = await parameters.set({
      key: 'demo.balance',
      value: '5000',
      from,
      note: 'smaller books',
    });
    expect(set).toMatchObject({ ok: true, value: { version: 2, from, note: 'smaller books' } });
    expect(formatMoney(parameters.usdt('demo.balance'))).toBe('10000');
    clock.set(plusMs(from, -1));
    expect(formatMoney(parameters.usdt('demo.balance'))).toBe('10000');
    clock.set(from);
    expect(formatMoney(parameters.usdt('demo.balance'))).toBe('5000');
    expect(parameters.history('demo.balance').map(({ value }) => value)).toEqual(['10000', '5000']);
  });

  test('that is refused leaves no trace', async () => {
    const from = clock.now();
    const refusal = async (version: Omit<Setting, 'note'>): Promise<string> => {
      const set = await parameters.set({ ...version, note: '' });
      return set.ok ? 'ok' : set.failure.name;
    };
    expect(await refusal({ key: 'contract.feeRate', value: '0.0031', from })).toBe('above-cap');
    expect(await refusal({ key: 'contract.feeRateCap', value: '0.0005', from })).toBe('above-cap');
    expect(await refusal({ key: 'leverage.crypto', value: '2.5', from })).toBe('malformed');
    const past = plusMs(from, -1);
    expect(await refusal({ key: 'demo.balance', value: '1', from: past })).toBe('in-the-past');
    const [count] = await db.query('select count(*)::int as n from parameters.parameter');
    expect(count).toEqual({ n: Object.keys(PARAMETERS).length });
  });

  test('is seen by another process after its reload', async () => {
    const other = createParameters({ db, clock });
    await other.reload();
    await parameters.set({ key: 'leverage.crypto', value: '1', from: clock.now(), note: '' });
    expect(other.count('leverage.crypto')).toBe(2);
    await other.reload();
    expect(other.count('leverage.crypto')).toBe(1);
  });

  test('of two set at once each gets its number, and a cap is not slipped past', async () => {
    const from = clock.now();
    const twenty = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        parameters.set({ key: 'demo.balance', value: `${n}`, from, note: '' }),
      ),
    );
    const versions = twenty.flatMap((set) => (set.ok ? [set.value.version] : []));
    expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 2));
    // In force is the newest of them, whichever transaction came last.
    const newest = twenty.find((set) => set.ok && set.value.version === 21);
    expect(newest?.ok && newest.value.value).toBe(parameters.text('demo.balance'));
    const [raised, lowered] = await Promise.all([
      parameters.set({ key: 'contract.feeRate', value: '0.003', from, note: '' }),
      parameters.set({ key: 'contract.feeRateCap', value: '0.002', from, note: '' }),
    ]);
    expect([raised.ok, lowered.ok].toSorted()).toEqual([false, true]);
    expect(parameters.share('contract.feeRate') <= parameters.share('contract.feeRateCap')).toBe(
      true,
    );
  });
});

test('a value that is asked for before any is in force is a broken promise', () => {
  const early = createParameters({ db, clock: { now: () => unixMs(-1) } });
  expect(() => early.text('demo.balance')).toThrow('no value for demo.balance');
});

test('nobody changes or removes a version, not even the owner of the table', async () => {
  const owner = openDatabase({ ...clone.ownerConfig, max: 1 });
  for (const statement of [
    `update parameters.parameter set value = '0.3'`,
    'delete from parameters.parameter',
    'truncate parameters.parameter',
  ]) {
    await expect(db.query(statement)).rejects.toMatchObject({ code: '42501' });
    await expect(owner.query(statement)).rejects.toThrow('a new version, never another value');
  }
  const again = `insert into parameters.parameter values ('demo.balance', 1, '1', now(), '')`;
  await expect(db.query(again)).rejects.toMatchObject({ code: '23505' });
  await owner.end();
});

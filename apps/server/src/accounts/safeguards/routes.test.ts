import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS, type UserId } from '@candor/kernel';
import { signedIn } from '@candor/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';

let product: TestApp;
let token: string;
let userId: UserId;
let username: string;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());
beforeEach(async () => {
  ({ token, userId, username } = await product.register());
});

/** Time passes, and the session with it. */
async function later(ms: number): Promise<void> {
  product.clock.advance(ms);
  const body = { username, password: 'correct horse battery', client: 'api' as const };
  ({ token } = signedIn((await product.call('accounts.login', { body })).result));
}

const set = (amount: string | null, kind: 'deposit' | 'loss' | 'turnover' = 'turnover') =>
  product.call('accounts.set-limit', { token, body: { kind, period: 'day', amount } });

async function listed(kind: 'deposit' | 'loss' | 'turnover' = 'turnover') {
  const { result } = await product.call('accounts.limits', { token });
  return result.find((one) => one.kind === kind && one.period === 'day');
}

async function events() {
  const rows = await product.db.query<{ kind: string; facts: Record<string, string> }>(
    'select kind, facts from accounts.security_event where user_id = $1 order by at, id',
    [userId],
  );
  return rows.filter(({ kind }) => /limit|timed|excluded/.test(kind));
}

describe('limits', () => {
  test('are nine, none of them set, nothing used, each with the end of its period', async () => {
    const { result } = await product.call('accounts.limits', { token });
    expect(result.map(({ kind, period }) => `${kind} ${period}`)).toEqual(
      ['deposit', 'loss', 'turnover'].flatMap((kind) =>
        ['day', 'week', 'month'].map((period) => `${kind} ${period}`),
      ),
    );
    for (const one of result) {
      expect(one).toMatchObject({ used: '0' });
      expect([one.amount, one.pending]).toEqual([undefined, undefined]);
      expect(one.endsAt).toBeGreaterThan(product.clock.now());
    }
  });

  test('hold at once when they tighten, a day later when they loosen', async () => {
    const first = await set('100');
    expect([first.code, first.message]).toEqual(['200', '20005']);
    expect(first.result).toEqual({ effectiveAt: product.clock.now() });
    expect(await listed()).toMatchObject({ amount: '100' });

    product.clock.advance(1);
    const effectiveAt = product.clock.now() + DAY_MS;
    expect((await set('250.5')).result).toEqual({ effectiveAt });
    expect(await listed()).toMatchObject({
      amount: '100',
      pending: { amount: '250.5', effectiveAt },
    });
    await later(DAY_MS - 1);
    expect(await listed()).toMatchObject({ amount: '100' });
    await later(1);
    const after = await listed();
    expect([after?.amount, after?.pending]).toEqual(['250.5', undefined]);

    await set(null);
    expect(await listed()).toMatchObject({ amount: '250.5', pending: { amount: null } });
    product.clock.advance(1);
    await set('10');
    await later(DAY_MS);
    const last = await listed();
    expect([last?.amount, last?.pending]).toEqual(['10', undefined]);
    expect((await events()).map(({ facts }) => [facts['from'], facts['to']])).toEqual([
      ['none', '100'],
      ['100', '250.5'],
      ['250.5', 'none'],
      ['250.5', '10'],
    ]);
  });

  test('are of one user, and two set at once are both answered and one of them holds', async () => {
    await Promise.all([set('100'), set('90')]);
    expect(['90', '100']).toContain((await listed())?.amount);
    ({ token } = await product.register());
    expect((await listed())?.amount).toBeUndefined();
  });

  test.each([
    ['no amount at all', { kind: 'loss', period: 'day' }],
    ['zero', { kind: 'loss', period: 'day', amount: '0' }],
    ['less than nothing', { kind: 'loss', period: 'day', amount: '-1' }],
    ['finer than a unit', { kind: 'loss', period: 'day', amount: '0.0000001' }],
    ['a number', { kind: 'loss', period: 'day', amount: 5 }],
    ['an exponent', { kind: 'loss', period: 'day', amount: '1e3' }],
    ['digits of another script', { kind: 'loss', period: 'day', amount: '١٢' }],
    ['more digits than there are', { kind: 'loss', period: 'day', amount: '9'.repeat(21) }],
    ['an unknown kind', { kind: 'win', period: 'day', amount: '1' }],
    ['an unknown period', { kind: 'loss', period: 'year', amount: '1' }],
    ['somebody else', { kind: 'loss', period: 'day', amount: '1', userId: randomUUID() }],
  ])('refuse %s', async (_, odd) => {
    const answer = await product.call('accounts.set-limit', { token, odd });
    expect([answer.status, answer.code]).toEqual([400, '400']);
    expect((await events()).length).toBe(0);
  });

  test('take the largest amount there is', async () => {
    expect((await set('9'.repeat(20))).code).toBe('200');
    expect(await listed()).toMatchObject({ amount: '9'.repeat(20) });
  });
});

describe('pauses', () => {
  const timeout = (until: number) => product.call('accounts.timeout', { token, body: { until } });
  const exclude = (until: number) =>
    product.call('accounts.self-exclude', { token, body: { until } });
  const pauses = async () => (await product.call('accounts.pauses', { token })).result;

  test('are none at first; a time-out holds at once and ends by itself', async () => {
    expect(await pauses()).toEqual([]);
    const since = product.clock.now();
    const until = since + HOUR_MS;
    const answer = await timeout(until);
    expect([answer.message, answer.result]).toEqual(['20005', { until }]);
    expect(await pauses()).toEqual([{ kind: 'timeout', since, until }]);
    await later(HOUR_MS);
    expect(await pauses()).toEqual([]);
    expect(await events()).toEqual([{ kind: 'timed-out', facts: { until: String(until) } }]);
  });

  test('are prolonged at once and shortened to a day from now at the soonest', async () => {
    const since = product.clock.now();
    const end = since + 200 * DAY_MS;
    await exclude(end);
    expect((await exclude(end + 1)).result).toEqual({ until: end + 1 });
    await later(HOUR_MS);
    const soonest = product.clock.now() + DAY_MS;
    expect((await exclude(product.clock.now())).result).toEqual({ until: soonest });
    expect(await pauses()).toEqual([{ kind: 'exclusion', since, until: soonest }]);
    expect((await events()).map(({ kind }) => kind)).toEqual(Array(3).fill('self-excluded'));
  });

  test('stand beside one another, the one that ends last first', async () => {
    const now = product.clock.now();
    await timeout(now + HOUR_MS);
    await exclude(now + 180 * DAY_MS);
    await product.call('accounts.freeze', { token, body: {} });
    expect((await pauses()).map(({ kind, until }) => [kind, until])).toEqual([
      ['freeze', null],
      ['exclusion', now + 180 * DAY_MS],
      ['timeout', now + HOUR_MS],
    ]);
  });

  test.each([
    ['over already', () => timeout(product.clock.now())],
    ['longer than six weeks', () => timeout(product.clock.now() + 42 * DAY_MS + 1)],
    ['shorter than half a year', () => exclude(product.clock.now() + 180 * DAY_MS - 1)],
    ['longer than five years', () => exclude(product.clock.now() + 1_827 * DAY_MS + 1)],
    ['far away', () => timeout(8_640_000_000_000_000)],
    ['before 1970', () => timeout(-1)],
  ])('refuse an end that is %s', async (_, ask) => {
    expect((await ask()).code).toBe('400');
    expect(await pauses()).toEqual([]);
  });

  test.each([{}, { until: null }, { until: '5' }, { until: 1.5 }, { until: 1e300 }])(
    'refuse %j',
    async (odd) => {
      expect((await product.call('accounts.timeout', { token, odd })).code).toBe('400');
      expect((await product.call('accounts.self-exclude', { token, odd })).code).toBe('400');
    },
  );
});

test('the database keeps what a limit and a pause may be', async () => {
  const put = (text: string) => product.db.query(text, [userId]);
  await expect(
    put(`insert into accounts.self_limit values ($1, 'loss', 'day', 0, null, null)`),
  ).rejects.toThrow();
  await expect(
    put(`insert into accounts.pause values ($1, 'freeze', now(), now())`),
  ).rejects.toThrow();
  await expect(put('delete from accounts.pause where user_id = $1')).rejects.toThrow();
  await expect(put('delete from accounts.self_limit where user_id = $1')).rejects.toThrow();
});

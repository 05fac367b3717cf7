import { randomUUID } from 'node:crypto';
import { DAY_MS, newUuid } from '@candor/kernel';
import { NOTIFICATION_KINDS, type NotificationKind } from '@candor/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';

let product: TestApp;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());

type Somebody = Awaited<ReturnType<TestApp['register']>>;

/** Tells a user that an order was filled, as its fact does. */
async function filled({ userId }: Somebody, cause = randomUUID() as string): Promise<void> {
  await product.app.notifications.tell({
    userId,
    cause,
    kind: 'order-filled',
    mode: 'demo',
    facts: { code: 'BTC/USDT', price: '60000' },
    at: product.clock.now(),
  });
}

const list = (token: string, query: object = {}) =>
  product.call('notifications.list', { token, query: { page: 1, size: 20, ...query } });
const unread = async (token: string) =>
  (await product.call('notifications.unread', { token })).result.count;
const read = (token: string, odd: unknown) => product.call('notifications.read', { token, odd });
const preferences = (token: string) => product.call('notifications.preferences', { token });
const say = (token: string, odd: unknown) =>
  product.call('notifications.set-preferences', { token, odd });

describe('the list', () => {
  test('begins empty, and keeps what its owner is told, newest first', async () => {
    const ann = await product.register();
    expect((await list(ann.token)).result).toEqual({ records: [], total: 0 });
    expect(await unread(ann.token)).toBe(0);
    await filled(ann);
    product.clock.advance(1_000);
    await filled(ann);
    const { records, total } = (await list(ann.token)).result;
    expect([total, await unread(ann.token)]).toEqual([2, 2]);
    expect(records.map(({ at }) => at)).toEqual([product.clock.now(), product.clock.now() - 1_000]);
    expect(records[0]).toMatchObject({
      kind: 'order-filled',
      category: 'orders',
      mode: 'demo',
      facts: { code: 'BTC/USDT', price: '60000' },
      isRead: false,
    });
    expect((await list(ann.token, { page: 2, size: 1 })).result.records).toEqual([records[1]]);
  });

  test('is one’s own', async () => {
    const [ann, ben] = [await product.register(), await product.register()];
    await filled(ann);
    expect((await list(ben.token)).result.total).toBe(0);
    const [told] = (await list(ann.token)).result.records;
    expect((await read(ben.token, { ids: [told?.id] })).result.count).toBe(0);
    expect((await read(ben.token, { all: true })).result.count).toBe(0);
    expect(await unread(ann.token)).toBe(1);
  });

  test('tells of one event once, however often and at the same moment it is heard of', async () => {
    const ann = await product.register();
    await Promise.all(Array.from({ length: 8 }, () => filled(ann, 'the same')));
    expect((await list(ann.token)).result.total).toBe(1);
  });

  test('is filtered by category and by what is unread', async () => {
    const ann = await product.register();
    await filled(ann);
    expect((await list(ann.token, { category: 'orders' })).result.total).toBe(1);
    expect((await list(ann.token, { category: 'money' })).result.total).toBe(0);
    const [told] = (await list(ann.token)).result.records;
    expect((await read(ann.token, { ids: [told?.id] })).result.count).toBe(0);
    expect((await list(ann.token, { unread: 'true' })).result.total).toBe(0);
    expect((await list(ann.token, { unread: 'false' })).result.records[0]?.isRead).toBe(true);
  });

  test('all of it is read at once; what is nobody’s changes nothing', async () => {
    const ann = await product.register();
    for (let at = 0; at < 3; at += 1) await filled(ann);
    const nobodys = newUuid(product.clock.now());
    expect((await read(ann.token, { ids: [nobodys] })).result.count).toBe(3);
    expect((await read(ann.token, { all: true })).result.count).toBe(0);
  });
});

describe('what somebody says', () => {
  test('about orders is kept and followed: without the list nothing is listed or counted', async () => {
    const ann = await product.register();
    const said = await say(ann.token, {
      category: 'orders',
      inApp: false,
      mail: true,
      push: false,
    });
    expect([said.code, said.message]).toEqual(['200', '20005']);
    const orders = { category: 'orders', inApp: false, mail: true, push: false, locked: false };
    expect(said.result).toContainEqual(orders);
    expect((await preferences(ann.token)).result).toEqual(said.result);
    await filled(ann);
    expect((await list(ann.token)).result.total).toBe(0);
    expect(await unread(ann.token)).toBe(0);
    const ben = await product.register();
    expect((await preferences(ben.token)).result).not.toContainEqual(orders);
  });

  test.each(['security', 'money'] as const)('about %s cannot mute it', async (category) => {
    const { token } = await product.register();
    for (const channel of ['inApp', 'mail', 'push']) {
      const said = { category, inApp: true, mail: true, push: true, [channel]: false };
      expect((await say(token, said)).status).toBe(403);
    }
    expect((await say(token, { category, inApp: true, mail: true, push: true })).code).toBe('200');
    const kept = (await preferences(token)).result.find((one) => one.category === category);
    expect(kept).toEqual({ category, inApp: true, mail: true, push: true, locked: true });
  });

  test('a row that mutes money cannot even be stored', async () => {
    const { userId } = await product.register();
    const muting = product.db.query(
      `insert into notifications.preference values ($1, 'money', false, false, false, now())`,
      [userId],
    );
    await expect(muting).rejects.toThrow(/check/);
  });
});

const GOOD = { category: 'orders', inApp: true, mail: true, push: true };
describe('what cannot be read is 400 and changes nothing', () => {
  test.each([
    ['a category there is none of', { ...GOOD, category: 'prizes' }],
    ['a category that is a list', { ...GOOD, category: ['orders'] }],
    ['a channel left out', { category: 'orders', inApp: true, mail: true }],
    ['text for yes', { ...GOOD, push: 'yes' }],
    ['something else as well', { ...GOOD, locked: false }],
    ['another user', { ...GOOD, userId: newUuid(0 as never) }],
    ['text', '"orders"'],
    ['nothing', {}],
  ])('preferences: %s', async (_, odd) => {
    const { token } = await product.register();
    const before = (await preferences(token)).result;
    expect((await say(token, odd)).status).toBe(400);
    expect((await preferences(token)).result).toEqual(before);
  });

  test.each([
    ['no ids', { ids: [] }],
    ['too many ids', { ids: Array.from({ length: 101 }, () => randomUUID()) }],
    ['an id that is none', { ids: ["' or 1=1"] }],
    ['all that is not so', { all: false }],
    ['both', { ids: [randomUUID()], all: true }],
    ['neither', {}],
    ['a list', []],
  ])('reading: %s', async (_, odd) => {
    const ann = await product.register();
    await filled(ann);
    expect((await read(ann.token, odd)).status).toBe(400);
    expect(await unread(ann.token)).toBe(1);
  });

  test.each(['page=0', 'page=x', 'size=101', 'category=prizes', 'unread=1', 'userId=1', 'unread='])(
    'the list: %s',
    async (oddQuery) => {
      const { token } = await product.register();
      expect((await product.call('notifications.list', { token, oddQuery })).status).toBe(400);
    },
  );
});

test('what was told a year ago goes, and what is a record stays', async () => {
  const ann = await product.register();
  const tell = (kind: NotificationKind) =>
    product.app.notifications.tell({
      userId: ann.userId,
      cause: `${kind}:${product.clock.now()}`,
      kind,
      mode: 'demo',
      facts: {},
      at: product.clock.now(),
    });
  for (const kind of NOTIFICATION_KINDS) await tell(kind);
  product.clock.advance(365 * DAY_MS);
  await tell('order-filled');
  await product.app.notifications.sweep();
  const rows = () =>
    product.db.query<{ kind: string; category: string }>(
      `select kind, category from notifications.notification where user_id = $1 order by at, id`,
      [ann.userId],
    );
  expect(await rows()).toHaveLength(NOTIFICATION_KINDS.length + 1);
  product.clock.advance(1);
  await product.app.notifications.sweep();
  const left = await rows();
  expect(left.at(-1)).toEqual({ kind: 'order-filled', category: 'orders' });
  expect(new Set(left.slice(0, -1).map(({ category }) => category))).toEqual(
    new Set(['security', 'money']),
  );
  expect(await product.app.notifications.unread(ann.userId)).toBe(left.length);
});

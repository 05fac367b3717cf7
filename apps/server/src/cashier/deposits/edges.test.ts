// Promise: every way a deposit goes is written down and gone by a test, none goes another one, the chain alone
// sets them off, and the books move as the way says. (RELIABILITY B17)
import { randomUUID } from 'node:crypto';
import { ensure, type UserId } from '@candor/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeChain, type Planted, createFakeChain } from '../../../test/fake-chain.ts';
import { TEST_KEYS, decideAll } from '../../../test/pay-in-keys.ts';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { DEPOSIT_EDGES } from './rules.ts';

let app: TestApp;
const tron: FakeChain = createFakeChain('tron');
const PAID = 5_000_000n;
const NEEDED = 19;

beforeAll(async () => {
  app = await startTestApp({ cashier: { chains: { tron }, payInKeys: TEST_KEYS } });
  await turn();
  await decideAll(app, 'payInKey');
  // What every deposit does from now on.
  await app.owner.query(`create table cashier.gone (place serial, user_id uuid, way text)`);
  await app.owner.query(`
    create function cashier.note_way() returns trigger language plpgsql security definer as $$
    begin
      if tg_op = 'INSERT' then
        insert into cashier.gone (user_id, way) values (new.user_id, 'null ' || new.state);
      elsif new.state <> old.state or (old.is_orphan and not new.is_orphan) then
        insert into cashier.gone (user_id, way)
        values (new.user_id, old.state || ' ' || new.state);
      end if;
      return null;
    end $$`);
  await app.owner.query(`
    create trigger note_way after insert or update on cashier.deposit
      for each row execute function cashier.note_way()`);
});
afterAll(() => app.stop());

const turn = () => app.app.cashier.deposits.turn();
const blocks = (count: number) => Array.from({ length: count }, () => []);

type User = { readonly userId: UserId; readonly paid: Planted };

/** A user whose payment is in the newest block. */
async function paying(): Promise<User> {
  const { token, userId } = await app.register();
  const query = { asset: 'USDT', network: 'tron' } as const;
  const { result } = await app.call('cashier.deposit-address', { token, mode: 'real', query });
  const paid = { asset: 'USDT', to: result.address, units: PAID, txHash: randomUUID() } as const;
  tron.mine([paid]);
  await turn();
  return { userId, paid };
}

async function credited(): Promise<User> {
  const user = await paying();
  tron.mine(...blocks(NEEDED - 1));
  await turn();
  return user;
}

/** Its block is exchanged, and those above it; it is in none of the new ones. */
async function reversed(user: User, depth: number): Promise<User> {
  tron.reorg(depth, ...blocks(depth + 1));
  await turn();
  return user;
}

/** How each way is gone, to its end. */
const WAYS: Readonly<Record<string, () => Promise<User>>> = {
  'null seen': paying,
  'seen seen': async () => {
    const user = await paying();
    tron.reorg(1, [], [user.paid]);
    await turn();
    return user;
  },
  'seen credited': credited,
  'seen reversed': async () => reversed(await paying(), 1),
  'credited credited': async () => {
    const user = await credited();
    tron.reorg(NEEDED, [], [user.paid], ...blocks(NEEDED));
    await turn();
    return user;
  },
  'credited reversed': async () => reversed(await credited(), NEEDED),
  'reversed seen': async () => {
    const user = await reversed(await paying(), 1);
    tron.mine([user.paid]);
    await turn();
    return user;
  },
};

const nameOf = ({ from, to }: { from: string | null; to: string }): string => `${from} ${to}`;

async function waysOf(userId: UserId): Promise<string[]> {
  const rows = await app.owner.query<{ way: string }>(
    'select way from cashier.gone where user_id = $1 order by place',
    [userId],
  );
  return rows.map(({ way }) => way);
}

async function entriesOf(userId: UserId): Promise<string[]> {
  const rows = await app.owner.query<{ kind: string }>(
    `select kind from ledger.entry where user_id = $1 and mode = 'real' order by seq`,
    [userId],
  );
  return rows.map(({ kind }) => kind);
}

test('each way that is written down is gone by one test, and none besides', () => {
  expect(Object.keys(WAYS).toSorted()).toEqual(DEPOSIT_EDGES.map(nameOf).toSorted());
});

describe('a way', () => {
  test.each(DEPOSIT_EDGES)('from $from to $to', async (edge) => {
    const { userId } = await ensure(WAYS[nameOf(edge)], 'it is gone by a test')();
    const ways = await waysOf(userId);
    expect(ways.at(-1)).toBe(nameOf(edge));
    const known = new Map(DEPOSIT_EDGES.map((one) => [nameOf(one), one]));
    const gone = ways.map((way) => ensure(known.get(way), `${way} is written down`));
    // The books hold what the ways say, and nothing besides.
    const books = gone.flatMap((one) => (one.books === null ? [] : [one.books]));
    expect(await entriesOf(userId)).toEqual(books);
  });

  test('asks for nothing: money comes in by the chain, and goes back by it alone', () => {
    for (const { from, to, by, books } of DEPOSIT_EDGES) {
      expect(by).toBe('chain');
      expect(books === 'deposit').toBe(from === 'seen' && to === 'credited');
      expect(books === 'deposit-reversal').toBe(from === 'credited' && to === 'reversed');
    }
  });
});

describe('the database', () => {
  test('knows the same ways', async () => {
    const rows = await app.db.query<{ way: string }>(
      `select from_state || ' ' || to_state as way from cashier.deposit_edge`,
    );
    const own = DEPOSIT_EDGES.filter(({ from }) => from !== null).map(nameOf);
    expect(rows.map(({ way }) => way).toSorted()).toEqual(own.toSorted());
  });

  test.each([
    ['is credited twice', 'round = round + 1', 'credited once'],
    ['waits again without being taken back', `state = 'seen'`, 'does not go'],
  ])('refuses that one %s, even its owner', async (_, change, message) => {
    const { userId } = await credited();
    await expect(
      app.owner.query(`update cashier.deposit set ${change} where user_id = $1`, [userId]),
    ).rejects.toThrow(message);
  });
});

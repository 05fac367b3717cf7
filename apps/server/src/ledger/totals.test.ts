import { type EntryId, type UnixMs, type UserId, money, newUuid } from '@candor/kernel';
import { createRandom } from '@candor/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOOKS_START, type Books, entryOf, openBooks, pays } from '../../test/books.ts';
import {
  type Entry,
  type StatementLine,
  accountKey,
  createHouseCheckpoint,
  findEarned,
  findHoldings,
  listEquityHours,
  listStatement,
  reconcile,
  reversalOf,
  sumHouse,
} from './index.ts';

let books: Books;

beforeAll(async () => {
  books = await openBooks();
});
afterAll(async () => {
  await books.stop();
});

const SEEDS = [1, 2, 3];
const ACTS = 260;

type Random = ReturnType<typeof createRandom>;

/** What a trading account does, at random: what a command takes is in it, or it is left out. */
async function nextEntries(
  random: Random,
  userId: UserId,
  past: readonly Entry[],
): Promise<Entry[]> {
  const account = { userId, mode: 'demo' } as const;
  const held = (await findHoldings(books.db, [account])).get(accountKey(account))?.USDT ?? {};
  const cash = held['user:cash'] ?? 0n;
  const margin = held['user:margin'] ?? 0n;
  const deficit = held['user:deficit'] ?? 0n;
  const units = (most: bigint): bigint => 1n + (BigInt(random.between(0, 1_000_000)) % (most + 1n));
  const entry = (kind: Entry['kind'], ...postings: Parameters<typeof entryOf>[2]): Entry[] =>
    postings.length === 0 ? [] : [entryOf(kind, userId, postings, { mode: 'demo' })];
  switch (random.between(0, 9)) {
    case 0:
      return entry('deposit', pays('world:bitcoin', 'user:cash', units(50n), 'BTC'));
    case 1:
      return entry('deposit', pays('world:tron', 'user:cash', units(900n)));
    case 2:
    case 3: {
      if (cash < 100n) return [];
      const held = pays('user:cash', 'user:margin', units(cash / 2n));
      return entry('contract-open', held, pays('user:cash', 'house:fees', units(20n)));
    }
    case 4: {
      if (margin === 0n) return [];
      const back = pays('user:margin', 'user:cash', margin);
      return entry('contract-close', back, pays('house:trading', 'user:cash', units(500n)));
    }
    case 5: {
      if (margin === 0n) return [];
      const back = pays('user:margin', 'user:cash', margin);
      const loss = units(cash + margin);
      const paid = loss > cash + margin ? cash + margin : loss;
      const rest = pays('user:deficit', 'house:trading', units(30n));
      return entry('contract-close', back, pays('user:cash', 'house:trading', paid), rest);
    }
    case 6:
      return cash === 0n
        ? entry('financing', pays('user:deficit', 'house:financing', units(9n)))
        : entry('financing', pays('user:cash', 'house:financing', 1n));
    case 7:
      return deficit === 0n
        ? []
        : entry('protection', pays('house:bad-debt', 'user:deficit', -deficit));
    case 8: {
      // The last one, if it brought nothing that was spent since: a deposit of another asset.
      const last = past.findLast(
        ({ id, postings }) =>
          postings[0]?.asset === 'BTC' && !past.some(({ reverses }) => reverses === id),
      );
      if (last === undefined || last.reverses !== null) return [];
      const id = newUuid(BOOKS_START) as EntryId;
      return [reversalOf(last, { id, requestId: id, cause: 'case', at: BOOKS_START })];
    }
    default: {
      if (margin > 0n) return entry('contract-void', pays('user:margin', 'user:cash', margin));
      if (deficit < 0n)
        return entry('protection', pays('house:bad-debt', 'user:deficit', -deficit));
      const grant = pays('house:demo-grant', 'user:cash', 1_000n);
      const back = pays('user:cash', 'house:demo-grant', cash);
      return entry('demo-reset', ...(cash === 0n ? [grant] : [back, grant]));
    }
  }
}

const SIZE = 17;

/** The pages of a statement one after the other, newest first. */
async function pagesOf(userId: UserId): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for (;;) {
    const page = await listStatement(books.db, { ...whole(userId), offset: lines.length });
    if (page.lines.length === 0) return lines;
    lines.push(...page.lines);
  }
}

const whole = (userId: UserId) => ({
  userId,
  mode: 'demo' as const,
  asset: null,
  others: null,
  from: null,
  to: null,
  newestFirst: true,
  offset: 0,
  limit: SIZE,
});

/** The same by adding up the whole history, oldest first, straight from the postings. */
const ADDED_UP = `
  select e.id, p.line, e.at, e.kind, p.asset, e.subject,
         case when x.is_in then p.from_class else p.to_class end as other,
         x.amount::text as amount,
         sum(x.amount) over (partition by p.asset order by e.seq, p.line)::text as after
  from ledger.entry e
  join ledger.posting p on p.user_id = e.user_id and p.entry_id = e.id
  cross join lateral (
    select ledger.is_own(p.to_class::text) as is_in,
           case when ledger.is_own(p.to_class::text) then p.amount else -p.amount end as amount
  ) x
  where e.user_id = $1 and e.mode = 'demo'
    and ledger.is_own(p.to_class::text) <> ledger.is_own(p.from_class::text)
  order by e.seq desc, p.line desc`;

async function addedUp(userId: UserId): Promise<StatementLine[]> {
  type Row = Record<'amount' | 'after' | 'asset', string> & StatementLine & { id: EntryId };
  const rows = await books.owner.query<Row & Record<string, unknown>>(ADDED_UP, [userId]);
  return rows.map(({ id, line, at, kind, asset, other, amount, after, subject }) => ({
    entryId: id,
    line,
    at,
    kind,
    asset,
    other,
    amount: money(asset, BigInt(amount as never)),
    after: money(asset, BigInt(after as never)),
    subject,
  }));
}

/** What a statement narrowed to an asset or to some accounts says, in either order, page by page. */
async function checkNarrowed(userId: UserId): Promise<void> {
  const all = await addedUp(userId);
  const sorts = ['house:fees', 'user:margin', 'house:trading', 'house:bad-debt'] as const;
  for (const asset of [null, 'USDT', 'BTC'] as const) {
    for (const others of [null, ...sorts.map((one) => [one]), ['house:fees', 'user:margin']]) {
      const expected = all.filter(
        (one) =>
          (asset === null || one.asset === asset) &&
          (others === null || others.includes(one.other)),
      );
      for (const newestFirst of [true, false]) {
        const ordered = newestFirst ? expected : expected.toReversed();
        const narrowed = { ...whole(userId), asset, newestFirst, others: others as never };
        for (const [offset, limit] of [
          [0, 10_000],
          [0, 7],
          [5, 20],
          [70, 3],
        ] as const) {
          const page = await listStatement(books.db, { ...narrowed, offset, limit });
          expect(page).toEqual({
            lines: ordered.slice(offset, offset + limit),
            total: expected.length,
          });
        }
      }
    }
  }
}

/** Results of trading since the last reset, straight from the postings. */
function earnedBy(entries: readonly Entry[]): bigint {
  const from = entries.findLastIndex(({ kind }) => kind === 'demo-reset');
  const kinds = ['contract-open', 'contract-close', 'financing'];
  return entries.slice(from + 1).reduce((sum, { kind, postings }) => {
    if (!kinds.includes(kind)) return sum;
    return postings.reduce((rest, { from, to, units }) => {
      if (from.startsWith('house:')) return rest + units;
      return to.startsWith('house:') ? rest - units : rest;
    }, sum);
  }, 0n);
}

const EQUITY = ['user:cash', 'user:margin', 'user:deficit', 'user:reversed'];

/** What the hours say of an account against its holdings and its postings. */
async function checkHours(userId: UserId, entries: readonly Entry[]): Promise<void> {
  const account = { userId, mode: 'demo' } as const;
  const held = (await findHoldings(books.db, [account])).get(accountKey(account))?.USDT ?? {};
  const equity = Object.entries(held)
    .filter(([name]) => EQUITY.includes(name))
    .reduce((sum, [, units]) => sum + units, 0n);
  const read = await listEquityHours(books.db, { ...account, from: BOOKS_START, step: 'hour' });
  expect(read.equity).toBe(equity);
  expect(read.steps.reduce((sum, { moved }) => sum + moved, 0n)).toBe(equity);
  // A reset begins the result of the account anew; what an hour brought it stays.
  const always = entries.filter(({ kind }) => kind !== 'demo-reset');
  expect(read.steps.reduce((sum, { earned }) => sum + earned, 0n)).toBe(earnedBy(always));
}

describe('totals kept with the accounts', () => {
  test.each(SEEDS)('are the sums of the postings whatever is done, seed %i', async (seed) => {
    const random = createRandom(seed);
    const userId = await books.newUser(5_000n, 'demo');
    const done: Entry[] = [];
    for (let act = 0; act < ACTS; act += 1) {
      const entries = await nextEntries(random, userId, done);
      if (entries.length === 0) continue;
      await books.commit(...entries);
      done.push(...entries);
    }
    const account = { userId, mode: 'demo' } as const;
    const earned = await findEarned(books.db, [account]);
    expect(earned.get(accountKey(account))).toBe(earnedBy(done));
    expect(done.some(({ kind }) => kind === 'demo-reset')).toBe(true);
    await checkHours(userId, done);
    expect(await pagesOf(userId)).toEqual(await addedUp(userId));
    await checkNarrowed(userId);
    expect((await reconcile(books.db)).faults).toEqual([]);
  });

  test('a page deep in a long statement is what adding everything up says', async () => {
    const userId = await books.newUser(1_000_000n, 'demo');
    const fee = () =>
      entryOf('financing', userId, [pays('user:cash', 'house:financing', 3n)], { mode: 'demo' });
    for (let batch = 0; batch < 20; batch += 1) {
      await books.commit(...Array.from({ length: 40 }, fee));
    }
    const all = await addedUp(userId);
    for (const offset of [0, 1, 63, 64, 400, 790, 800, 801]) {
      const { lines, total } = await listStatement(books.db, { ...whole(userId), offset });
      expect(total).toBe(801);
      expect(lines).toEqual(all.slice(offset, offset + SIZE));
    }
    const marks = await books.owner.query('select 1 from ledger.mark where user_id = $1', [userId]);
    expect(marks.length).toBeGreaterThan(8);
  });

  test('a span of time is what the whole statement says of it, balances and count too', async () => {
    const userId = await books.newUser(1_000_000n, 'demo');
    // Every tenth is numbered behind one that is a moment later.
    const moments = Array.from(
      { length: 300 },
      (_, index) => BOOKS_START + (index % 10 === 4 ? index - 1.5 : index) * 1_000,
    );
    for (const at of moments as UnixMs[]) {
      const pair = [pays('user:cash', 'user:margin', 2n), pays('user:cash', 'house:fees', 1n)];
      const rest = { mode: 'demo', at, id: newUuid(at) as EntryId } as const;
      await books.commit(entryOf('contract-open', userId, pair, rest));
    }
    const all = await addedUp(userId);
    const fees = ['house:fees'] as const;
    for (const [first, last] of [
      [0, 300],
      [0, 1],
      [10, 140],
      [43, 46],
      [3, 255],
      [150, 151],
      [299, 300],
      [400, 500],
    ] as const) {
      const from = (BOOKS_START + first * 1_000) as UnixMs;
      const to = (BOOKS_START + last * 1_000) as UnixMs;
      for (const others of [null, fees]) {
        const expected = all.filter(
          ({ at, other }) => at >= from && at < to && (others === null || other === 'house:fees'),
        );
        const asked = { ...whole(userId), others, from, to, limit: 1_000 };
        const newest = await listStatement(books.db, asked);
        expect(newest).toEqual({ lines: expected, total: expected.length });
        const oldest = await listStatement(books.db, { ...asked, newestFirst: false });
        expect(oldest.lines).toEqual(expected.toReversed());
        const second = await listStatement(books.db, { ...asked, offset: 5, limit: 7 });
        expect(second).toEqual({ lines: expected.slice(5, 12), total: expected.length });
      }
      const open = await listStatement(books.db, { ...whole(userId), from, limit: 1_000 });
      expect(open.lines).toEqual(all.filter(({ at }) => at >= from));
    }
  });

  test('hold also for acts that nobody put in line, in several assets at once', async () => {
    const userId = await books.newUser(1_000n, 'demo');
    const bring = (asset: 'USDT' | 'BTC' | 'ETH') => {
      const from = ({ USDT: 'world:tron', BTC: 'world:bitcoin', ETH: 'world:ethereum' } as const)[
        asset
      ];
      const deposit = [pays(from, 'user:cash', 1n, asset)];
      return books.commit(entryOf('deposit', userId, deposit, { mode: 'demo' }));
    };
    await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        bring((['USDT', 'BTC', 'ETH'] as const)[index % 3] ?? 'USDT'),
      ),
    );
    expect((await reconcile(books.db)).faults).toEqual([]);
    expect(await pagesOf(userId)).toEqual(await addedUp(userId));
    await checkNarrowed(userId);
  });
});

describe('what the house holds', () => {
  const held = () =>
    sumHouse(books.db, { accountClass: 'house:financing', mode: 'demo', asset: 'USDT' });

  test('is the same before and after what moved is added up, however many do it at once', async () => {
    const userId = await books.newUser(1_000n, 'demo');
    const before = await held();
    const house = createHouseCheckpoint(books.db);
    const other = createHouseCheckpoint(books.db);
    const fee = () =>
      books.commit(
        entryOf('financing', userId, [pays('user:cash', 'house:financing', 2n)], { mode: 'demo' }),
      );
    await Promise.all([
      ...Array.from({ length: 40 }, fee),
      ...Array.from({ length: 20 }, () => house.refresh()),
      ...Array.from({ length: 20 }, () => other.refresh()),
    ]);
    expect(await held()).toBe(before + 80n);
    await house.refresh();
    expect(await held()).toBe(before + 80n);
    const [left] = await books.owner.query<{ moves: string }>(
      'select count(*)::text as moves from ledger.house_move',
    );
    expect(left?.moves).toBe('0');
    expect((await reconcile(books.db)).faults).toEqual([]);
  });

  test('is looked at once at a time, and whoever asks meanwhile gets a later look', async () => {
    let looks = 0;
    let most = 0;
    const counted = {
      async query(text: string, values?: readonly unknown[]) {
        looks += 1;
        most = Math.max(most, looks);
        const rows = await books.db.query(text, values);
        looks -= 1;
        return rows as never[];
      },
    };
    const house = createHouseCheckpoint(counted);
    await Promise.all(Array.from({ length: 30 }, () => house.refresh()));
    // The three accounts of one look are read side by side.
    expect(most).toBeLessThanOrEqual(3);
  });
});
